package render

import (
	"image/color"
	"math"
	"testing"
)

// vision is how an eye sees a colour: a matrix over linear red, green and blue.
type vision struct {
	name   string
	matrix [3][3]float64
}

// visions has the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model
// for Simulation of Color Vision Deficiency" (2009), at severity 1.
var visions = []vision{
	{"full colour", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
}

// luminance returns the relative luminance of a colour (WCAG 2) as an eye sees it, from 0 to 1.
func (v vision) luminance(c color.RGBA) (y float64) {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		m := v.matrix[i]
		y += weight * min(1, max(0, m[0]*r+m[1]*g+m[2]*b))
	}
	return y
}

// contrast returns the contrast ratio of two colours (WCAG 2), from 1 to 21.
func (v vision) contrast(a, b color.RGBA) float64 {
	x, y := v.luminance(a), v.luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// squareTones are the tones of squares, and grounds those of everything else that a piece
// can stand before: in a stack it rises above its square, before other squares, the edge of
// a board and the background. In the status bar it is on a chip.
var (
	squareTones = []tone{toneLight, toneDark, toneLightLast, toneDarkLast}
	grounds     = append([]tone{toneBurst, toneChip, toneFrame, toneBack}, squareTones...)
)

// In every theme, with full colour and for people who do not see red or green, pieces and
// marks have a contrast of 3 to everything that they can be next to. What counts for a piece
// is its outline, or its body where the outline has the colour of the ground; for a line with
// a light edge the line or the edge. All other marks are of one colour.
func TestThemesHaveContrast(t *testing.T) {
	for _, th := range themes {
		for _, eye := range visions {
			at := func(a, b tone) float64 { return eye.contrast(th.colors[a], th.colors[b]) }
			need := func(want, got float64, what string, tones ...tone) {
				t.Helper()
				if got < want {
					t.Errorf("%s, %s: %s %v has a contrast of %.2f, want %.1f", th.name, eye.name, what, tones, got, want)
				}
			}
			need(9, at(toneWhite, toneBlack), "white to black")
			for _, ground := range grounds {
				need(3, max(at(toneWhite, ground), at(toneWhiteLine, ground)), "a white piece on", ground)
				need(3, max(at(toneBlack, ground), at(toneBlackLine, ground)), "a black piece on", ground)
				for _, mark := range []tone{toneLastMove, tonePreview, toneCheck, toneTarget} {
					need(3, max(at(mark, ground), at(toneHalo, ground)), "a mark with a light edge on", mark, ground)
					need(3, at(mark, toneHalo), "the light edge of", mark)
				}
			}
			for _, square := range squareTones {
				for _, mark := range []tone{toneLastMove, tonePreview, toneTarget, toneColumn, toneCheck} {
					need(3, at(mark, square), "a mark on a square", mark, square)
				}
			}
			need(3, at(toneCheck, toneBurst), "the edge of a star")
			need(1.6, at(toneWhite, toneDark), "white on dark")
			need(1.6, at(toneLight, toneDark), "light to dark")
			need(7, at(toneInk, toneBack), "titles")
			need(7, at(toneInk, tonePanel), "names")
			need(4.4, at(toneFaint, toneBack), "labels")
			need(3, at(toneTurn, tonePanel), "whose turn it is")
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
