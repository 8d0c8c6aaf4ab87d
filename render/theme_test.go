package render

import (
	"image/color"
	"math"
	"testing"
)

// luminance returns the relative luminance of a colour (WCAG 2), from 0 to 1.
func luminance(c color.RGBA) float64 {
	f := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B)
}

// contrast returns the contrast ratio of two colours (WCAG 2), from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Also without colour White and Black differ clearly, each stands out from both squares
// by its body or its outline, and labels are legible.
func TestThemesHaveContrast(t *testing.T) {
	for _, th := range themes {
		at := func(a, b tone) float64 { return contrast(th.colors[a], th.colors[b]) }
		need := func(what string, got, want float64) {
			if got < want {
				t.Errorf("%s: %s has a contrast of %.1f, want %.1f", th.name, what, got, want)
			}
		}
		need("white to black", at(toneWhite, toneBlack), 9)
		for _, ground := range []tone{toneLight, toneDark, toneLightLast, toneDarkLast, toneBurst, toneChip} {
			need("white's outline", at(toneWhiteLine, ground), 3)
			need("black's body", at(toneBlack, ground), 2.9)
		}
		need("white on dark", at(toneWhite, toneDark), 1.6)
		need("light to dark", at(toneLight, toneDark), 1.6)
		need("titles", at(toneInk, toneBack), 7)
		need("names", at(toneInk, tonePanel), 7)
		need("labels", at(toneFaint, toneBack), 4.4)
		for _, mark := range []tone{toneLastMove, toneTarget, toneColumn, tonePreview} {
			need("a mark on light", at(mark, toneLight), 4)
			need("a mark on dark", at(mark, toneDark), 1.7)
		}
	}
}

func TestPalettesLeaveOneEntryFree(t *testing.T) {
	for _, name := range Themes() {
		if n := len(paletteOf(name).rgba); n > transparentIndex {
			t.Errorf("%s: %d colours", name, n)
		}
	}
}
