package render

import (
	"testing"

	"stackmate/rules"
)

// The parts of a game show each square once, and describe each level once. Their pictures are
// narrower than the whole.
func TestParts(t *testing.T) {
	for _, v := range rules.Variants() {
		shown := make([]int, v.Cells())
		described := Levels(0)
		parts := Parts(v)
		if len(parts) != len(v.Boards()) {
			t.Errorf("%s: %d parts", v.Key(), len(parts))
		}
		whole := newLayout(v, english, Options{Scale: 1}, true)
		for _, p := range parts {
			l := newLayout(v, english, Options{Scale: 1, Board: p.Board}, true)
			for c := range rules.Cell(v.Cells()) {
				if l.shows(c) {
					shown[c]++
				}
			}
			if described&p.Levels != 0 {
				t.Errorf("%s: levels are described twice", v.Key())
			}
			described |= p.Levels
			if len(parts) > 1 && l.w >= whole.w/2+l.h/8 {
				t.Errorf("%s: part %s is %d wide, the whole %d", v.Key(), p.Name, l.w, whole.w)
			}
		}
		for c, n := range shown {
			if n != 1 {
				t.Errorf("%s: %s is in %d parts", v.Key(), v.CellName(rules.Cell(c)), n)
			}
		}
		if _, _, levels := v.Size(); described != Levels(1)<<levels-1 {
			t.Errorf("%s: levels %b are described", v.Key(), described)
		}
	}
}
