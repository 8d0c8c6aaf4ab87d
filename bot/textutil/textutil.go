// Package textutil makes text from outside short and safe enough to repeat.
package textutil

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Ellipsis is the last character of a text that was cut.
const Ellipsis = "…"

// Truncate shortens a text to a number of characters, the ellipsis included. With limit 0 or less it
// returns nothing. Its time depends on limit, not on the length of the text.
func Truncate(s string, limit int) string {
	if limit <= 0 {
		return ""
	}
	n, last := 0, 0 // last is where the last character begins for which there is room
	for i := range s {
		if n == limit {
			return s[:last] + Ellipsis
		}
		n, last = n+1, i
	}
	return s
}

// Printable replaces what cannot be seen by spaces, and all space, line breaks included, by single blanks.
func Printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// maxQuoted is how many characters of a text are quoted.
const maxQuoted = 60

// Quote repeats somebody's words in English quotation marks: printable, on one line, and at most 60 characters.
func Quote(s string) string { return "“" + Truncate(Printable(s), maxQuoted) + "”" }

// Columns writes rows of two texts, the second ones below one another.
func Columns(rows [][2]string) string {
	width := 0
	for _, r := range rows {
		width = max(width, utf8.RuneCountInString(r[0]))
	}
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r[0] + strings.Repeat(" ", width+2-utf8.RuneCountInString(r[0])) + r[1]
	}
	return strings.Join(lines, "\n")
}
