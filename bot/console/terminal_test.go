package console

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stackmate/render"
)

// environment returns a function like os.Getenv for variables such as "TERM=xterm".
func environment(variables string) func(string) string {
	return func(name string) string {
		for v := range strings.FieldsSeq(variables) {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

func TestStyleOf(t *testing.T) {
	for env, want := range map[string]render.TextStyle{
		"": {},
		"TERM=dumb LANG=de_DE.UTF-8 COLORTERM=truecolor": {},
		"TERM=xterm-256color":                            {Marks: true, Colors: render.ManyColors},
		"TERM=xterm-256color LANG=en_US.UTF-8":           {Marks: true, Colors: render.ManyColors, Symbols: true},
		"TERM=xterm-256color LANG=en_US.UTF-8 LC_ALL=C":  {Marks: true, Colors: render.ManyColors},
		"TERM=xterm-256color LANG=en_US.utf8 NO_COLOR=1": {Marks: true, Symbols: true},
		"TERM=xterm LC_CTYPE=C.UTF-8":                    {Marks: true, Colors: render.FewColors, Symbols: true},
		"TERM=xterm COLORTERM=truecolor":                 {Marks: true, Colors: render.ManyColors},
		"TERM=linux LANG=en_US.UTF-8":                    {Marks: true, Colors: render.FewColors},
		"WT_SESSION=0a1b":                                {Marks: true, Colors: render.ManyColors, Symbols: true},
	} {
		if got := StyleOf(environment(env)); got != want {
			t.Errorf("%s: %+v", env, got)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for env, want := range map[string]string{"": "en", "LANG=C.UTF-8": "en", "LANG=de_AT.UTF-8": "de", "LANG=de": "de", "LANG=fr_FR": "en",
		"LANG=en_GB LC_ALL=de_DE@euro": "de", "LANG=de_DE LC_MESSAGES=en_US": "en", "LANG=en_US LANGUAGE=fr:de:en": "de", "LANG=de-DE": "de"} {
		if got := LanguageOf(environment(env)).Tag; got != want {
			t.Errorf("%s: %s", env, got)
		}
	}
}

// Lines are broken at blanks, and characters count as wide as they are shown.
func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		want    []string
	}{
		{"one two three", 20, []string{"one two three"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"one two three", 2, []string{"one", "two", "three"}},
		{"", 10, []string{""}},
		{"山田 太郎 x", 9, []string{"山田 太郎", "x"}},
		{"山田 太郎 x", 8, []string{"山田", "太郎 x"}},
		{"e\u0301e\u0301 e\u0301e\u0301", 5, []string{"e\u0301e\u0301 e\u0301e\u0301"}},
	} {
		if got := wrapLine(tt.text, tt.columns); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %d columns: %q", tt.text, tt.columns, got)
		}
	}
}

// Tab adds what all words have in common, and lists them when that is nothing.
func TestCompleteLine(t *testing.T) {
	for _, tt := range []struct {
		line    string
		words   []string
		want    string
		choices int
	}{
		{"xyz", nil, "xyz", 0},
		{"n2", []string{"N2g3"}, "N2g3 ", 0},
		{"legal 3", []string{"3b8"}, "legal 3b8 ", 0},
		{"5c", []string{"5c2-5c4", "5c2-5c3"}, "5c2-5c", 0},
		{"h", []string{"help", "history"}, "h", 2},
		{"z", []string{"zurück", "züge"}, "z", 2},
		{"N", []string{"N-5c3", "N-5a3", "…"}, "N", 3}, // others may be different
	} {
		got, choices := complete(tt.line, tt.words)
		if got != tt.want || len(choices) != tt.choices {
			t.Errorf("%q with %q: %q, %q", tt.line, tt.words, got, choices)
		}
	}
}

// A file that is there already gets a neighbour, unless it is of this session.
func TestFree(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.pgn")
	table := Table{written: map[string]bool{}}
	for i, want := range []string{"game.pgn", "game-2.pgn", "game-3.pgn", "game-3.pgn"} {
		got, err := table.free(name)
		if err != nil || filepath.Base(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if err := os.WriteFile(got, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		table.written[got] = i == 2
	}
}
