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
	subject := unquote(m.Subject)
	if !m.IsReply && subject != "" && !isQuoted(subject) && known(subject) {
		list = append(list, subject)
	} else {
		subject = ""
	}
	greeted := false
	if whole, ok := m.textCommand(subject, m.Lines, text); ok {
		return []string{whole}, nil
	}
	for i, l := range m.Lines {
		if whole, ok := m.textCommand(l, m.Lines[i+1:], text); ok && len(list) < maxCommands {
			return append(list, whole), nil
		}
		if l = unquote(l); l == "" {
			continue
		}
		if isQuoted(l) {
			break
		}
		is := known(l)
		switch {
		case !is && !greeted && isGreeting(l):
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

// textCommand returns a command with the text of several lines that it takes.
func (m Mail) textCommand(first string, below []string, text func(line string) (takes, begun bool)) (command string, ok bool) {
	if len(first) <= maxLine {
		first = unquote(first)
	}
	if text == nil || first == "" || isQuoted(first) {
		return "", false
	}
	takes, begun := text(truncate(first, maxOpening))
	switch {
	case !takes:
		return "", false
	case m.Attachment != "" && !begun:
		return first + "\n" + m.Attachment, true
	}
	for !begun && len(below) > 0 && (strings.TrimSpace(below[0]) == "" || isGreeting(below[0]) || strings.EqualFold(unquote(below[0]), first)) {
		below = below[1:]
	}
	return strings.TrimSpace(first + "\n" + strings.Join(below, "\n")), true
}

// truncate cuts a text that is too long.
func truncate(s string, most int) string {
	if len(s) > most {
		s = s[:most]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return s
}

// unquote takes off the quotation marks in which commands are often copied.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range [][2]string{{"“", "”"}, {"„", "“"}, {`"`, `"`}, {"`", "`"}, {"*", "*"}} {
		if in, ok := strings.CutPrefix(s, pair[0]); ok {
			if in, ok := strings.CutSuffix(in, pair[1]); ok && strings.TrimSpace(in) != "" {
				s = strings.TrimSpace(in)
				break
			}
		}
	}
	return truncate(s, maxLine)
}
