package inbound

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// isKnown stands for the desk's commands.
func isKnown(line string) bool {
	f := strings.Fields(strings.ToLower(line))
	switch f[0] {
	case "challenge", "board", "resign", "draw", "help", "moves", "accept":
		return true
	}
	return len(f) <= 2 && (strings.HasPrefix(f[0], "#") || strings.ContainsAny(f[0], "0123456789") || strings.HasPrefix(f[0], "o-o"))
}

// corpus says what each mail in testdata asks for, or by what sign it is automatic.
var corpus = map[string][]string{
	"gmail": {"N2g3"}, "gmail-german": {"N2g3", "board"}, "gmail-mobile-german": {"N2g3"}, "gmail-html-only": {"N2g3"},
	"outlook": {"N2g3"}, "outlook-html": {"N2g3"}, "outlook-web": {"N2g3"}, "outlook-mobile": {"N2g3"},
	"outlook-plain-german": {"N2g3"}, "apple-mail": {"N2g3"}, "iphone": {"N2g3"}, "iphone-html": {"O-O"},
	"thunderbird-bottom": {"N2g3"}, "thunderbird-html": {"N2g3"}, "mutt": {"#12 N2g3"}, "mutt-top": {"N2g3"},
	"interleaved": {"N2g3"}, "android-samsung": {"N2g3"}, "yahoo": {"N2g3"}, "protonmail": {"N2g3"},
	"several": {"#12 N2g3", "#13 Bx3e5", "board"}, "forwarded": nil, "unmarked-history": {"N2g3"},
	"new-subject":       {"challenge bob@example.org orthodox white"},
	"new-subject-empty": {"help"}, "new-body": {"challenge bob@example.org"},
	"latin1-qp": {"help Züge"}, "base64-utf16": {"N2g3"}, "iso-2022-jp": {"help こんにちは"},
	"windows-1251": {"help ход"}, "undeclared-8bit": {"help Züge"}, "unknown-charset": {"N2g3"},
	"attachment": {"N2g3"}, "attachment-first": {"N2g3"}, "signed": {"N2g3"}, "truncated": {"N2g3"}, "hidden-html": {"N2g3"},

	"bounce": {"!empty return path"}, "bounce-odd": {"!subject"}, "vacation-exchange": {"!subject"},
	"vacation-german": {"!subject"}, "vacation-gmail": {"!Auto-Submitted"}, "list": {"!List-Id"}, "noreply": {"!sender"},
	"newsletter": {"!Precedence"}, "own": {"!Auto-Submitted"}, "two-authors": {"!no single author"}, "read-receipt": {"!report"},
}

func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) != len(corpus) {
		t.Fatalf("%d mails for %d expectations, %v", len(files), len(corpus), err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".eml")
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for ends, raw := range map[string][]byte{"LF": raw, "CRLF": bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))} {
			t.Run(name+"/"+ends, func(t *testing.T) {
				m := Parse(raw)
				got, _ := m.Commands(isKnown, nil)
				if m.AutomaticSign != "" {
					got = []string{"!" + m.AutomaticSign}
				}
				if diff := cmp.Diff(corpus[name], got); diff != "" {
					t.Errorf("commands (-want +got):\n%s\ntext: %q", diff, m.Lines)
				}
			})
		}
	}
}

func TestHead(t *testing.T) {
	raw, err := os.ReadFile("testdata/new-subject-empty.eml")
	if err != nil {
		t.Fatal(err)
	}
	m := Parse(raw)
	if m.From != "alice@example.org" || m.Name != "Alice Ärmel" || m.Subject != "help" || m.IsReply || m.ID != "m1@example.org" {
		t.Errorf("read %+v", m)
	}
	m = Parse([]byte("From: a@example.org\n\nhi\n"))
	if !strings.HasPrefix(m.ID, "sha256-") {
		t.Errorf("a mail without Message-ID is %q", m.ID)
	}
	for field, want := range map[string]string{"Content-Language: de-DE": "de", "Accept-Language: en-GB, de": "en",
		"Content-Language: x-klingon": "", "X: y": ""} {
		if m := Parse([]byte("From: a@example.org\n" + field + "\n\nhi\n")); m.Language != want {
			t.Errorf("%s means %q", field, m.Language)
		}
	}
	for _, from := range []string{"a@b@c", "<>", "a b@example.org", "", "x"} {
		if m := Parse([]byte("From: " + from + "\n\nhi\n")); m.From != "" || m.AutomaticSign == "" {
			t.Errorf("author %q became %q", from, m.From)
		}
	}
}

