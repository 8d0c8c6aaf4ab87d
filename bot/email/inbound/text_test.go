package inbound

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// takesText stands for the desk's commands: import takes a text of several lines.
func takesText(line string) (takes, begun bool) {
	f := strings.Fields(line)
	switch {
	case f[0] != "import":
		return false, false
	case len(f) > 1 && f[1] == "orthodox":
		return true, len(f) > 2
	}
	return true, len(f) > 1
}

const record = "[Event \"Game 1\"]\n[Site \"Stackmate\"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 {see you\nat 8} *"

// TestText gives a command that takes a text all lines that follow, except what mail programs add,
// and other commands none.
func TestText(t *testing.T) {
	for name, tt := range map[string]struct {
		subject, body string
		want          []string
	}{
		"in the first line":   {"x", "import " + record, []string{"import " + record}},
		"below":               {"x", "import orthodox\n\n" + record, []string{"import orthodox\n" + record}},
		"after a greeting":    {"x", "Hi,\n\nimport\n" + record, []string{"import\n" + record}},
		"in the subject":      {"import", "Hello,\n\n" + record, []string{"import\n" + record}},
		"said twice":          {"import", "import\n" + record, []string{"import\n" + record}},
		"after a command":     {"x", "board\nimport " + record, []string{"board", "import " + record}},
		"above a signature":   {"x", "import " + record + "\n\n-- \nAlice\nresign", []string{"import " + record}},
		"above an older mail": {"x", "import " + record + "\n\nOn Sat, Nov 21, 2026 at 10:00 AM Bot <b@example.test> wrote:\n\n> resign", []string{"import " + record}},
		"nothing":             {"x", "import", []string{"import"}},
		"another command":     {"x", "board\nwell\nimport " + record, []string{"board"}},
		"a long line":         {"x", "import 1. e4 " + strings.Repeat("{x} ", 2000) + "e5", []string{"import 1. e4 " + strings.Repeat("{x} ", 2000) + "e5"}},
	} {
		m := Parse([]byte("From: a@example.org\nSubject: " + tt.subject + "\nContent-Type: text/plain; charset=utf-8\n\n" + tt.body))
		got, beyond := m.Commands(func(l string) bool { return isKnown(l) || strings.HasPrefix(l, "import") }, takesText)
		if diff := cmp.Diff(tt.want, got); diff != "" || len(beyond) > 0 {
			t.Errorf("%s (-want +got):\n%s and beyond %q", name, diff, beyond)
		}
	}
}

// TestAttachedText takes the text from an attached file, in its charset, unless it is cut or too long.
func TestAttachedText(t *testing.T) {
	mail := func(body, header string, content []byte) []byte {
		return fmt.Appendf(nil, "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n%s\n"+
			"--b\nContent-Type: image/png\nContent-Disposition: attachment; filename=x.png\n\nx\n--b\n%s\nContent-Transfer-Encoding: base64\n\n%s\n--b--\n",
			body, header, base64.StdEncoding.EncodeToString(content))
	}
	const pgn = "Content-Type: application/x-chess-pgn\nContent-Disposition: attachment; filename=\"game-1.PGN\""
	for name, tt := range map[string]struct {
		raw  []byte
		want string
	}{
		"pgn":        {mail("import", pgn, []byte(record)), "import\n" + record},
		"CRLF":       {mail("import orthodox\n\nThanks", pgn, []byte("\ufeff"+strings.ReplaceAll(record, "\n", "\r\n"))), "import orthodox\n" + record},
		"latin 1":    {mail("import", "Content-Type: text/plain; charset=iso-8859-1\nContent-Disposition: attachment; filename=a.txt", []byte("{M\xfcller} e4")), "import\n{Müller} e4"},
		"undeclared": {mail("import", pgn, []byte("{M\xfcller} e4")), "import\n{Müller} e4"},
		"inline":     {mail("import", "Content-Type: text/plain; name=a.pgn\nContent-Disposition: inline; filename=a.pgn", []byte("e4")), "import\ne4"},
		"encoded":    {mail("import", "Content-Type: application/octet-stream\nContent-Disposition: attachment; filename*=utf-8''%C3%BC.pgn", []byte("e4")), "import\ne4"},
		"said":       {mail("import d4 d5", pgn, []byte(record)), "import d4 d5"},
		"other":      {mail("board", pgn, []byte(record)), "board"},
		"picture":    {mail("import", "Content-Type: image/png\nContent-Disposition: attachment; filename=a.png", []byte("e4")), "import"},
		"too long":   {mail("import", pgn, []byte(strings.Repeat("e4 ", maxText))), "import"},
		"not whole":  {mail("import", pgn, []byte(strings.Repeat("e4 ", 300)))[:700], "import"},
	} {
		got, _ := Parse(tt.raw).Commands(func(l string) bool { return isKnown(l) || strings.HasPrefix(l, "import") }, takesText)
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
