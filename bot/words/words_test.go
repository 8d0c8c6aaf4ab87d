package words

import (
	"slices"
	"strings"
	"testing"
)

// TestText fills placeholders once: what fills one is not searched for others.
func TestText(t *testing.T) {
	l := Language{Tag: "en", sentences: map[string]string{"a": "{name} and {name} in {game}", "b": "nothing"}}
	for _, tt := range []struct {
		key  string
		args []any
		want string
	}{
		{"a", []any{"name", "{game}", "game", 7}, "{game} and {game} in 7"},
		{"a", nil, "{name} and {name} in {game}"},
		{"a", []any{"name"}, "{name} and {name} in {game}"},
		{"b", []any{"name", "x"}, "nothing"},
		{"a", []any{"name", Key("b"), "game", Key("missing")}, "nothing and nothing in missing"},
		{"missing", []any{"name", "x"}, "missing"},
		{"failure", nil, In("en").sentences["failure"]},
	} {
		if got := l.Text(tt.key, tt.args...); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.key, got, tt.want)
		}
	}
}

// A number decides the ending of the word behind it; what fills other placeholders is left alone.
func TestTextInflects(t *testing.T) {
	for n, want := range map[int]string{1: "1 day per move", 2: "2 days per move"} {
		if got := In("en").Text("clock.per-move", "days", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := In("en").Text("game.unknown", "game", "3 box(es)"); !strings.Contains(got, "3 box(es)") {
		t.Errorf("a value was changed: %q", got)
	}
}

// Browsers send languages in the order in which the reader likes them.
func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{"": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "tlh, DE;q=0.5": "de", "en-GB,de": "en", "*": "en", ";,": "en"} {
		if got := Accepted(header).Tag; got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

// A word is understood in every language, whatever its case; an empty one never.
func TestMeans(t *testing.T) {
	for _, tt := range []struct {
		key, word string
		want      bool
	}{
		{"answer.yes", "YES", true}, {"answer.yes", "ja", true}, {"answer.yes", "", false}, {"answer.yes", "no", false},
		{"answer.white", "Weiß", true}, {"answer.white", "schwarz", false},
		{"name.challenge", "play", true}, {"name.challenge", "challenge", true}, {"name.challenge", "herausfordern", true},
		{"name.nothing", "", false},
	} {
		if got := Means(tt.key, tt.word); got != tt.want {
			t.Errorf("%s: %q is understood: %t", tt.key, tt.word, got)
		}
	}
	if got := Typed("answer.white"); !slices.Equal(got[:2], []string{"white", "w"}) || !slices.Contains(got, "weiß") {
		t.Errorf("%q", got)
	}
}

// A value that comes in English quotation marks is put into those of the language.
func TestTextQuotes(t *testing.T) {
	for tag, want := range map[string]string{"de": "„x“ ist", "en": "“x” is"} {
		if got := In(tag).Text("game.number", "text", "“x”"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", tag, got)
		}
	}
}
