package inbound

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The narrowest widths at which mail programs wrap the lines that they quote: in the
// middle of a quotation, where what is not marked hardly is an answer, and below it.
const (
	wrapWithin = 40
	wrapBelow  = 60
)

// ownLines returns the lines that the author wrote. It rather cuts too much than too
// little: once something of one's own has been read, the first sign of an older mail or
// a signature ends it. A greeting alone is not yet something of one's own.
func ownLines(lines []string) []string {
	var out []string
	said, quoted, gap, signed := false, false, false, false
	above := "" // the line before, if it is quoted
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
			signed = isSignatureDelimiter(line) // it stands above the answer, up to the next quotation
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

// isWrappedQuote reports whether a line is the rest of the quoted one above it, which was too
// long for its mark: otherwise its first word would have had room there.
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

// initials mark quoted lines in some old clients, as in "AB> text".
var initials = regexp.MustCompile(`^[\p{L}]{1,3}>`)

// quoteFollows reports whether the next line that is not empty is marked as quoted.
func quoteFollows(lines []string) bool {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	return i >= 0 && isQuoted(strings.TrimSpace(lines[i]))
}
