package render

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"stackmate/rules"
)

// The time for a picture with long names does not depend on their length.
func TestLongNames(t *testing.T) {
	start := rules.VariantByKey("orthodox").Start()
	for name, text := range map[string]string{
		"letters": strings.Repeat("W", 1<<20), "narrow": strings.Repeat("i", 1<<20), "no glyphs": strings.Repeat("漢", 1<<19),
		"no width": strings.Repeat("\u0301", 1<<19), "spaces": strings.Repeat(" ", 1<<20), "no text": strings.Repeat("\xff", 1<<20),
	} {
		began := time.Now()
		pic := Picture{Texts: english, Position: start, White: text, Black: text, Note: text}
		if _, err := New(1<<20).PNG(pic, Options{Scale: MinScale}); err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(pic.Alt()); n > AltLimit {
			t.Errorf("%s: %d characters of words", name, n)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: a picture took %v", name, took)
		}
		key := pic.resolve()
		if len(key.names[0])+len(key.names[1])+len(key.note) > entryOverhead {
			t.Errorf("%s: the picture's key is larger than it is counted", name)
		}
		if cut := cutText(true, 30, 100, text); textWidth(true, 30, cut) > 100 {
			t.Errorf("%s: %d characters are wider than the room for them", name, utf8.RuneCountInString(cut))
		}
	}
}

// A text that fits is unchanged; one that does not is cut after the last character that
// leaves room for the ellipsis.
func TestCutText(t *testing.T) {
	for text, want := range map[string]string{"": "", "Anna": "Anna", " An\x00na\n": "Anna", "สม": "", "Bertrand the Bold": "Bertra…",
		"Bertr and the Bold": "Bertr…"} {
		if got := cutText(false, 20, 75, drawable(false, text)); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}
