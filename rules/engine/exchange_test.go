package engine

import (
	"testing"

	"stackmate/rules"
)

// TestExchangesCompared compares exchanges with what they are by definition, in positions of
// random games. Attackers of equal worth may capture in any order.
func TestExchangesCompared(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		x := exchange{t: tablesOf(v)}
		compared := 0
		for seed := range uint64(12) {
			g := random(v, seed, 8+6*int(seed))
			p := g.Position()
			for _, m := range p.Moves() {
				if m.Kind >= rules.EnPassant {
					continue
				}
				low, high := plainExchange(&p, m)
				if !x.wins(&p, m, low) || x.wins(&p, m, high+1) {
					t.Fatalf("%s %v: at least %d %v, at least %d %v", p.FEN(), m, low, x.wins(&p, m, low), high+1, x.wins(&p, m, high+1))
				}
				compared++
			}
		}
		if compared < 100 {
			t.Errorf("only %d moves", compared)
		}
	})
}

// plainExchange returns the least and the most that a move can win.
func plainExchange(p *rules.Position, m rules.Move) (low, high int32) {
	plain := tablesOf(p.Variant()).weights.plain
	left := map[rules.Cell]bool{m.From: true}
	won, at := plain[p.At(m.To).Role()], plain[p.At(m.From).Role()]
	if m.Promotion != rules.NoRole {
		at = plain[m.Promotion]
		won += at - plain[rules.Pawn]
	}
	low, high = takeBack(p, m.To, p.Turn().Other(), at, left)
	return won - high, won - low
}

// takeBack returns the least and the most that a side wins by capturing what is worth an amount, or
// 0 when it does not; the cells that pieces have left are empty.
func takeBack(p *rules.Position, target rules.Cell, side rules.Color, at int32, left map[rules.Cell]bool) (low, high int32) {
	plain := tablesOf(p.Variant()).weights.plain
	least := int32(1 << 20)
	var cheapest []rules.Cell
	for _, c := range plainAttackers(p, target, side, left) {
		switch value := plain[p.At(c).Role()]; {
		case value < least:
			least, cheapest = value, []rules.Cell{c}
		case value == least:
			cheapest = append(cheapest, c)
		}
	}
	if len(cheapest) == 0 || p.At(cheapest[0]).Role() == rules.King && len(plainAttackers(p, target, side.Other(), left)) > 0 {
		return 0, 0
	}
	low, high = 1<<20, 0
	for _, c := range cheapest {
		left[c] = true
		l, h := takeBack(p, target, side.Other(), least, left)
		delete(left, c)
		low, high = min(low, at-h), max(high, at-l)
	}
	return max(0, low), max(0, high)
}

func plainAttackers(p *rules.Position, target rules.Cell, side rules.Color, left map[rules.Cell]bool) (list []rules.Cell) {
	g := rules.GeometryOf(p.Variant())
	own := p.Pieces(side)
	for c := range own.All {
		if left[c] || c == target {
			continue
		}
		role := p.At(c).Role()
		reached := g.Leaps(role, c)
		if role == rules.Pawn {
			reached = g.PawnCaptures(side, c)
		}
		for _, ray := range g.Rays(role, c) {
			for _, to := range ray {
				reached = append(reached, to)
				if piece := p.At(to); to == target || piece.Exists() && !left[to] {
					break
				}
			}
		}
		for _, to := range reached {
			if to == target {
				list = append(list, c)
				break
			}
		}
	}
	return list
}
