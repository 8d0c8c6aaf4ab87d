package engine

import (
	"math/bits"

	"stackmate/rules"
)

// attacker is a piece that can capture on the cell of an exchange. Axis is that of the line to
// the cell on which it is, or -1, and bit its place on that line; pieces behind it on the line
// attack after it has gone.
type attacker struct {
	value int32
	axis  int8
	bit   uint8
}

// exchange finds out what captures on one cell win.
type exchange struct {
	t        *tables
	side     [2][]attacker
	from     rules.Cell     // what makes the first capture has left this cell
	occupied [maxAxes]uint8 // cells of the lines through the target with pieces that have not captured yet
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
	lines, away := p.Lines(), t.g.Spots(m.From)
	for axis, at := range t.g.Spots(target) {
		occupied := lines.Occupied(at.Line)
		if away[axis].Line == at.Line {
			occupied &^= away[axis].At
		}
		x.occupied[axis&(maxAxes-1)] = occupied
		x.alongLine(p, target, axis, at, at.All)
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

// alongLine adds the first piece on each side of the target that attacks it along a line, as
// far as it is one of the given cells.
func (x *exchange) alongLine(p *rules.Position, target rules.Cell, axis int, at rules.Spot, cells uint8) {
	occupied := x.occupied[axis&(maxAxes-1)]
	for seen := at.Reach(occupied) & occupied & cells; seen != 0; seen &= seen - 1 {
		bit := seen & -seen
		c := x.t.g.LineCell(at.Line, bit)
		adjacent := bit<<1 == at.At || bit>>1 == at.At
		if x.t.slides[p.At(c).Role()]>>axis&1 != 0 || adjacent && x.near(p, c, target) {
			x.add(p, c, int8(axis), bit)
		}
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

func (x *exchange) add(p *rules.Position, c rules.Cell, axis int8, bit uint8) {
	if c == x.from {
		return
	}
	piece := p.At(c)
	side := piece.Color()
	x.side[side] = append(x.side[side], attacker{x.t.weights.plain[piece.Role()], axis, bit})
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
	if a.axis >= 0 {
		at := x.t.g.Spots(target)[a.axis]
		x.occupied[a.axis&(maxAxes-1)] &^= a.bit
		behind := a.bit - 1
		if a.bit > at.At {
			behind = ^behind
		}
		x.alongLine(p, target, int(a.axis), at, behind)
	}
	return a, true
}
