//go:build integration

package web_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// TestMovingPicture makes the moving picture of the README, if MOVING_PICTURE names the file.
func TestMovingPicture(t *testing.T) {
	name := os.Getenv("MOVING_PICTURE")
	if name == "" {
		t.Skip("MOVING_PICTURE names no file")
	}
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("millennium 1. N2g3 N2b6 2. 1e4 *")), screen{"readme", 460, 900, 1, false}, "light")
	c.do(`board.setView('free'), board.select('3d8'), document.activeElement.blur(), document.body.style.background = getComputedStyle(board.stage).backgroundColor`)
	var frames []image.Image
	const count = 30
	for range count {
		c.do(`board.turnBy(%v, 0), new Promise((done) => setTimeout(done, 250))`, 360.0/count) // until the pieces stand upright
		clip := eval[page.Viewport](c, `(() => { const b = board.stage.getBoundingClientRect(); return { x: b.x, y: b.y + scrollY, width: b.width, height: b.height, scale: 1 }; })()`)
		frame, err := png.Decode(bytes.NewReader(call(c, page.CaptureScreenshot, page.CaptureScreenshotParams{Clip: &clip}).Data))
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, frame)
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := gif.EncodeAll(file, animation(frames)); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// animation returns frames as a GIF with their commonest colours, each with only what has changed.
func animation(frames []image.Image) *gif.GIF {
	at := func(f image.Image, x, y int) color.RGBA {
		r, g, b, _ := f.At(x, y).RGBA()
		return color.RGBA{uint8(r>>8) &^ 7, uint8(g>>8) &^ 7, uint8(b>>8) &^ 7, 255}
	}
	seen := map[color.RGBA]int{}
	size := frames[0].Bounds()
	for _, f := range frames {
		for y := size.Min.Y; y < size.Max.Y; y++ {
			for x := size.Min.X; x < size.Max.X; x++ {
				seen[at(f, x, y)]++
			}
		}
	}
	common := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int { return cmp.Compare(seen[b], seen[a]) })
	palette := color.Palette{color.RGBA{}}
	for _, c := range common[:min(len(common), 31)] {
		palette = append(palette, c)
	}
	opaque, nearest := palette[1:], map[color.RGBA]uint8{}
	g := &gif.GIF{}
	last := image.NewPaletted(size, palette)
	for _, f := range frames {
		whole, changed := image.NewPaletted(size, palette), image.NewPaletted(size, palette)
		for y := size.Min.Y; y < size.Max.Y; y++ {
			for x := size.Min.X; x < size.Max.X; x++ {
				c := at(f, x, y)
				n, ok := nearest[c]
				if !ok {
					n = uint8(opaque.Index(c)) + 1
					nearest[c] = n
				}
				whole.SetColorIndex(x, y, n)
				if last.ColorIndexAt(x, y) != n {
					changed.SetColorIndex(x, y, n)
				}
			}
		}
		last = whole
		g.Image, g.Delay, g.Disposal = append(g.Image, changed), append(g.Delay, 12), append(g.Disposal, gif.DisposalNone)
	}
	return g
}
