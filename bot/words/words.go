// Package words holds what the bot says, by language. Sentences are data: the desk
// names one by its key and fills its gaps.
package words

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Language is a catalogue of sentences.
type Language struct {
	// Tag is the language's short name, such as "en".
	Tag string
	// Name is the language's own name, such as "Deutsch".
	Name      string
	quotes    [2]string
	typed     map[string][]string
	sentences map[string]string
}

// Tags returns the short names of all languages, English first.
func Tags() []string {
	tags := slices.Sorted(maps.Keys(languages()))
	i := slices.Index(tags, "en")
	return append([]string{"en"}, slices.Delete(tags, i, i+1)...)
}

// Known reports whether there is a language with a tag.
func Known(tag string) bool {
	_, ok := languages()[tag]
	return ok
}

// In returns the language with a tag, English when there is none.
func In(tag string) Language {
	if l, ok := languages()[tag]; ok {
		return l
	}
	return languages()["en"]
}

// Means reports whether a word is one that people may type for a key, such as “name.move”
// or “answer.yes”, in any language, in small or capital letters.
func Means(key, word string) bool {
	same := func(s string) bool { return s != "" && strings.EqualFold(s, word) }
	for _, l := range languages() {
		if same(l.sentences[key]) || slices.ContainsFunc(l.typed[key], same) {
			return true
		}
	}
	return false
}

// Accepted returns the first known language of an Accept-Language header, English when
// there is none.
func Accepted(header string) Language {
	for part := range strings.SplitSeq(header, ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		tag, _, _ = strings.Cut(tag, "-")
		if tag = strings.ToLower(tag); Known(tag) {
			return In(tag)
		}
	}
	return In("")
}

// Phrase is a value for a gap that reads differently in each language.
type Phrase interface{ In(l Language) string }

// Key is the key of a sentence that fills a gap of another one.
type Key string

// In returns the sentence.
func (k Key) In(l Language) string { return l.Text(string(k)) }

// Has reports whether the language has a sentence.
func (l Language) Has(key string) bool {
	_, ok := l.sentences[key]
	return ok
}

// numbered is a number with a word whose plural ending stands in brackets, as in
// "{days} day(s)".
var numbered = regexp.MustCompile(`(\d+) (\p{L}+)\((\p{L}+)\)`)

// Text returns the sentence with a key, its gaps such as {game} filled from names
// and values that follow in turn. "{days} day(s)" becomes "1 day" or "2 days". A key that is missing is returned itself, so that
// a player sees at least what was meant.
func (l Language) Text(key string, args ...any) string {
	s, ok := l.sentences[key]
	if !ok {
		if s, ok = languages()["en"].sentences[key]; !ok {
			return key
		}
	}
	if len(args) == 0 {
		return s
	}
	pairs := make([]string, 0, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		value := args[i+1]
		if p, ok := value.(Phrase); ok {
			value = p.In(l)
		}
		pairs = append(pairs, "{"+fmt.Sprint(args[i])+"}", l.quoted(fmt.Sprint(value)))
	}
	plural := numbered.MatchString(blank(s))
	s = strings.NewReplacer(pairs...).Replace(s)
	if plural {
		s = numbered.ReplaceAllStringFunc(s, inflect)
	}
	return s
}

// blank puts a number into each gap.
func blank(s string) string { return gap.ReplaceAllString(s, "0") }

var gap = regexp.MustCompile(`\{\w+\}`)

// inflect gives a word its plural ending, or none after a one.
func inflect(s string) string {
	m := numbered.FindStringSubmatch(s)
	if m[1] == "1" {
		return m[1] + " " + m[2]
	}
	return m[1] + " " + m[2] + m[3]
}

// quoted puts a value that comes in English quotation marks into the language's own.
func (l Language) quoted(value string) string {
	inner, opens := strings.CutPrefix(value, "“")
	inner, closes := strings.CutSuffix(inner, "”")
	if !opens || !closes {
		return value
	}
	return l.quotes[0] + inner + l.quotes[1]
}
