package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDeadMaterial enumerates every placement of king and piece against a bare king in
// check, and compares the least number of flights with a table: 0 is mate.
func TestDeadMaterial(t *testing.T) {
	tests := map[string]map[string]int{
		"orthodox":   {"Q": 0, "R": 0, "B": 1, "N": 1},
		"millennium": {"Q": 0, "R": 1, "B": 2, "N": 2},
		"3d8l": {"Q": 0, "Rb": 1, "Bm": 1, "G": 1, "R": 2, "B": 2, "N": 2, "Rm": 2, "M": 3,
			"Nr": 3, "Ng": 3},
		"nextgen":        {"Q": 0, "B": 1, "R": 2, "N": 2},
		"tridimensional": {"Q": 0, "R": 0, "B": 0, "N": 0},
	}
	for key, want := range tests {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			v := VariantByKey(key)
			got := map[string]int{}
			for _, role := range v.Roles() {
				if role == King || role == Pawn {
					continue
				}
				got[role.Letters()] = leastFlights(v, role)
				if weak := got[role.Letters()] > 0; weak != v.cannotMate[role] {
					t.Errorf("a lone %v is weak: the table says %v", role, v.cannotMate[role])
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("flights (-want +got):\n%s", diff)
			}
		})
	}
}

// leastFlights returns the least number of flights left to a bare king in check by
// a lone piece.
func leastFlights(v *Variant, role Role) int {
	least := 99
	p := v.Start()
	p.occ, p.unmoved, p.pawns, p.rights, p.turn = [2]CellSet{}, CellSet{}, CellSet{}, 0, Black
	for c := range v.cells {
		if p.board[c] != Air {
			p.board[c] = Empty
		}
	}
	for k, at := range v.cells {
		if bare := Cell(k); p.board[bare] != Air && inDomain(v, at) {
			p.put(bare, NewPiece(Black, King))
			for x := range v.cells {
				if p.board[x] == Empty {
					p.put(Cell(x), NewPiece(White, role))
					if p.attacks(Cell(x), bare) {
						least = min(least, withKing(&p, bare, least))
					}
					lift(&p, Cell(x))
				}
			}
			lift(&p, bare)
		}
	}
	return least
}

// withKing tries every cell for the white king. The king takes away at most the flights
// that both kings can reach, so cells that cannot leave fewer flights than the least known
// number are skipped.
func withKing(p *Position, bare Cell, least int) int {
	v := p.v
	p.kings[White] = Cell(slices.IndexFunc(v.cells, func(c Coord) bool { return shared(v, bare, v.CellAt(c)) == 0 && v.CellAt(c) != bare }))
	alone := len(p.MovesFrom(bare)) // the white king is nowhere
	for c := range v.cells {
		king := Cell(c)
		if p.board[king] != Empty || v.leapSet[King][bare].Has(king) || alone-shared(v, bare, king) >= least {
			continue
		}
		p.put(king, NewPiece(White, King))
		if p.InCheck() {
			least = min(least, len(p.MovesFrom(bare)))
		}
		lift(p, king)
	}
	return least
}

// shared counts the cells that a king on each of two cells could go to.
func shared(v *Variant, a, b Cell) int {
	both := v.leapSet[King][a]
	for i, w := range v.leapSet[King][b] {
		both[i] &= w
	}
	return both.count()
}

func lift(p *Position, c Cell) {
	p.vacate(p.board[c].Color(), c)
	p.board[c] = Empty
}

// inDomain chooses one cell of each class that the game's symmetries make equal: every game
// except Tridimensional Chess can be mirrored along its axes, and the cube rotated.
func inDomain(v *Variant, c Coord) bool {
	if len(v.pins) > 0 {
		return true
	}
	files, ranks, levels := v.Size()
	if int(c.File) >= (files+1)/2 || int(c.Rank) >= (ranks+1)/2 || int(c.Level) >= (levels+1)/2 {
		return false
	}
	return levels < 8 || c.File <= c.Rank && c.Rank <= c.Level
}
