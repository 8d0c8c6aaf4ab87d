package render

import (
	"math"
	"slices"
	"testing"

	"stackmate/rules"
)

// In the picture of all eight levels the pieces that standard chess does not have are
// letters, which a legend explains in the reader's language; at reading size they are not.
func TestSmallSpecialPiecesAreLetters(t *testing.T) {
	v := rules.VariantByKey("3d8l")
	for _, tt := range []struct {
		opt     Options
		letters bool
	}{
		{Options{}, true}, {Options{View: Stack}, true}, {Options{Scale: 3}, true},
		{Options{Levels: LevelsOf(4)}, false}, {Options{Levels: LevelsOf(4), View: Stack}, false},
		{Options{Levels: LevelsOf(1, 6)}, false}, {Options{Levels: LevelsOf(4), Scale: 0.3}, true},
	} {
		for _, texts := range []*Texts{english, german} {
			pic := Of(playPlies(t, "3d8l", 60), texts)
			o, err := tt.opt.checkedFor(v)
			if err != nil {
				t.Fatal(err)
			}
			s := pic.resolve()
			sc := sceneOf(&s, o)
			var shown []string
			for _, sh := range slices.Concat(sc.Background, sc.Foreground) {
				if sh.Form == textForm {
					shown = append(shown, sh.Text)
				}
				if sh.Form == pieceForm && sh.Letters != (tt.letters && special(sh.Piece.Role())) {
					t.Errorf("%+v: a %v is letters: %v", tt.opt, sh.Piece.Role(), sh.Letters)
				}
			}
			for _, r := range v.Roles() {
				if name := texts.pieces[r].one; slices.Contains(shown, name) != (tt.letters && special(r)) {
					t.Errorf("%+v: the legend's %q", tt.opt, name)
				}
			}
		}
	}
	if o, _ := (Options{}).checked(); newLayout(rules.VariantByKey("millennium"), english, o, false).letters {
		t.Error("a game without special pieces has letters")
	}
}

// At 16 pixels, the size of eight levels in a chat, no two special pieces look the same.
func TestLettersDiffer(t *testing.T) {
	const size = 16
	var seen []rules.Role
	for _, a := range rules.VariantByKey("3d8l").Roles() {
		if !special(a) {
			continue
		}
		p := rasterizePiece(&themes[0], rules.NewPiece(rules.White, a), size, true)
		for _, b := range seen {
			q, d := rasterizePiece(&themes[0], rules.NewPiece(rules.White, b), size, true), 0.0
			for i := range p.Pix {
				d += math.Abs(float64(p.Pix[i]) - float64(q.Pix[i]))
			}
			if share := d / (3 * 255 * size * size); share < 0.02 {
				t.Errorf("%v and %v differ by %.1f %%", a, b, 100*share)
			}
		}
		seen = append(seen, a)
	}
	if len(seen) != 7 {
		t.Errorf("%d special pieces, want 7", len(seen))
	}
}
