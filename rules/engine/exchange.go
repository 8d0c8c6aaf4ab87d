package engine

import (
	"math/bits"

	"stackmate/rules"
)

// attacker is a piece that can capture on the cell of an exchange. Line is the direction
// from the cell in which it is, or -1; pieces behind it on the line attack after it has
// gone.
type attacker struct {
	value int32
	cell  rules.Cell
	line  int8
	step  int8 // its place on the line
}

// exchange finds out what captures on one cell win.
type exchange struct {
	t    *tables
	side [2][]attacker
	from rules.Cell // what makes the first capture has left this cell
}

// gain returns what the side to move wins by a capture when both sides go on capturing on
// the same cell with their cheapest pieces for as long as that pays.
func (x *exchange) gain(p *rules.Position, m rules.Move) int32 {
	w := x.t.weights
	piece := p.At(m.From)
	var won [40]int32
	if m.Kind == rules.EnPassant {
		won[0] = w.plain[rules.Pawn]
	} else {
		won[0] = w.plain[p.At(m.To).Role()]
	}
	at := w.plain[piece.Role()]
	if m.Promotion != rules.NoRole {
		at = w.plain[m.Promotion]
		won[0] += at - w.plain[rules.Pawn]
	}
	x.collect(p, m)
	n := 0
	for side := p.Turn().Other(); n < len(won)-1; side = side.Other() {
		a, ok := x.cheapest(p, m.To, side)
		if !ok || a.value >= w.plain[rules.King] && len(x.side[side.Other()]) > 0 {
			break
		}
		n++
		won[n] = at - won[n-1]
		at = a.value
		if max(-won[n-1], won[n]) < 0 {
			break
		}
	}
	for ; n > 0; n-- {
		won[n-1] = -max(-won[n-1], won[n])
	}
	return won[0]
}

// collect finds the attackers of the target of a move, without the piece that moves.
func (x *exchange) collect(p *rules.Position, m rules.Move) {
	t, target := x.t, m.To
	x.side[0], x.side[1], x.from = x.side[0][:0], x.side[1][:0], m.From
	for line := range t.lines[target] {
		x.alongLine(p, target, int8(line), 0)
	}
	leapers, off := &t.leapers[target], &t.offLine[target]
	white, black := p.Pieces(rules.White), p.Pieces(rules.Black)
	for i := range t.words {
		all := white[i] | black[i]
		for w := leapers[i] & all; w != 0; w &= w - 1 {
			c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
			if role := p.At(c).Role(); t.leaper[role] && role != rules.King && t.leaps[role][c].Has(target) {
				x.add(p, c, -1, 0)
			}
		}
		for w := off[i] & all; w != 0; w &= w - 1 {
			if c := rules.Cell(i<<6 + bits.TrailingZeros64(w)); x.near(p, c, target) {
				x.add(p, c, -1, 0)
			}
		}
	}
}

// alongLine adds the first piece on a line, from a place on it, if it attacks the target.
func (x *exchange) alongLine(p *rules.Position, target rules.Cell, line, from int8) {
	t := x.t
	list := t.lines[target][line]
	for i := int(from); i < len(list); i++ {
		c := rules.Cell(list[i])
		piece := p.At(c)
		if piece <= rules.Air || c == x.from {
			continue
		}
		if t.mask[piece.Role()]>>uint(line)&1 != 0 || i == 0 && x.near(p, c, target) {
			x.add(p, c, line, int8(i))
		}
		return
	}
}

// near reports whether a king or pawn attacks the target.
func (x *exchange) near(p *rules.Position, c, target rules.Cell) bool {
	switch piece := p.At(c); piece.Role() {
	case rules.King:
		return x.t.king[target].Has(c)
	case rules.Pawn:
		return x.t.pawnFrom[piece.Color()][target].Has(c)
	}
	return false
}

func (x *exchange) add(p *rules.Position, c rules.Cell, line, step int8) {
	if c == x.from {
		return
	}
	piece := p.At(c)
	side := piece.Color()
	x.side[side] = append(x.side[side], attacker{x.t.weights.plain[piece.Role()], c, line, step})
}

// cheapest takes the cheapest attacker of a side away and adds what is behind it.
func (x *exchange) cheapest(p *rules.Position, target rules.Cell, side rules.Color) (attacker, bool) {
	list := x.side[side]
	if len(list) == 0 {
		return attacker{}, false
	}
	best := 0
	for i := range list {
		if list[i].value < list[best].value {
			best = i
		}
	}
	a := list[best]
	list[best] = list[len(list)-1]
	x.side[side] = list[:len(list)-1]
	if a.line >= 0 {
		x.alongLine(p, target, a.line, a.step+1)
	}
	return a, true
}
