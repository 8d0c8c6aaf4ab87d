package render

import (
	"slices"
	"testing"

	"stackmate/rules"
)

// keys are the games, the setups of one left out.
var keys = []string{"millennium", "orthodox", "3d8l", "nextgen", "tridimensional"}

// busy returns a game of so many plies with moves picked evenly from all over the
// board, the same each time.
func busy(t testing.TB, key string, plies int) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
	for i := range plies {
		p := g.Position()
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		g.Play(moves[(i*7919+13)%len(moves)])
	}
	return g
}

// played returns the game after moves in machine notation.
func played(t testing.TB, key string, moves ...string) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
	if err := g.PlayMachine(moves...); err != nil {
		t.Fatal(err)
	}
	return g
}

// busiest returns the piece to move with the most captures, then the most moves.
func busiest(p *rules.Position) rules.Cell {
	best, most := rules.NoCell, -1
	for c := range rules.Cell(p.Variant().Cells()) {
		n := 0
		for _, m := range p.MovesFrom(c) {
			n++
			if _, takes := p.Captures(m); takes {
				n += 20
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}

// names returns the names of cells, sorted.
func names(v *rules.Variant, cells []rules.Cell) (list []string) {
	for _, c := range cells {
		if c != rules.NoCell {
			list = append(list, v.CellName(c))
		}
	}
	slices.Sort(list)
	return list
}

// boardMoved returns a game whose last move is an attack board's.
func boardMoved(t testing.TB) *rules.Game {
	t.Helper()
	for plies := range 200 {
		g := busy(t, "tridimensional", plies)
		p := g.Position()
		if moves := p.BoardMoves(); len(moves) > 0 {
			g.Play(moves[0])
			return g
		}
	}
	t.Fatal("no attack board ever moves")
	return nil
}
