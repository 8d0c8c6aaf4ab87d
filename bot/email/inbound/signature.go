package inbound

import (
	"strings"
	"unicode/utf8"
)

var (
	deviceLine = pattern(`^(?:%s)|(?:`+deviceEnds+`)[.!。]?$`, devices)
	greetLine  = pattern(`^%s(?:[^\p{L}][^0-9#]{0,40})?$`, greetings)
)

// isSignatureDelimiter reports whether a trimmed line separates the text from a signature
// (RFC 3676, section 4.3).
func isSignatureDelimiter(line string) bool { return line == "--" }

// isDeviceLine reports whether a line is one that mail programs add, such as "Sent from my
// phone".
func isDeviceLine(line string) bool {
	line = strings.Trim(line, "*_<>()[] ")
	return utf8.RuneCountInString(line) <= 160 && deviceLine.MatchString(line)
}

// isGreeting reports whether a line is nothing but a greeting.
func isGreeting(line string) bool { return greetLine.MatchString(line) }
