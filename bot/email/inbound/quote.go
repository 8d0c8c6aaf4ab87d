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

// own returns the lines that the author wrote. It rather cuts too much than too
// little: once something of one's own has been read, the first sign of an older mail or
// a signature ends it. A greeting alone is not yet something of one's own.
func own(lines []string) []string {
	var out []string
	said, quoted, gap, signed := false, false, false, false
	above := "" // the line before, if it is quoted
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			gap = true
			continue
		}
		if quotation(line) {
			if said {
				break
			}
			quoted, gap, signed, above = true, false, false, line
			continue
		}
		if delimiter(line) || device(line) {
			if said {
				break
			}
			signed = delimiter(line) // it stands above the answer, up to the next quotation
			continue
		}
		if olderMail(lines[i:]) {
			break
		}
		if n := attribution(lines[i:]); n > 0 {
			if said || !quotationFollows(lines[i+n:]) {
				break
			}
			quoted, gap, signed, above = true, false, false, ""
			i += n - 1
			continue
		}
		if signed || quoted && !gap && wrapped(above, line, lines[i+1:]) {
			above = line
			continue
		}
		quoted = false
		if gap && len(out) > 0 {
			out = append(out, "")
		}
		out, gap = append(out, line), false
		said = said || !greeting(line)
	}
	return out
}

// wrapped reports whether a line is the rest of the quoted one above it, which was too
// long for its mark: otherwise its first word would have had room there.
func wrapped(above, line string, below []string) bool {
	width := wrapBelow
	if len(below) > 0 && quotation(strings.TrimSpace(below[0])) {
		width = wrapWithin
	}
	word, _, _ := strings.Cut(line, " ")
	return above == "" || utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > width
}

// quotation reports whether a line is marked as quoted.
func quotation(line string) bool {
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "»") ||
		initials.MatchString(line)
}

// initials mark quoted lines in some old clients, as in "AB> text".
var initials = regexp.MustCompile(`^[\p{L}]{1,3}>`)

// quotationFollows reports whether the next line that is not empty is marked as quoted.
func quotationFollows(lines []string) bool {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	return i >= 0 && quotation(strings.TrimSpace(lines[i]))
}