func TestBounds(t *testing.T) {
	deep := "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
	for range 200 {
		deep += "--b\nContent-Type: multipart/mixed; boundary=b\n\n"
	}
	for name, raw := range map[string]string{
		"nesting": deep + "--b\n\nresign\n",
		"parts":   "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: image/png\n\nx\n", 20000) + "--b\n\nresign\n",
		"header":  "From: a@example.org\nX: " + strings.Repeat("y", 2<<20) + "\n\nresign\n",
		"html":    "From: a@example.org\nContent-Type: text/html\n\n" + strings.Repeat("<div>", 100000) + "<blockquote>resign",
	} {
		t.Run(name, func(t *testing.T) {
			if m := Parse([]byte(raw)); len(m.Lines) != 0 {
				t.Errorf("text %.100q", m.Lines)
			}
		})
	}
	long := Parse([]byte("From: a@example.org\n\n" + strings.Repeat("help\n", 1000) + strings.Repeat("ö", 100000)))
	if got, beyond := long.Commands(isKnown, nil); len(got) != maxCommands || len(beyond) != 1000-maxCommands {
		t.Errorf("%d commands and %d beyond", len(got), len(beyond))
	}
	if got, _ := Parse([]byte("From: a@example.org\n\n"+strings.Repeat("ö", 100000))).Commands(isKnown, nil); len(got) != 1 || len(got[0]) > maxLine {
		t.Errorf("a line of %d bytes", len(got[0]))
	}
}

// TestExactBounds reads mails of exactly the greatest length, and nothing beyond it.
func TestExactBounds(t *testing.T) {
	nested := func(depth int) []byte {
		text := "Content-Type: text/plain\n\nresign\n"
		for i := range depth {
			text = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%s\n--b%d--\n", i, i, text, i)
		}
		return []byte("From: a@example.org\n" + text)
	}
	if m := Parse(nested(maxDepth)); len(m.Lines) != 1 {
		t.Errorf("at depth %d it reads %q", maxDepth, m.Lines)
	}
	if m := Parse(nested(maxDepth + 1)); len(m.Lines) != 0 {
		t.Errorf("at depth %d it reads %q", maxDepth+1, m.Lines)
	}
	people := func(n int, key string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("p%d@example.org", i))
		}
		return key + ": " + strings.Join(list, ",\n ") + "\n"
	}
	for n, want := range map[int]int{maxAddresses: maxAddresses, maxAddresses + 50: maxAddresses} {
		m := Parse([]byte("From: a@example.org\n" + people(n, "To") + people(n, "Cc") + people(n, "Delivered-To") + "\nhi\n"))
		if len(m.To) != want || len(m.Cc) != want || len(m.DeliveredTo) != want {
			t.Errorf("of %d people it knows %d, %d and %d", n, len(m.To), len(m.Cc), len(m.DeliveredTo))
		}
	}
	chain := ""
	for i := range 50 {
		chain += fmt.Sprintf(" <m%d@example.org>\n", i)
	}
	m := Parse([]byte("From: a@example.org\nIn-Reply-To: <x@example.org>\nReferences:" + chain + "\nhi\n"))
	if len(m.References) != 1+maxReferences || m.References[0] != "x@example.org" || m.References[1] != "m49@example.org" {
		t.Errorf("it answers %q", m.References)
	}
}
