package inbound

import (
	"fmt"
	"testing"
)

// TestAuthor finds the author of a mail: one address in one spelling, and none if it could be somebody
// else's.
func TestAuthor(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"mike@example.org":                            "mike@example.org",
		"Mike.K@Example.ORG":                          "mike.k@example.org",
		"\"eve@example.com\" <mike@example.org>":      "mike@example.org",
		"mike@example.org (eve@example.com)":          "mike@example.org",
		"=?utf-8?q?eve=40example=2Ecom?= <m@e.org>":   "m@e.org",
		"jürgen@example.org":                          "jürgen@example.org",
		"friends: mike@example.org;":                  "mike@example.org",
		"friends: mike@example.org, eve@example.com;": "",
		"mike@example.org, eve@example.com":           "",
		"mike@example.org\nFrom: eve@example.com":     "",
		"<mike@example.org> <eve@example.com>":        "",
		"mike@example.org <eve@example.com>":          "eve@example.com",
		"<mike@example.org>, eve@":                    "mike@example.org",
		"\"mike@example.org\"@example.com":            "",
		"\"mike \"@example.org":                       "",
		"mi\u212ae@example.org":                       "", // in lower case they are other people's
		"M\u0130KE@example.org":                       "",
		"mike@\u212a.example":                         "mike@k.example", // as domains are read
		"mike@example.org\u200b":                      "mike@example.org",
		"m\u200bike@example.org":                      "",
		"\u202emike@example.org":                      "",
		"mike@example.org@example.com":                "",
		"undisclosed-senders:;":                       "",
	} {
		m := Parse(fmt.Appendf(nil, "From: %s\nTo: chess@example.test\nMessage-ID: <1@example.org>\n\ne4\n", from))
		if m.From != want || (m.From == "") != (m.AutomaticSign != "") {
			t.Errorf("%q is read as %q (%q), not %q", from, m.From, m.AutomaticSign, want)
		}
	}
}
