// Package words holds what the bot says, by language. Sentences are data: the desk
// names one by its key and fills its gaps.
package words

import (
	"fmt"
	"strings"
)

// Language is a catalogue of sentences.
type Language struct {
	// Tag is the language's short name, such as "en".
	Tag       string
	sentences map[string]string
}

var languages = map[string]Language{"en": {"en", english}}

// In returns the language with a tag, English when it is not known.
func In(tag string) Language {
	if l, ok := languages[tag]; ok {
		return l
	}
	return languages["en"]
}

// Has reports whether the language has a sentence.
func (l Language) Has(key string) bool {
	_, ok := l.sentences[key]
	return ok
}

// Text returns the sentence with a key, its gaps such as {game} filled from names
// and values that follow in turn. A key that is missing is returned itself, so that
// a player sees at least what was meant.
func (l Language) Text(key string, args ...any) string {
	s, ok := l.sentences[key]
	if !ok {
		if s, ok = english[key]; !ok {
			return key
		}
	}
	if len(args) == 0 {
		return s
	}
	pairs := make([]string, 0, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs = append(pairs, "{"+fmt.Sprint(args[i])+"}", fmt.Sprint(args[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(s)
}
