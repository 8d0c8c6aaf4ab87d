package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"sync"
	"testing"

	"stackmate/rules"
)

func TestPNGRefusesBadOptions(t *testing.T) {
	r := New(0)
	pic := Picture{Texts: english, Position: rules.VariantByKey("millennium").Start()}
	for _, tt := range []struct {
		opt  Options
		want error
	}{
		{Options{Theme: "plaid"}, ErrTheme},
		{Options{Scale: 100}, ErrScale},
		{Options{Scale: -1}, ErrScale},
		{Options{View: 7}, ErrView},
	} {
		if _, err := r.PNG(pic, tt.opt); !errors.Is(err, tt.want) {
			t.Errorf("%+v: error %v, want %v", tt.opt, err, tt.want)
		}
	}
}

// Every game, side, view and theme is drawn, none of them square.
func TestPNGOfEverything(t *testing.T) {
	r := New(0)
	for _, key := range gameKeys {
		pic := Of(playPlies(t, key, 30), english)
		pic.White, pic.Black = "Anna", "Bertrand"
		for _, theme := range Themes() {
			for _, view := range []View{Flat, Stack} {
				for _, side := range []rules.Color{rules.White, rules.Black} {
					o := Options{View: view, Theme: theme, Side: side, Scale: 0.4}
					data, err := r.PNG(pic, o)
					if err != nil {
						t.Fatalf("%s %+v: %v", key, o, err)
					}
					c, err := png.DecodeConfig(bytes.NewReader(data))
					if err != nil {
						t.Fatalf("%s %+v: %v", key, o, err)
					}
					if float64(c.Width) < 1.2*float64(c.Height) {
						t.Errorf("%s %v: %d x %d is too near to a square", key, view, c.Width, c.Height)
					}
				}
			}
		}
	}
}

// Pictures at scale 1 stay below their limits in bytes in every theme.
func TestPNGIsSmall(t *testing.T) {
	r := New(0)
	for key, limit := range map[string]int{"millennium": 50_000, "3d8l": 120_000} {
		for _, theme := range Themes() {
			pic := Of(playPlies(t, key, 30), english)
			pic.White, pic.Black = "Anna", "Bertrand"
			data, err := r.PNG(pic, Options{Theme: theme})
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > limit {
				t.Errorf("%s %s: %d bytes, want at most %d", key, theme, len(data), limit)
			}
		}
	}
}

func TestMillenniumIsThreeBoardsWide(t *testing.T) {
	data, err := New(0).PNG(Of(playPlies(t, "millennium", 10), english), Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if c.Width < 1450 || c.Width > 1550 || c.Height < 650 || c.Height > 800 {
		t.Errorf("%d x %d, want about 1500 x 750", c.Width, c.Height)
	}
}

// The same picture is the same file from every renderer, also when several goroutines
// draw at once and whatever is cached.
func TestConcurrentUse(t *testing.T) {
	g := playPlies(t, "millennium", 12)
	drawn := func(r *Renderer, n int) []byte {
		data, err := r.PNG(At(g, n, english), Options{Theme: Themes()[n%4], View: View(n % 2), Scale: 0.5})
		if err != nil {
			t.Error(err)
		}
		return data
	}
	want := make([][]byte, g.Len()+1)
	for n := range want {
		want[n] = drawn(New(1), n) // keeps nothing
	}
	shared := New(4 << 20)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for n := range want {
				if !bytes.Equal(drawn(shared, n), want[n]) {
					t.Errorf("ply %d: not the same bytes", n)
				}
			}
		})
	}
	wait.Wait()
	_, parts := shared.parts.Len()
	_, pictures := shared.pictures.Len()
	if parts+pictures > 4<<20 {
		t.Errorf("%d bytes kept, bound %d", parts+pictures, 4<<20)
	}
}

