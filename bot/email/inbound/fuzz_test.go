package inbound

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzParse holds that no mail makes the parser panic, take long, or hand on much.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		began := time.Now()
		m := Parse(raw)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%d bytes took %v", len(raw), took)
		}
		size := 0
		for _, l := range m.Lines {
			size += len(l) + 1
			if strings.ContainsAny(l, "\r\n\x00") {
				t.Errorf("line %q", l)
			}
		}
		if size > 6*maxText || len(m.To) > maxAddresses || len(m.Subject) > 900 || len(m.ID) > 500 {
			t.Errorf("%d bytes of text, %d people", size, len(m.To))
		}
		list, beyond := m.Commands(func(string) bool { return true }, nil)
		for _, c := range slices.Concat(list, beyond) {
			if len(c) > maxLine || isQuoted(c) {
				t.Errorf("command %q", c)
			}
		}
	})
}

// FuzzQuoted holds that whatever somebody writes above a quoted mail, nothing in
// that mail becomes a command.
func FuzzQuoted(f *testing.F) {
	for _, top := range []string{"", "N2g3", "Hi,\n\nN2g3\nboard", "N2g3\n\n-- \nAlice", "> x\n\nN2g3", "On x wrote:", "From: a\nTo: b"} {
		f.Add(top)
	}
	const sentinel = "resign"
	styles := map[string]string{
		"gmail":     "\n\nOn Sat, Nov 21, 2026 at 10:00 AM Stackmate <\nchess+g12-abcdefghijklmnopqrstuvwxyz@example.test> wrote:\n\n> resign yes\n>\n> resign\n",
		"german":    "\n\nAm 21.11.26 um 10:00 schrieb Stackmate:\n> resign yes\n>> resign, and so long a line that the program has wrapped it,\nresign wrapped\n",
		"outlook":   "\n\nFrom: Stackmate <chess@example.test>\nSent: Saturday\nSubject: Game 12\n\nresign yes\n",
		"original":  "\n\n-----Original Message-----\nresign yes\n\nresign\n",
		"unmarked":  "\n\nOn Saturday, 21 November 2026, Stackmate wrote:\n\nresign yes\n",
		"signature": "\n-- \nresign\n",
		"iphone":    "\n\nSent from my iPhone\n\n> resign\n",
	}
	quoted := []string{
		`<blockquote type="cite">resign<p>resign<br>resign</blockquote>`,
		`<div class="gmail_quote"><div>resign</div><blockquote>resign</blockquote>resign</div>`,
		`<div id="divRplyFwdMsg">resign</div>resign`, `<div class="x_yahoo_quoted"><p>resign</div>`,
	}
	f.Fuzz(func(t *testing.T, top string) {
		if strings.Contains(strings.ToLower(normalize(top)), "resi") || len(top) > 4000 {
			t.Skip()
		}
		check := func(name, kind, body string) {
			m := Parse([]byte("From: a@example.org\nIn-Reply-To: <x@example.test>\nContent-Type: " + kind + "; charset=utf-8\n\n" + body))
			list, beyond := m.Commands(func(string) bool { return true }, nil)
			for _, c := range slices.Concat(list, beyond) {
				if strings.Contains(c, sentinel) {
					t.Errorf("%s: command %q below %q", name, c, top)
				}
			}
		}
		for name, quote := range styles {
			check(name, "text/plain", top+quote)
		}
		for _, quote := range quoted {
			check("html", "text/html", "<p>"+html.EscapeString(top)+"</p>"+quote)
		}
	})
}

// FuzzReplies holds that whatever somebody writes above a mail quoted by any program in
// any language, nothing of that mail becomes a command.
func FuzzReplies(f *testing.F) {
	replies, err := txtar.ParseFile("testdata/replies.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i, top := range []string{"", "N2g3", "Hi,\n\nN2g3\nboard", "> Your move.\nN2g3", "-- \nAlice", "From: a\nTo: b", "On 1. e4 I play e5"} {
		f.Add(top, uint8(i))
	}
	f.Fuzz(func(t *testing.T, top string, which uint8) {
		if strings.Contains(strings.ToLower(normalize(top)), "resi") || len(top) > 4000 {
			t.Skip()
		}
		reply := replies.Files[int(which)%len(replies.Files)]
		_, history, _ := strings.Cut(string(reply.Data), "\n")
		list, beyond := Parse([]byte("From: a@example.org\nIn-Reply-To: <x@example.test>\nContent-Type: text/plain; charset=utf-8\n\n"+
			top+"\n"+history)).Commands(func(string) bool { return true }, nil)
		for _, c := range slices.Concat(list, beyond) {
			if strings.Contains(c, "resign") {
				t.Errorf("%s: command %q below %q", reply.Name, c, top)
			}
		}
	})
}
