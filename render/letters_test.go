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

// At 16 pixels, the size of eight levels in a chat, letters differ more than the pictures of
// mace, bishopmace, rookmace and rookbishop do.
func TestLettersDiffer(t *testing.T) {
	const size = 16
	difference := func(a, b rules.Role, letters bool) (d float64) {
		p, q := rasterizePiece(&themes[0], rules.NewPiece(rules.White, a), size, letters), rasterizePiece(&themes[0], rules.NewPiece(rules.White, b), size, letters)
		for i := range p.Pix {
			d += math.Abs(float64(p.Pix[i]) - float64(q.Pix[i]))
		}
		return d / (255 * size * size * 3)
	}
	alike := []rules.Role{rules.Mace, rules.Bishopmace, rules.Rookmace, rules.Rookbishop}
	least := map[bool]float64{true: 1, false: 1}
	for i, a := range alike {
		for _, b := range alike[:i] {
			for letters := range least {
				least[letters] = min(least[letters], difference(a, b, letters))
			}
		}
	}
	if least[true] < 0.04 {
		t.Errorf("letters differ by %.3f, pictures by %.3f", least[true], least[false])
	}
	t.Logf("letters differ by %.3f, pictures by %.3f", least[true], least[false])
}
