package inbound

import (
	"strings"
	"unicode/utf8"
)

var (
	deviceLine = pattern(`^(?:%s)|(?:`+deviceEnds+`)[.!。]?$`, devices)
	greetLine  = pattern(`^%s(?:[^\p{L}][^0-9#]{0,40})?$`, greetings)
)

// isSignatureDelimiter reports whether a line begins a signature.
func isSignatureDelimiter(line string) bool { return line == "--" }

// isDeviceLine reports whether a mail program writes a line below every mail, such as
// "Sent from my phone".
func isDeviceLine(line string) bool {
	line = strings.Trim(line, "*_<>()[] ")
	return utf8.RuneCountInString(line) <= 160 && deviceLine.MatchString(line)
}

// isGreeting reports whether a line only opens a letter.
func isGreeting(line string) bool { return greetLine.MatchString(line) }
