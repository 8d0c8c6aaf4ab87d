package rules

import (
	"strings"
	"testing"
)

// Keys and aliases are found in any case, and no two games share one.
func TestVariantByName(t *testing.T) {
	for _, v := range Variants() {
		for _, name := range append(v.Aliases(), v.Key()) {
			if got := VariantByName(strings.ToUpper(name)); got != v {
				t.Errorf("%s is %v, want %s", name, got, v.Key())
			}
		}
		for _, name := range v.Aliases() {
			if VariantByKey(name) != nil {
				t.Errorf("%s is the key of a game and an alias of %s", name, v.Key())
			}
		}
	}
	if v := VariantByName(""); v != nil {
		t.Errorf("no name is %s", v.Key())
	}
	if v := VariantByName("Chess"); v != orthodox {
		t.Errorf("Chess is %v", v)
	}
}

// Neighbours on a level differ in colour, White's left corner is dark, and only in 3D-8L
// Chess are the levels coloured differently.
func TestDark(t *testing.T) {
	for _, v := range Variants() {
		for c := range Cell(v.Cells()) {
			at := v.Coord(c)
			for _, step := range []Coord{{File: 1}, {Rank: 1}, {Level: 1}} {
				next := v.CellAt(Coord{at.File + step.File, at.Rank + step.Rank, at.Level + step.Level})
				differs := step.Level == 0 || strings.HasPrefix(v.Key(), "3d8l")
				if next != NoCell && (v.Dark(c) != v.Dark(next)) != differs {
					t.Errorf("%s: %s and %s, %t and %t", v.Key(), v.CellName(c), v.CellName(next), v.Dark(c), v.Dark(next))
				}
			}
			if at == (Coord{}) && !v.Dark(c) {
				t.Errorf("%s: %s is light", v.Key(), v.CellName(c))
			}
		}
	}
}
