package render

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The standard library decodes what we encode, whatever the picture: one colour, noise,
// or rows that mostly equal the row above, at any width.
func TestEncodePNG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 70).Draw(t, "width"), rapid.IntRange(1, 70).Draw(t, "height")
		im := image.NewPaletted(image.Rect(0, 0, width, height), paletteOf(Themes()[0]).colors)
		noise := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range rapid.IntRange(0, 2*width*height).Draw(t, "changes") {
			im.Pix[noise.IntN(len(im.Pix))] = uint8(noise.IntN(len(im.Palette)))
		}
		got, err := png.Decode(bytes.NewReader(encodePNG(im)))
		if err != nil {
			t.Fatal(err)
		}
		if decoded := got.(*image.Paletted); decoded.Rect != im.Rect || !bytes.Equal(decoded.Pix, im.Pix) {
			t.Errorf("a picture of %v comes back as another of %v", im.Rect, decoded.Rect)
		}
	})
}
