package inbound

import (
	"strings"
	"unicode/utf8"
)

// Bounds of the commands of one mail.
const (
	maxCommands = 10
	maxLine     = 5000 // more than the desk takes, which says so
	maxOpening  = 200  // of a line are looked at to tell whether a longer text begins in it
)

// Commands returns the lines that are meant as commands, in their order, and those
// beyond the tenth, which are too many. known tells whether a line looks like one. The
// first line counts in any case, so that what is not understood is answered; further
// lines count as long as they are known, so that a word to the opponent is left alone.
// The subject of a new mail counts if it is known.
//
// Text tells whether a line begins a command that takes a text of several lines, and whether
// the text has begun in it. Then all lines that follow belong to it or, if the mail brings a
// text as a file, that file does. It may be nil.
func (m Mail) Commands(known func(line string) bool, text func(line string) (takes, begun bool)) (list, beyond []string) {
	subject := line(m.Subject)
	if !m.Reply && subject != "" && !quotation(subject) && known(subject) {
		list = append(list, subject)
	} else {
		subject = ""
	}
	greeted := false
	if whole, ok := m.whole(subject, m.Text, text); ok {
		return []string{whole}, nil
	}
	for i, l := range m.Text {
		if whole, ok := m.whole(l, m.Text[i+1:], text); ok && len(list) < maxCommands {
			return append(list, whole), nil
		}
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

// whole returns a command with the text of several lines that it takes.
func (m Mail) whole(first string, below []string, text func(line string) (takes, begun bool)) (command string, ok bool) {
	if len(first) <= maxLine {
		first = line(first)
	}
	if text == nil || first == "" || quotation(first) {
		return "", false
	}
	takes, begun := text(clip(first, maxOpening))
	switch {
	case !takes:
		return "", false
	case m.Attached != "" && !begun:
		return first + "\n" + m.Attached, true
	}
	for !begun && len(below) > 0 && (strings.TrimSpace(below[0]) == "" || greeting(below[0]) || strings.EqualFold(line(below[0]), first)) {
		below = below[1:]
	}
	return strings.TrimSpace(first + "\n" + strings.Join(below, "\n")), true
}

// clip cuts a text that is too long.
func clip(s string, most int) string {
	if len(s) > most {
		s = s[:most]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return s
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
	return clip(s, maxLine)
}
