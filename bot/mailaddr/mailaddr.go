// Package mailaddr knows when two mail addresses are the same.
package mailaddr

import (
	"strings"

	"golang.org/x/net/idna"
)

// foreign are the letters outside of ASCII that lower case makes letters of ASCII. In a local
// part, which is the mail server's affair, they would make the address somebody else's.
const foreign = "\u212a\u0130"

// Canonical returns the one spelling by which an address is kept and compared: in lower
// case, with its domain in ASCII. ok is false if it has no domain, or one that cannot be
// written in ASCII, or no local part, or one that lower case makes another.
func Canonical(address string) (canonical string, ok bool) {
	at := strings.LastIndexByte(address, '@')
	if at <= 0 {
		return "", false
	}
	local := address[:at]
	domain, ok := ascii(address[at+1:])
	return strings.ToLower(local) + "@" + domain, ok && domain != "" && !strings.ContainsAny(local, foreign)
}

// Domain returns a domain in ASCII and in lower case, so that its spellings can be compared.
// A text that is no domain is returned in lower case.
func Domain(domain string) string {
	domain, _ = ascii(domain)
	return domain
}

// ascii is lenient with what is in ASCII anyway: mail servers have names that the standard
// does not allow.
func ascii(domain string) (string, bool) {
	lower := strings.ToLower(domain)
	out, err := idna.Lookup.ToASCII(domain)
	if err == nil {
		return out, true
	}
	return lower, strings.IndexFunc(lower, func(r rune) bool { return r > 0x7e }) < 0
}
