package inbound

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The smallest widths, in characters, at which mail programs are taken to wrap quoted lines:
// within a quotation, where an unmarked line is hardly an answer, and below it.
const (
	wrapWithin = 40
	wrapBelow  = 60
)

// ownLines returns the lines that the author wrote. If in doubt it leaves lines out: after
// the author's first line, any sign of an older mail or a signature ends the text. A greeting
// does not count as a first line.
func ownLines(lines []string) []string {
	var out []string
	said, quoted, gap, signed := false, false, false, false
	above := "" // the line before, if that is quoted
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			gap = true
			continue
		}
		if isQuoted(line) {
			if said {
				break
			}
			quoted, gap, signed, above = true, false, false, line
			continue
		}
		if isSignatureDelimiter(line) || isDeviceLine(line) {
			if said {
				break
			}
			signed = isSignatureDelimiter(line) // above the answer, up to the next quotation
			continue
		}
		if startsOlderMail(lines[i:]) {
			break
		}
		if n := attributionLines(lines[i:]); n > 0 {
			if said || !quoteFollows(lines[i+n:]) {
				break
			}
			quoted, gap, signed, above = true, false, false, ""
			i += n - 1
			continue
		}
		if signed || quoted && !gap && isWrappedQuote(above, line, lines[i+1:]) {
			above = line
			continue
		}
		quoted = false
		if gap && len(out) > 0 {
			out = append(out, "")
		}
		out, gap = append(out, line), false
		said = said || !isGreeting(line)
	}
	return out
}

// isWrappedQuote reports whether a line continues the quoted line above it, which became too
// long by its mark: otherwise the first word would have fitted there.
func isWrappedQuote(above, line string, below []string) bool {
	width := wrapBelow
	if len(below) > 0 && isQuoted(strings.TrimSpace(below[0])) {
		width = wrapWithin
	}
	word, _, _ := strings.Cut(line, " ")
	return above == "" || utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > width
}

// isQuoted reports whether a line is marked as quoted.
func isQuoted(line string) bool {
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "»") ||
		initials.MatchString(line)
}

// initials match the mark of quoted lines in some old mail programs, as in "AB> text".
var initials = regexp.MustCompile(`^[\p{L}]{1,3}>`)

// quoteFollows reports whether the first line that is not empty is marked as quoted.
func quoteFollows(lines []string) bool {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	return i >= 0 && isQuoted(strings.TrimSpace(lines[i]))
}
