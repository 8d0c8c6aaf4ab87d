package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"stackmate/rules"
)

var regen = flag.Bool("regen", false, "rewrite the golden files")

// goldenPictures are the pictures in testdata; each was looked at before it was added.
func goldenPictures(t *testing.T) map[string]struct {
	pic Picture
	opt Options
} {
	type golden = struct {
		pic Picture
		opt Options
	}
	small := func(o Options) Options {
		o.Scale = 0.5
		return o
	}
	named := func(p Picture) Picture {
		p.White, p.Black = "White", "Black"
		return p
	}
	legal := func(p Picture) Picture {
		c := mobilePiece(&p.Position)
		p.Legal = &c
		return p
	}
	column := func(p Picture) Picture {
		c, m := mobilePiece(&p.Position), p.Position.Moves()[0]
		p.Column, p.Preview = &c, &m
		return p
	}
	return map[string]golden{
		// The README shows these five.
		"readme-stack":          {Of(playSAN(t, "tridimensional", ""), english), Options{View: Stack}},
		"readme-millennium":     {named(Of(playSAN(t, "millennium", openingMillennium), english)), Options{}},
		"readme-nextgen":        {named(Of(playSAN(t, "nextgen:shared", openingNextgen), english)), Options{Theme: "slate"}},
		"readme-3d8l":           {named(Of(playPlies(t, "3d8l", 44), english)), Options{}},
		"readme-tridimensional": {named(Of(boardMoved(t), english)), Options{}},

		"millennium":            {named(Of(playPlies(t, "millennium", 29), english)), Options{}},
		"millennium-black":      {named(Of(playPlies(t, "millennium", 36), english)), small(Options{Side: rules.Black, Theme: "slate"})},
		"millennium-legal":      {legal(Of(playPlies(t, "millennium", 28), english)), small(Options{Theme: "print"})},
		"millennium-stack":      {named(Of(playPlies(t, "millennium", 29), english)), small(Options{View: Stack})},
		"3d8l":                  {named(Of(playPlies(t, "3d8l", 29), english)), small(Options{})},
		"3d8l-stack-black":      {named(Of(playPlies(t, "3d8l", 29), english)), small(Options{View: Stack, Side: rules.Black})},
		"nextgen":               {column(named(Of(playPlies(t, "nextgen", 29), english))), small(Options{Theme: "contrast"})},
		"tridimensional":        {legal(named(Of(playPlies(t, "tridimensional", 29), english))), small(Options{})},
		"tridimensional-board":  {Of(boardMoved(t), english), small(Options{Side: rules.Black})},
		"tridimensional-stack":  {named(Of(playPlies(t, "tridimensional", 29), english)), small(Options{View: Stack, Theme: "slate"})},
		"orthodox-castled":      {Of(playLAN(t, "orthodox", "e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "f8-c5", "e1-g1"), english), small(Options{})},
		"orthodox-stack-legal":  {legal(Of(playPlies(t, "orthodox", 28), english)), small(Options{View: Stack, Theme: "contrast"})},
		"millennium-bare-start": {Picture{Texts: english, Position: rules.VariantByKey("millennium").Start(), Bare: true}, small(Options{})},
	}
}

func TestGoldenPictures(t *testing.T) {
	r := New(0)
	for name, g := range goldenPictures(t) {
		t.Run(name, func(t *testing.T) {
			data, err := r.PNG(g.pic, g.opt)
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, name, data)
		})
	}
}

// compareGolden compares a picture with the one in testdata, or rewrites that with -regen.
func compareGolden(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *regen {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := decodeFile(t, path)
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v, want %v; -regen rewrites it", got.Bounds(), want.Bounds())
	}
	// A compiler that rounds differently may move an edge by a shade.
	if _, mean := compare(want, got); mean > 0.2 {
		t.Errorf("differs by %.3f on average: see %s; -regen rewrites it", mean, saveDifference(t, name, want, got))
	}
}

func decodeFile(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	im, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// saveDifference writes a picture of the difference of two pictures, black where they
// are equal, and returns the file's name.
func saveDifference(t *testing.T, name string, a, b image.Image) string {
	t.Helper()
	im := image.NewGray(a.Bounds())
	for y := range im.Rect.Dy() {
		for x := range im.Rect.Dx() {
			p, q := color.GrayModel.Convert(a.At(x, y)).(color.Gray), color.GrayModel.Convert(b.At(x, y)).(color.Gray)
			d := max(p.Y, q.Y) - min(p.Y, q.Y)
			im.SetGray(x, y, color.Gray{min(255, d) | d<<1})
		}
	}
	f, err := os.CreateTemp("", "stackmate-"+name+"-*.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, im); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}
