package command

import (
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/chat"
)

// people knows which words of a text name somebody.
type people struct {
	mentioned map[string]chat.Person
	known     func(name string) bool // nil if no name is known
}

// name returns the name that the words begin with, and how many words it takes: a name in quotes
// or a mention, else the longest known name, else one word that can be nothing else. n is 0 if
// there is none.
func (p people) name(words []string) (name string, n int) {
	if name, n := quoted(words); n > 0 {
		return name, n
	}
	if _, ok := p.mentioned[words[0]]; !ok && p.known != nil && !strings.Contains(words[0][1:], "@") {
		for n := min(len(words), MaxName); n > 1; n-- {
			name := strings.Join(words[:n], " ")
			// The terms of a challenge are no name, whatever people call themselves.
			if utf8.RuneCountInString(name) <= MaxName+1 && slices.ContainsFunc(words[:n], PersonArg.accepts) &&
				p.known(strings.TrimPrefix(name, "@")) {
				return name, n
			}
		}
	}
	if PersonArg.accepts(words[0]) {
		return words[0], 1
	}
	return "", 0
}

// quotes are the pairs in which a name may stand.
var quotes = [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"«", "»"}, {"»", "«"}, {"'", "'"}, {"‘", "’"}}

// quoted returns the text in quotes that the words begin with, and how many words it takes; n is 0
// if there is none.
func quoted(words []string) (name string, n int) {
	for _, q := range quotes {
		if !strings.HasPrefix(words[0], q[0]) {
			continue
		}
		for i := range words {
			text, closed := strings.CutSuffix(strings.Join(words[:i+1], " "), q[1])
			if name := strings.TrimSpace(strings.TrimPrefix(text, q[0])); closed && len(text) >= len(q[0]) && name != "" {
				return name, i + 1
			}
		}
	}
	return "", 0
}
