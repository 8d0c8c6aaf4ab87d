package render

import (
	"strings"
	"unicode"

	"github.com/gosimple/unidecode"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// shownName returns a player's name as pictures can show it. Fancy letters become plain
// ones. A word with letters that no font has is written in Latin letters, by their sound;
// characters for which there are none, such as emoji, are left out.
func shownName(name string) string {
	words := strings.Fields(norm.NFKC.String(name))
	for i, word := range words {
		kept := drawable(true, strings.Map(withoutMarks, word))
		latin := strings.TrimSpace(unidecode.Unidecode(strings.Map(undrawable, word)))
		if latin != "" {
			kept = capitalized(drawable(true, strings.TrimSpace(unidecode.Unidecode(word))))
		}
		words[i] = kept
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// withoutMarks drops combining marks, such as the vowels of Hebrew and Arabic.
func withoutMarks(r rune) rune {
	if unicode.Is(unicode.M, r) {
		return -1
	}
	return r
}

// undrawable drops all but letters and digits that no font has.
func undrawable(r rune) rune {
	if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !canDraw(true, r) {
		return r
	}
	return -1
}

// visual returns a line of text in the order in which it is drawn from the left, with the
// letters of Arabic joined.
func visual(line string) string {
	if !strings.ContainsFunc(line, rightToLeft) {
		return line
	}
	direction := bitmapfont.DirectionLeftToRight
	if first := strings.IndexFunc(line, unicode.IsLetter); first >= 0 && strings.IndexFunc(line, rightToLeft) == first {
		direction = bitmapfont.DirectionRightToLeft
	}
	return bitmapfont.PresentationForms(line, direction, language.Und)
}

// rightToLeft reports whether a letter is written from the right to the left.
func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}
