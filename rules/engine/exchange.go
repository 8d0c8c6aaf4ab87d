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

// wins reports whether the side to move wins at least an amount by a capture, or by a quiet move to
// where it can be captured, when both sides go on capturing on the same cell with their cheapest
// pieces for as long as that pays.
func (x *exchange) wins(p *rules.Position, m rules.Move, least int32) bool {
	w := x.t.weights
	us, them := p.Turn(), p.Turn().Other()
	at := w.plain[p.At(m.From).Role()] // the value of the piece that is on the cell now
	ahead := -least                    // by how much the mover has won more than that, as long as nothing more is captured
	if m.Kind == rules.EnPassant {
		ahead += w.plain[rules.Pawn]
	} else {
		ahead += w.plain[p.At(m.To).Role()]
	}
	if m.Promotion != rules.NoRole {
		at = w.plain[m.Promotion]
		ahead += at - w.plain[rules.Pawn]
	}
	if ahead < 0 {
		return false
	}
	if ahead-at >= 0 {
		return true
	}
	x.begin(p, m)
	x.collect(p, m.To, them)
	best := x.cheapest(them)
	if best < 0 {
		return true
	}
	if value := x.side[them][best].value; value < w.plain[rules.King] && ahead-at+value < 0 {
		return false
	}
	x.collect(p, m.To, us)
	for {
		// The other side must capture, or the mover has won enough.
		value, ok := x.take(p, m.To, them)
		if !ok || ahead-at >= 0 {
			return true
		}
		ahead, at = ahead-at, value
		// The mover must.
		if value, ok = x.take(p, m.To, us); !ok || ahead+at < 0 {
			return false
		}
		ahead, at = ahead+at, value
	}
}

// begin forgets the exchange before.
func (x *exchange) begin(p *rules.Position, m rules.Move) {
	x.side[0], x.side[1], x.from = x.side[0][:0], x.side[1][:0], m.From
	lines, left := p.Lines(), x.t.g.Spots(m.From)
	for axis, at := range x.t.g.Spots(m.To) {
		occupied := lines.Occupied(at.Line)
		if left[axis&(maxAxes-1)].Line == at.Line {
			occupied &^= left[axis&(maxAxes-1)].At
		}
		x.occupied[axis&(maxAxes-1)] = occupied
	}
}

// collect finds the attackers of a side, without the piece that moves.
func (x *exchange) collect(p *rules.Position, target rules.Cell, side rules.Color) {
	t, lines := x.t, p.Lines()
	for axis, at := range t.g.Spots(target) {
		if own := lines[side&1][at.Line]; own != 0 {
			x.alongLine(p, target, axis, at, own)
		}
	}
	leapers, off, own := &t.leapers[target], &t.offLine[target], p.Pieces(side)
	for i := leapers.first; i < leapers.end; i++ {
		for w := leapers.cells[i&(words-1)] & own[i&(words-1)]; w != 0; w &= w - 1 {
			c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
			if role := p.At(c).Role(); t.leaper[role] && role != rules.King && t.leaps[role][c].Has(target) {
				x.add(p, c, -1, 0)
			}
		}
	}
	for i := off.first; i < off.end; i++ {
		for w := off.cells[i&(words-1)] & own[i&(words-1)]; w != 0; w &= w - 1 {
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

// cheapest returns the index of the cheapest attacker of a side, or -1.
func (x *exchange) cheapest(side rules.Color) int {
	list := x.side[side]
	best := 0
	for i := range list {
		if list[i].value < list[best].value {
			best = i
		}
	}
	return min(best, len(list)-1)
}

// take lets a side capture with its cheapest attacker, adds what is behind it, and returns what the
// attacker is worth. A king cannot capture what is defended.
func (x *exchange) take(p *rules.Position, target rules.Cell, side rules.Color) (value int32, ok bool) {
	best := x.cheapest(side)
	if best < 0 {
		return 0, false
	}
	list := x.side[side]
	a := list[best]
	if a.value >= x.t.weights.plain[rules.King] && len(x.side[side.Other()]) > 0 {
		return 0, false
	}
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
	return a.value, true
}
