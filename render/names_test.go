package render

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"stackmate/rules"
)

// Names are shown in their own letters, in Latin ones where no font has them, and never as
// a colour if anything of them can be shown.
func TestNamesInAnyScript(t *testing.T) {
	for name, want := range map[string]string{
		"Anna":             "Anna",
		"山田太郎":             "山田太郎",
		"陈小明 😀":            "陈小明",
		"김철수":              "김철수",
		"Nguyễn Văn Hải":   "Nguyễn Văn Hải",
		"Ελένη Иван":       "Ελένη Иван",
		"გიორგი Հայկ":      "გიორგი Հայկ",
		"محمد علي":         "محمد علي",
		"שָׁלוֹם":          "שלום",
		"สมชาย ใจดี":       "Smchaay Aicchdii",
		"हिन्दी x":         "Hindii x",
		"𝓐𝓷𝓷𝓪":             "Anna",
		"Zoe\u0301 \u202e": "Zoé",
		" \x00An\nna ":     "An na",
		"😀😀":               "",
	} {
		if got := shownName(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
	start := rules.VariantByKey("millennium").Start()
	for name, want := range map[string]string{"山田太郎": "山田太郎", "محمد علي": "ﻲﻠﻋ ﺪﻤﺤﻣ", "😀": "White"} {
		if shown := shownTexts(Picture{Texts: english, Position: start, White: name}); !slices.Contains(shown, want) {
			t.Errorf("%q is not drawn as %q: %q", name, want, shown)
		}
	}
}

// Letters of different languages differ in the picture: none is an empty box or blank.
func TestBitmapFont(t *testing.T) {
	seen := make(map[string]rune)
	for _, r := range "山田太郎김שﻣგՀễ" {
		one := shape{Form: textForm, Bold: true, Size: 24, Text: string(r), Points: []point{{8, 30}}}
		cover := string(newMask(rasterizeMask(&one, 48, 44)).cover)
		if strings.Trim(cover, "\x00") == "" {
			t.Errorf("%c is blank", r)
		}
		if other, ok := seen[cover]; ok {
			t.Errorf("%c looks as %c", r, other)
		}
		seen[cover] = r
		if advance(true, 24, r) < 10 {
			t.Errorf("%c is %v pixels wide", r, advance(true, 24, r))
		}
	}
}

// Whatever a name is, what is shown of it can be drawn, and drawing it does not fail.
func TestShownNameIsDrawable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("אבג محمدلا\u0301\u200d\u202e\u2067 12a.-,()漢สम\ufe8d")))).Draw(t, "name")
		shown := shownName(name)
		if !utf8.ValidString(shown) || drawable(true, shown) != shown {
			t.Fatalf("%q is shown as %q", name, shown)
		}
		p := newParagraph(true, 20, 10, 100, 50, shown)
		for _, line := range p.lines {
			if w := textWidth(true, p.size, line); w > 100 {
				t.Fatalf("%q: a line is %v pixels wide", name, w)
			}
		}
	})
}
