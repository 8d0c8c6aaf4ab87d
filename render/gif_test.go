package render

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"testing"
)

// decodeGIF decodes an animation and returns it with the picture it ends with.
func decodeGIF(t *testing.T, data []byte) (*gif.GIF, *image.RGBA) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, im := range g.Image {
		draw.Draw(screen, im.Rect, im, im.Rect.Min, draw.Over)
	}
	return g, screen
}

func TestGIF(t *testing.T) {
	r := New(0)
	g := playPlies(t, "millennium", 12)
	data, err := r.GIF(g, Replay{Texts: english, From: 4, White: "Anna"}, Options{Scale: 0.5, Theme: "slate"})
	if err != nil {
		t.Fatal(err)
	}
	movie, last := decodeGIF(t, data)
	if len(movie.Image) != 9 {
		t.Errorf("%d frames, want 9", len(movie.Image))
	}
	pic := Of(g, english)
	pic.White = "Anna"
	s := pic.resolve()
	o, _ := Options{Scale: 0.5, Theme: "slate"}.checked()
	if worst, _ := compare(r.compose(&s, o), last); worst != 0 {
		t.Errorf("the last frame differs from the picture by %d", worst)
	}
	again, err := New(0).GIF(g, Replay{Texts: english, From: 4, White: "Anna"}, Options{Scale: 0.5, Theme: "slate"})
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("not the same bytes the second time (%v)", err)
	}
}

// A long game of the largest variant fits and stays within its budget of pixels.
func TestGIFOfALongGame(t *testing.T) {
	g := playPlies(t, "3d8l", 300)
	if g.Len() != 300 {
		t.Fatalf("the game has %d plies", g.Len())
	}
	data, err := New(0).GIF(g, Replay{Texts: english}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > GIFLimit {
		t.Errorf("%d bytes, want at most %d", len(data), GIFLimit)
	}
	c, err := gif.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if 301*c.Width*c.Height > maxReplayPixels*1.1 || c.Width < 400 {
		t.Errorf("%d x %d", c.Width, c.Height)
	}
}

// A replay of thousands of plies leaves out pictures.
func TestReplayBudget(t *testing.T) {
	g := playPlies(t, "3d8l", 1)
	scale, stride := New(0).budget(g, Replay{Texts: english, To: 4000}, Options{Scale: 1, Theme: "wood"})
	if scale != MinScale || stride < 3 || stride > 5 {
		t.Errorf("scale %v, every %d plies", scale, stride)
	}
}

// A replay that becomes too large is abandoned, so that the next attempt is smaller.
func TestReplayStopsAtItsLimit(t *testing.T) {
	g := playPlies(t, "millennium", 10)
	o, _ := Options{}.checked()
	if _, fits := New(0).encodeReplay(g, Replay{Texts: english, To: 10, stride: 1}, o, 20_000); fits {
		t.Error("a replay of 11 pictures fits into 20 KB")
	}
	if data, fits := New(0).encodeReplay(g, Replay{Texts: english, To: 10, stride: 5}, o, 1<<20); !fits {
		t.Error("a replay of 3 pictures does not fit into a megabyte")
	} else if movie, _ := decodeGIF(t, data); len(movie.Image) != 3 {
		t.Errorf("%d frames, want 3", len(movie.Image))
	}
}

func TestGIFRefusesMissingPlies(t *testing.T) {
	g := playPlies(t, "orthodox", 6)
	for _, rp := range []Replay{{From: -1}, {From: 7}, {To: 7}, {From: 4, To: 2}} {
		if _, err := New(0).GIF(g, rp, Options{}); !errors.Is(err, ErrRange) {
			t.Errorf("%+v: %v, want ErrRange", rp, err)
		}
	}
}
