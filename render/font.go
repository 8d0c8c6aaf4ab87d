package render

import (
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the Go fonts, regular and bold. They are linked into the program, so that
// pictures do not depend on the machine.
var fonts = sync.OnceValue(func() (f [2]*opentype.Font) {
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		var err error
		if f[i], err = opentype.Parse(ttf); err != nil {
			panic(err)
		}
	}
	return f
})

func fontOf(bold bool) *opentype.Font {
	if bold {
		return fonts()[1]
	}
	return fonts()[0]
}

// newFace returns a font in a size in pixels. A face must not be used by two goroutines
// at the same time.
func newFace(bold bool, size float64) font.Face {
	face, err := opentype.NewFace(fontOf(bold), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // the options are ours
	}
	return face
}

// fontBuffers holds the scratch memory that package sfnt needs to read a font.
var fontBuffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

// glyphIndex returns the index of a rune in the Go font, 0 if it has none.
func glyphIndex(buf *sfnt.Buffer, bold bool, r rune) sfnt.GlyphIndex {
	i, err := fontOf(bold).GlyphIndex(buf, r)
	if err != nil {
		return 0
	}
	return i
}

// advance returns the width of a rune in pixels, 0 if no font has it. It is rounded to
// whole pixels, so that each character is drawn once and then copied.
func advance(bold bool, size float64, r rune) float64 {
	buf := fontBuffers.Get().(*sfnt.Buffer)
	defer fontBuffers.Put(buf)
	i := glyphIndex(buf, bold, r)
	if i == 0 {
		return bitmapAdvance(size, r)
	}
	a, err := fontOf(bold).GlyphAdvance(buf, i, fixed.Int26_6(size*64), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(a.Round())
}

// textWidth returns the width of a text in pixels.
func textWidth(bold bool, size float64, s string) (w float64) {
	for _, r := range s {
		w += advance(bold, size, r)
	}
	return w
}

// drawable returns what of a text can be drawn: without characters that no font has, and
// without blanks at its ends.
func drawable(bold bool, s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if canDraw(bold, r) {
			return r
		}
		return -1
	}, s))
}

// canDraw reports whether a font has a rune.
func canDraw(bold bool, r rune) bool {
	return r >= ' ' && (inGoFont(bold, r) || len(bitmapCells(r)) > 0)
}

// inGoFont reports whether the Go font has a rune.
func inGoFont(bold bool, r rune) bool {
	buf := fontBuffers.Get().(*sfnt.Buffer)
	defer fontBuffers.Put(buf)
	return glyphIndex(buf, bold, r) != 0
}

// cutText shortens a text to at most room pixels, with an ellipsis where it is cut.
func cutText(bold bool, size, room float64, s string) string {
	ellipsis := advance(bold, size, '…')
	var width float64
	cut := 0 // how much of the text leaves room for an ellipsis
	for i, r := range s {
		if width+ellipsis <= room {
			cut = i
		}
		if width += advance(bold, size, r); width > room {
			return strings.TrimSpace(s[:cut]) + "…"
		}
	}
	return s
}
