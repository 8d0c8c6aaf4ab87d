package render

import "math"

// scale is the number of pixels per unit; lengths in layouts are written in units.
type scale float64

// px converts units to whole pixels, at least one.
func (k scale) px(units float64) float64 { return math.Max(1, math.Round(units*float64(k))) }

// textSize converts the height of a text from units to pixels, at least six.
func (k scale) textSize(units float64) float64 { return math.Max(6, math.Round(units*float64(k))) }

// appendText adds a text, its baseline at y; size is its height in units. With align 0
// the text begins at x, with 0.5 x is its middle, with 1 its end.
func (k scale) appendText(list []shape, t tone, bold bool, size, x, y, align float64, s string) []shape {
	size = k.textSize(size)
	x = math.Round(x - align*textWidth(bold, size, s))
	return append(list, shape{Form: textForm, Tone: t, Bold: bold, Size: size, Text: s,
		Points: []point{{x, math.Round(y)}}})
}
