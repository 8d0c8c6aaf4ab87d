package inbound

import (
	"strings"
	"unicode/utf8"
)

var (
	deviceLine = pattern(`^(?:%s)|(?:`+deviceEnds+`)[.!。]?$`, devices)
	greetLine  = pattern(`^%s(?:[^\p{L}][^0-9#]{0,40})?$`, greetings)
)

// delimiter reports whether a line begins a signature.
func delimiter(line string) bool { return line == "--" }

// device reports whether a mail program writes a line below every mail, such as
// "Sent from my phone".
func device(line string) bool {
	line = strings.Trim(line, "*_<>()[] ")
	return utf8.RuneCountInString(line) <= 160 && deviceLine.MatchString(line)
}

// greeting reports whether a line only opens a letter.
func greeting(line string) bool { return greetLine.MatchString(line) }
