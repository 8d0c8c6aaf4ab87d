package inbound

import (
	"strings"
	"unicode/utf8"
)

// Bounds of the commands of one mail.
const (
	maxCommands = 10
	maxLine     = 5000 // bytes; more than the desk accepts, so that it is the desk that refuses
	maxOpening  = 200  // bytes at the beginning of a line that tell whether it takes a text
)

// Commands returns the lines that are meant as commands, in their order, and those
// beyond the tenth, which are too many. The first line always counts, so that a line that is
// not understood is answered. Further lines count as long as isKnown says that they look like
// commands; what follows may be a word to the opponent. The subject of a mail that is no reply
// counts if it is known.
//
// takesText reports whether a line begins a command that takes a text of several lines, and
// whether the text has begun in that line. The text is the rest of the mail or, if one is
// attached and the text has not begun, the attachment. A nil takesText takes no text.
func (m Mail) Commands(isKnown func(line string) bool, takesText func(line string) (takes, begun bool)) (list, beyond []string) {
	subject := unquote(m.Subject)
	if !m.IsReply && subject != "" && !isQuoted(subject) && isKnown(subject) {
		list = append(list, subject)
	} else {
		subject = ""
	}
	greeted := false
	if whole, ok := m.textCommand(subject, m.Lines, takesText); ok {
		return []string{whole}, nil
	}
	for i, l := range m.Lines {
		if whole, ok := m.textCommand(l, m.Lines[i+1:], takesText); ok && len(list) < maxCommands {
			return append(list, whole), nil
		}
		if l = unquote(l); l == "" {
			continue
		}
		if isQuoted(l) {
			break
		}
		is := isKnown(l)
		switch {
		case !is && !greeted && isGreeting(l):
			greeted = true
			continue
		case len(list) == 1 && strings.EqualFold(l, subject):
			continue // the subject repeated
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

// textCommand returns the command that begins in a line together with the text that it takes;
// ok is false if it takes none.
func (m Mail) textCommand(first string, below []string, takesText func(line string) (takes, begun bool)) (command string, ok bool) {
	if len(first) <= maxLine {
		first = unquote(first)
	}
	if takesText == nil || first == "" || isQuoted(first) {
		return "", false
	}
	takes, begun := takesText(truncate(first, maxOpening))
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

// truncate cuts a text to a number of bytes, between characters.
func truncate(s string, most int) string {
	if len(s) > most {
		s = s[:most]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return s
}

// unquote removes the quotation marks with which commands are often copied.
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
