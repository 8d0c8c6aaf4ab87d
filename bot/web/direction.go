package web

import (
	"strings"
	"unicode"
)

// isolated returns a name that does not change places with what is around it: names in scripts that are read to the left get
// marks around them.
func isolated(name string) string {
	toTheLeft := func(r rune) bool {
		return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Samaritan, unicode.Mandaic)
	}
	if !strings.ContainsFunc(name, toTheLeft) {
		return name
	}
	return "\u2068" + name + "\u2069"
}
