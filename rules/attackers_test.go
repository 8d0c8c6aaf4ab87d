package rules

import (
	"slices"
	"testing"
)

// TestAttackers compares the pieces that attack a cell with what the move generator knows:
// whether the cell is attacked, and which captures are legal.
func TestAttackers(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		captures := 0
		for seed := range uint64(2) {
			walk(v, seed, 40, func(p *Position, legal []Move) {
				for c := range Cell(v.Cells()) {
					if p.At(c) == Air {
						continue
					}
					for _, by := range []Color{White, Black} {
						list := p.Attackers(by, c)
						if (len(list) > 0) != p.attacked(c, by, NoCell) {
							t.Fatalf("%s: %v attacks %s with %d pieces", p.FEN(), by, v.CellName(c), len(list))
						}
						if slices.ContainsFunc(list, func(from Cell) bool { return p.At(from).Color() != by }) {
							t.Fatalf("%s: attackers of %s: %v", p.FEN(), v.CellName(c), list)
						}
					}
				}
				for from := range Cell(v.Cells()) {
					for _, c := range p.Attacks(from) {
						if p.At(c) == Air || !slices.Contains(p.Attackers(p.At(from).Color(), c), from) {
							t.Fatalf("%s: the piece on %s attacks %s", p.FEN(), v.CellName(from), v.CellName(c))
						}
					}
				}
				for _, m := range legal {
					piece, from, to := p.Mover(m)
					if m.Kind == BoardMove || !piece.Exists() || !p.At(to).Exists() || p.At(to).Color() == p.Turn() {
						continue
					}
					captures++
					if !slices.Contains(p.Attackers(p.Turn(), to), from) {
						t.Fatalf("%s: %s is a capture, and no attack", p.FEN(), v.LAN(m))
					}
				}
			})
		}
		if captures == 0 {
			t.Error("no captures in any of these games")
		}
	})
}

// TestAttacksOfEmptyCells finds no attacks from where nothing stands.
func TestAttacksOfEmptyCells(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		p := v.Start()
		for c := range Cell(v.Cells()) {
			if !p.At(c).Exists() && p.Attacks(c) != nil {
				t.Errorf("%s attacks", v.CellName(c))
			}
		}
	})
}
