package inbound

import (
	"regexp"
	"strings"
)

// Signs of where an older mail begins.
var (
	// separator is a line above an older mail, such as "-----Original Message-----". Between
	// dashes any language counts.
	separator = pattern(`^[*_ ]*(-{2,}\s*%s.*|-{2,}[^-]*[\p{L} ]{6,}[^-]*-{2,}[*_ ]*|_{10,}|={10,}|-{20,}|\*{20,})$`, forwards)
	announced = pattern(`^[*_ ]*(%s|`+forwards+`)\s*[:：]?[*_ ]*$`, announcements)

	authorField = pattern(`^[*_ ]*%s\s?[*_]*\s?[:：]\s*[*_]*\s*\S`, authorFields)
	otherField  = pattern(`^[*_ ]*%s\s?[*_]*\s?[:：]\s*[*_]*\s*\S`, otherFields)
	// anyField is a header field in a language that is not in the tables.
	anyField = regexp.MustCompile(`^[*_ ]*\p{L}[\p{L} .-]{0,24}[*_]*\s?[:：][*_]*\s+\S`)
)

// startsOlderMail reports whether lines begin an older mail that is not marked line by line.
func startsOlderMail(lines []string) bool {
	line := strings.TrimSpace(lines[0])
	return separator.MatchString(line) || announced.MatchString(line) || isHeaderBlock(lines)
}

// isHeaderBlock reports whether lines begin with a block of header fields, as Outlook writes
// it above an older mail: the author and another field, or three fields of any name with an
// address and a year among them.
func isHeaderBlock(lines []string) bool {
	author, known, any := false, 0, 0
	var address, year bool
	gap := 0
	for _, l := range lines[:min(len(lines), 16)] {
		if l = strings.TrimSpace(l); l == "" {
			if gap++; gap > 1 {
				break
			}
			continue
		}
		isAuthor := authorField.MatchString(l)
		isField := isAuthor || otherField.MatchString(l)
		if !isField && !anyField.MatchString(l) {
			if any == 0 || gap > 0 {
				break
			}
			continue // a field that is wrapped
		}
		gap = 0
		any++
		author = author || isAuthor
		if isField {
			known++
		}
		address, year = address || strings.Contains(l, "@"), year || fourDigits.MatchString(l)
	}
	return authorField.MatchString(strings.TrimSpace(lines[0])) && known >= 2 || author && known >= 3 || any >= 3 && address && year
}

// Parts of an attribution: the lines that say who wrote the quotation below them.
var (
	opened     = pattern(`^[-*_<> ]*%s[\s:].*\d`, openers)
	wrote      = pattern(`(?:^|[^\p{L}])%s(?:[^\p{L}]|$)|(?:`+wroteSuffixes+`)`, wroteWords)
	endsWrote  = pattern(`(?:^|[^\p{L}])(?:%s|\S*(?:`+wroteSuffixes+`))[\s:：.*_>-]*$`, wroteWords)
	loose      = pattern(`^.{1,200}\s%s(\s[^:]{0,60})?\s?:$`, wroteWords)
	quoting    = regexp.MustCompile(`(?i)^(quoting|zitat von|zitiere)\s.*:$|^[*_]*(on|am) .*\d{4}.*:$`)
	ends       = regexp.MustCompile(`[:：][*_]*$`)
	address    = regexp.MustCompile(`[^<>\s@]+@[^<>\s@]+`)
	endsInAddr = regexp.MustCompile(`<[^<>\s@]+@[^<>\s@]+>[*_]*$`)
	fourDigits = regexp.MustCompile(`(^|\D)(19|20)\d\d(\D|$)`)
	clock      = regexp.MustCompile(`(^|\D)\d{1,2}[:.h]\d\d(\D|$)`)
	yearFirst  = regexp.MustCompile(`^[*_<>( ]*20\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}`)
	zoned      = regexp.MustCompile(`^20\d\d-\d\d-\d\d \d{1,2}:\d\d(:\d\d)? (GMT|UTC|[+-]\d{4})`)
	// begun is how the first of several lines of attribution begins.
	begun = regexp.MustCompile(`@|<$|(^|\D)(19|20)\d\d(\D|$)|(^|\D)\d{1,2}[:.]\d\d(\D|$)`)
)

const (
	maxAttribution      = 5   // lines
	maxAttributionBytes = 600 // of all lines together
)

// attributionLines returns how many of the first lines are an attribution, 0 if they are none.
func attributionLines(lines []string) int {
	joined := ""
	for n := 1; n <= min(maxAttribution, len(lines)); n++ {
		line := strings.TrimSpace(lines[n-1])
		if line == "" || isQuoted(line) || len(joined)+len(line) > maxAttributionBytes || n > 1 && startsAttribution(line) {
			return 0
		}
		joined = strings.TrimSpace(joined + " " + line)
		if n > 1 && !begun.MatchString(strings.TrimSpace(lines[0])) && !startsAttribution(strings.TrimSpace(lines[0])) {
			return 0
		}
		switch {
		case n == 1 && (loose.MatchString(line) || quoting.MatchString(line)):
			return n
		case !isAttribution(joined) && !(hasDate(joined) && ends.MatchString(joined) && quoteFollows(lines[n:])):
			continue
		case n > 1 && !startsAttribution(strings.TrimSpace(lines[0])) && isAttribution(line):
			return 0 // the last line says it alone; what is above it is something else
		}
		if rest := lines[n:]; len(rest) > 0 && !ends.MatchString(joined) && hasDate(rest[0]) && ends.MatchString(strings.TrimSpace(rest[0])) {
			n++ // it is broken after the verb
		}
		return n
	}
	return 0
}

// startsAttribution reports whether a line can only be the first of an attribution.
func startsAttribution(line string) bool {
	return opened.MatchString(line) && hasDate(line) || yearFirst.MatchString(line)
}

// hasDate reports whether a text has a year, a time of day or an address in it.
func hasDate(s string) bool {
	return fourDigits.MatchString(s) || clock.MatchString(s) || address.MatchString(s)
}

// isAttribution reports whether a text says who wrote something when, also if no quotation
// follows it.
func isAttribution(s string) bool {
	switch {
	case endsWrote.MatchString(s):
		return hasDate(s) || opened.MatchString(s) || strings.Contains(s, " via ")
	case ends.MatchString(s) && wrote.MatchString(s):
		return opened.MatchString(s) || address.MatchString(s)
	case address.MatchString(s) && ends.MatchString(s):
		return fourDigits.MatchString(s) || clock.MatchString(s)
	}
	return yearFirst.MatchString(s) && endsInAddr.MatchString(s) || zoned.MatchString(s)
}
