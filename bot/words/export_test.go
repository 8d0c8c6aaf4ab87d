package words

// Sentences returns the sentences of a language by key.
func Sentences(tag string) map[string]string { return languages()[tag].sentences }

// TypedKeys returns the keys for which people may type something, in any language.
func TypedKeys() (keys []string) {
	for _, l := range languages() {
		for key := range l.typed {
			keys = append(keys, key)
		}
	}
	return keys
}

// Typed returns the words that people may type for a key, such as “name.move” or
// “answer.yes”, in all languages.
func Typed(key string) (list []string) {
	for _, tag := range Tags() {
		l := In(tag)
		if s, ok := l.sentences[key]; ok {
			list = append(list, s)
		}
		list = append(list, l.typed[key]...)
	}
	return list
}
