package console

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// wrap breaks lines between words where they would be wider than the screen.
func (t *Table) wrap(text string) string {
	if t.Size == nil {
		return text
	}
	columns, _ := t.Size()
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapLine(line, columns-1)...) // a full line makes some terminals skip one
	}
	return strings.Join(lines, "\n")
}

// wrapLine breaks a line into lines of at most so many columns, if its words are not wider.
func wrapLine(line string, columns int) (lines []string) {
	last := ""
	for i, word := range strings.Split(line, " ") {
		switch {
		case i == 0:
			last = word
		case columnsOf(last)+1+columnsOf(word) > columns:
			lines, last = append(lines, last), word
		default:
			last += " " + word
		}
	}
	return append(lines, last)
}

// columnsOf returns how many columns a text takes on the screen: two for each wide character of East Asia, none for
// marks that stand on the character before.
func columnsOf(s string) (n int) {
	for _, r := range s {
		kind := width.LookupRune(r).Kind()
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
