// Package words holds every sentence that people read, one catalogue for each language. The
// program names a sentence by its key and gives the values of its placeholders. The
// catalogues are the files en.yaml, de.yaml and so on; en.yaml explains their form.
package words

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"stackmate/bot/chat"
)

// Language is one language with its catalogue. The zero value says English sentences without
// quotation marks; use In instead.
type Language struct {
	// Tag is the code of the language in ISO 639-1, such as "en".
	Tag string
	// Name is what the language calls itself, such as "Deutsch".
	Name      string
	quotes    [2]string           // opening and closing
	typed     map[string][]string // what people may type besides the sentence with that key
	sentences map[string]string
}

// Tags returns the tags of all languages: English first, the others in alphabetical order.
func Tags() []string {
	tags := slices.Sorted(maps.Keys(languages()))
	i := slices.Index(tags, "en")
	return append([]string{"en"}, slices.Delete(tags, i, i+1)...)
}

// Known reports whether there is a catalogue for the language with a tag.
func Known(tag string) bool {
	_, ok := languages()[tag]
	return ok
}

// In returns the language with a tag, or English if there is no catalogue for it.
func In(tag string) Language {
	if l, ok := languages()[tag]; ok {
		return l
	}
	return languages()["en"]
}

// Means reports whether people may type a word for a key, such as "name.move" or
// "answer.yes". Words of all languages count; upper and lower case are the same.
func Means(key, word string) bool {
	same := func(s string) bool { return s != "" && strings.EqualFold(s, word) }
	for _, l := range languages() {
		if same(l.sentences[key]) || slices.ContainsFunc(l.typed[key], same) {
			return true
		}
	}
	return false
}

// Accepted returns the first language of an Accept-Language header for which there is a
// catalogue, or English if there is none. It takes the order for the preference.
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

// Typed returns what people may type in the language for a key besides the sentence with that
// key, the best known first.
func (l Language) Typed(key string) []string { return l.typed[key] }

// Phrase is a value for a placeholder that reads differently in each language.
type Phrase interface{ In(l Language) string }

// Key is a Phrase: the key of a sentence that becomes part of another one.
type Key string

// In returns the sentence with the key.
func (k Key) In(l Language) string { return l.Text(string(k)) }

// OneOf is a Phrase: values of which one is meant, such as "1e4 or 3e4".
type OneOf []string

// In returns the values, the last one behind the language's word for "or".
func (o OneOf) In(l Language) string {
	if len(o) < 2 {
		return strings.Join(o, "")
	}
	last := len(o) - 1
	return l.Text("list.or", "list", strings.Join(o[:last], ", "), "last", o[last])
}

// Names returns what may be typed for a key in the language: its sentence, and other words.
func (l Language) Names(key string) []string {
	return append([]string{l.sentences[key]}, l.typed[key]...)
}

// Has reports whether the catalogue of the language has a sentence with a key.
func (l Language) Has(key string) bool {
	_, ok := l.sentences[key]
	return ok
}

// Text returns the sentence with a key. args are names of placeholders and their values in
// turn: Text("game.unknown", "game", 7) puts 7 in place of {game}. "{days} day(s)" becomes
// "1 day" or "2 days". The text has marks of package chat for commands such as {/games}, and
// where the sentence with "@typed" or "@page" behind its key reads differently. A sentence that the
// language lacks is taken from English; if English lacks it too, the key itself is returned.
func (l Language) Text(key string, args ...any) string {
	list := l.sentences
	if !l.Has(key) {
		if list = languages()["en"].sentences; list[key] == "" {
			return key
		}
	}
	text := l.write(list[key], args)
	typed, isTyped := list[key+typedSuffix]
	page, onPages := list[key+pageSuffix]
	switch {
	case onPages:
		return chat.Either(text, l.write(cmp.Or(typed, list[key]), args), l.write(page, args))
	case isTyped:
		return chat.Either(text, l.write(typed, args))
	}
	return text
}

// typedSuffix ends the key of a sentence that is read instead where commands are typed, and pageSuffix that of one for pages, where
// there are buttons too.
const (
	typedSuffix = "@typed"
	pageSuffix  = "@page"
)

// write fills a sentence with the values of args.
func (l Language) write(s string, args []any) string {
	if !strings.Contains(s, "{") {
		return s
	}
	plural := hasPlural(s)
	s = l.fill(s, args)
	if plural {
		s = numbered.ReplaceAllStringFunc(s, inflect)
	}
	return s
}

// fill replaces the placeholders of a sentence by the values of the names in args; one that
// has no value stays.
func (l Language) fill(s string, args []any) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(s, '{')
		if from < 0 {
			break
		}
		if command, rest, ok := cutCommand(s[from:]); ok {
			b.WriteString(s[:from])
			b.WriteString(chat.Command(l.fill(command, args)))
			s = rest
			continue
		}
		to := strings.IndexByte(s[from:], '}')
		if to < 0 {
			break
		}
		value, ok := l.value(s[from+1:from+to], args)
		if !ok { // as written
			b.WriteString(s[:from+1])
			s = s[from+1:]
			continue
		}
		b.WriteString(s[:from])
		b.WriteString(value)
		s = s[from+to+1:]
	}
	b.WriteString(s)
	return b.String()
}

// cutCommand returns the command that a text begins with, such as "cancel {id}" of
// "{/cancel {id}} takes it back", and the text behind it.
func cutCommand(s string) (command, rest string, ok bool) {
	if !strings.HasPrefix(s, "{/") {
		return "", s, false
	}
	depth := 0
	for i, r := range s {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[2:i], s[i+1:], true
			}
		}
	}
	return "", s, false
}

// value returns the value that follows a name in args, as it is written in the language.
func (l Language) value(name string, args []any) (value string, ok bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		if p, ok := args[i+1].(Phrase); ok {
			return l.quoted(p.In(l)), true
		}
		return l.quoted(fmt.Sprint(args[i+1])), true
	}
	return "", false
}

var (
	placeholder = regexp.MustCompile(`\{\w+\}`)
	// numbered is a number before a word whose plural ending is in brackets, as in "2 day(s)".
	numbered = regexp.MustCompile(`(\d+) (\p{L}+)\((\p{L}+)\)`)
)

// hasPlural reports whether a sentence has a word with a plural ending after a placeholder.
func hasPlural(s string) bool {
	return strings.Contains(s, "(") && numbered.MatchString(placeholder.ReplaceAllString(s, "0"))
}

// inflect gives a word its plural ending, or none after the number 1.
func inflect(s string) string {
	m := numbered.FindStringSubmatch(s)
	if m[1] == "1" {
		return m[1] + " " + m[2]
	}
	return m[1] + " " + m[2] + m[3]
}

// quoted replaces English quotation marks around a value by those of the language.
func (l Language) quoted(value string) string {
	inner, opens := strings.CutPrefix(value, "“")
	inner, closes := strings.CutSuffix(inner, "”")
	if !opens || !closes {
		return value
	}
	return l.Quote(inner)
}

// Quote puts a text into the quotation marks of the language.
func (l Language) Quote(text string) string { return l.quotes[0] + text + l.quotes[1] }
