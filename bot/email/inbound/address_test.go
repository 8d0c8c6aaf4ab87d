package inbound

import (
	"strings"
	"testing"
)

// TestAuthors parses From fields as mail programs write them, also those that break the standard.
func TestAuthors(t *testing.T) {
	for from, want := range map[string]string{
		"Hans Müller <h@example.org>":                          "h@example.org",
		"Müller, Hans <h@example.org>":                         "h@example.org",
		"M\xfcller, Hans <h@example.org>":                      "h@example.org",
		"Hans M\xfcller <H@Example.org>":                       "h@example.org",
		"a..b@docomo.ne.jp":                                    "a..b@docomo.ne.jp",
		"<a..b@docomo.ne.jp>":                                  "a..b@docomo.ne.jp",
		"\"a\" <.a.@docomo.ne.jp>":                             ".a.@docomo.ne.jp",
		"=?x-unknown?Q?M=FCller?= <h@example.org>":             "h@example.org",
		"=?utf-8?Q?broken <h@example.org>":                     "h@example.org",
		"h@example.org <h@example.org>":                        "h@example.org",
		"Dr. Hans (home <h@example.org>":                       "h@example.org",
		"\"Hans <h@example.org>":                               "h@example.org",
		"Hans, [Club] <h@example.org> (away)":                  "h@example.org",
		"h@bücher.example":                                     "h@xn--bcher-kva.example",
		"Hans <h@BÜCHER.example>":                              "h@xn--bcher-kva.example",
		"Hans <h@xn--bcher-kva.example>":                       "h@xn--bcher-kva.example",
		"a@example.org, b@example.org":                         "",
		"a <a@example.org>, b <b@example.org>":                 "",
		"Müller, Hans <h@example.org>, Bob, B <b@example.org>": "",
		"a..b@example.org, c..d@example.org":                   "",
		"Hans, <h@example.org":                                 "",
		"Hans, <h@exa mple.org>":                               "",
		"Hans, <h@example.org <x@example.org>>":                "x@example.org",
		"Hans, <@example.org>":                                 "",
		"Hans, <h@\xfc.example>":                               "",
		"Hans, <>":                                             "",
		"nobody":                                               "",
	} {
		m := Parse([]byte("From: " + from + "\n\nhi\n"))
		if m.From != want || (want == "") != (m.AutomaticSign != "") {
			t.Errorf("%q is from %q (%s), want %q", from, m.From, m.AutomaticSign, want)
		}
		if strings.ContainsAny(m.Name, "\r\n\x00\ufffd") {
			t.Errorf("%q has the name %q", from, m.Name)
		}
	}
	if m := Parse([]byte("From: Müller, Hans <h@example.org>\nFrom: b@example.org\n\nhi\n")); m.From != "" {
		t.Errorf("of two fields %q is the author", m.From)
	}
	m := Parse([]byte("From: a@example.org\nTo: Müller, Hans <h@example.org>, Bot, The <Chess@Bücher.example>\n\nhi\n"))
	if len(m.To) != 2 || m.To[1] != "chess@xn--bcher-kva.example" {
		t.Errorf("to %q", m.To)
	}
}
