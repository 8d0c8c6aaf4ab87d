package inbound

import (
	"strings"
	"unicode/utf8"
)

// Bounds of the commands of one mail.
const (
	maxCommands = 10
	maxLine     = 1000
)

// Commands returns the lines that are meant as commands, in their order, and those
// beyond the tenth, which are too many. known tells whether a line looks like one. The
// first line counts in any case, so that what is not understood is answered; further
// lines count as long as they are known, so that a word to the opponent is left alone.
// The subject of a new mail counts if it is known.
func (m Mail) Commands(known func(line string) bool) (list, beyond []string) {
	subject := line(m.Subject)
	if !m.Reply && subject != "" && !quotation(subject) && known(subject) {
		list = append(list, subject)
	} else {
		subject = ""
	}
	greeted := false
	for _, l := range m.Text {
		if l = line(l); l == "" {
			continue
		}
		if quotation(l) {
			break
		}
		is := known(l)
		switch {
		case !is && !greeted && greeting(l):
			greeted = true
			continue
		case len(list) == 1 && strings.EqualFold(l, subject):
			continue // it has been said in the subject
		}
		if !is && len(list) > 0 {
			break
		}
		greeted = true
		list = append(list, l)
	}
	n := min(len(list), maxCommands)
	return list[:n:n], list[n:]
}

// line takes off the quotation marks in which commands are often copied.
func line(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range [][2]string{{"“", "”"}, {"„", "“"}, {`"`, `"`}, {"`", "`"}, {"*", "*"}} {
		if in, ok := strings.CutPrefix(s, pair[0]); ok {
			if in, ok := strings.CutSuffix(in, pair[1]); ok && strings.TrimSpace(in) != "" {
				s = strings.TrimSpace(in)
				break
			}
		}
	}
	if len(s) > maxLine {
		s = s[:maxLine]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return s
}
