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
