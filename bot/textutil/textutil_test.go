package textutil

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTruncate(t *testing.T) {
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""}, {"", 3, ""}, {"Bishop", 0, ""}, {"Bishop", -1, ""}, {"Bishop", 1, "…"}, {"Bishop", 5, "Bish…"},
		{"Bishop", 6, "Bishop"}, {"Bishop", 7, "Bishop"}, {"Läufer", 3, "Lä…"}, {"♔♕♖", 2, "♔…"}, {"♔♕♖", 3, "♔♕♖"},
	} {
		if got := Truncate(tt.text, tt.limit); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, limit := rapid.String().Draw(t, "text"), rapid.IntRange(1, 20).Draw(t, "limit")
		got := Truncate(text, limit)
		if utf8.RuneCountInString(text) <= limit {
			if got != text {
				t.Fatalf("%q became %q", text, got)
			}
			return
		}
		cut, marked := strings.CutSuffix(got, Ellipsis)
		if !marked || utf8.RuneCountInString(got) != limit || !strings.HasPrefix(text, cut) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"Nf3":                          "“Nf3”",
		"  two\r\nlines\t ":            "“two lines”",
		"\u202eleft\u200b \xffto\x00 ": "“left to”",
		strings.Repeat("x", 61):        "“" + strings.Repeat("x", 59) + "…”",
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