// Everything that a picture depends on is part of its key in the cache.
func TestCacheTellsPicturesApart(t *testing.T) {
	r := New(0)
	g := playPlies(t, "nextgen", 12)
	p := g.Position()
	cell, m := mobilePiece(&p), p.Moves()[0]
	var taken rules.Captures
	taken[rules.NewPiece(rules.Black, rules.Queen)] = 3
	seen := make(map[string]string)
	for i, pic := range []Picture{
		{Texts: english, Position: p}, Of(g, english), {Texts: english, Position: p, Legal: &cell}, {Texts: english, Position: p, Column: &cell}, {Texts: english, Position: p, Preview: &m},
		{Texts: english, Position: p, White: "Anna"}, {Texts: english, Position: p, Note: "drawn"}, {Texts: english, Position: p, Bare: true}, {Texts: english, Position: g.Start()}, {Texts: english, Position: p, Captured: &taken},
		{Texts: german, Position: p},
	} {
		for j, o := range []Options{{Scale: 0.4}, {Scale: 0.4, Side: rules.Black}, {Scale: 0.4, View: Stack}, {Scale: 0.4, Theme: "slate"}, {Scale: 0.5}} {
			name := fmt.Sprint(i, "/", j)
			for range 2 { // drawn, then kept
				data, err := r.PNG(pic, o)
				if err != nil {
					t.Fatal(err)
				}
				if other, ok := seen[string(data)]; ok && other != name {
					t.Errorf("pictures %s and %s are the same", name, other)
				}
				seen[string(data)] = name
			}
		}
	}
}

// Two moves that lead to the same position and leave the same square are told apart.
func TestCacheTellsMovesApart(t *testing.T) {
	r := New(0)
	seen := make(map[string]bool)
	v := rules.VariantByKey("orthodox")
	var pictures []Picture
	for fen, move := range map[string]string{"r6k/1P6/8/8/8/8/8/K7 w - - 0 1": "bxa8=Q+", "r6k/1Q6/8/8/8/8/8/K7 w - - 0 1": "Qxa8+"} {
		before, err := v.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := before.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		pic := Picture{Texts: english, Position: before.Play(m), Before: &before, Last: &m, Captured: new(rules.Captures)}
		data, err := r.PNG(pic, Options{})
		if err != nil || seen[string(data)] {
			t.Errorf("%s looks as the other (%v)", move, err)
		}
		seen[string(data)] = true
		pictures = append(pictures, pic)
	}
	if pictures[0].Position != pictures[1].Position {
		t.Error("the positions differ")
	}
}

// A picture composed of sprites looks like one drawn in full colour, but for the steps
// of its palette.
func TestComposedLooksRasterized(t *testing.T) {
	r := New(0)
	for i, key := range gameKeys {
		for _, view := range []View{Flat, Stack} {
			o, _ := Options{View: view, Theme: Themes()[(i+int(view))%4], Scale: 0.5}.checked()
			pic := Of(playPlies(t, key, 17), english)
			cell := mobilePiece(&pic.Position)
			pic.Legal = &cell
			s := pic.resolve()
			want := r.rasterizeAll(&s, o)
			got := r.compose(&s, o)
			if worst, mean := compare(want, got); mean > 0.8 || worst > 110 {
				t.Errorf("%s %v %s: differs by %.2f on average, by %d at most", key, view, o.Theme, mean, worst)
			}
			releaseImage(got)
		}
	}
}

// rasterizeAll is the reference for compose: it draws everything in full colour.
func (r *Renderer) rasterizeAll(s *resolvedPicture, o Options) *image.RGBA {
	l := r.layout(layoutKey{s.pos.Variant(), s.texts, o, s.bare})
	return rasterize(l.w, l.h, themeNamed(o.Theme), l.background, l.foreground(s))
}

// compare returns the largest and the mean difference of two pictures of the same size,
// from 0 to 255; a pixel counts by its component that differs most.
func compare(a, b image.Image) (worst int, mean float64) {
	p, q := rgba(a), rgba(b)
	sum := 0
	for i := 0; i < len(p.Pix); i += 4 {
		d := 0
		for k := i; k < i+3; k++ {
			d = max(d, int(p.Pix[k])-int(q.Pix[k]), int(q.Pix[k])-int(p.Pix[k]))
		}
		worst = max(worst, d)
		sum += d
	}
	return worst, float64(sum) / float64(len(p.Pix)/4)
}

func rgba(im image.Image) *image.RGBA {
	to := image.NewRGBA(im.Bounds())
	draw.Draw(to, to.Rect, im, im.Bounds().Min, draw.Src)
	return to
}
