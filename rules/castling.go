package rules

import "slices"

// appendCastles adds the castlings of the king on from: neither king nor partner
// has moved, what lies between is empty, and the king is nowhere in danger.
func (p *Position) appendCastles(dst []Move, from Cell, k *kingState) []Move {
	if p.rights == 0 || k.checkers > 0 {
		return dst
	}
	for i := range p.v.castles {
		c := &p.v.castles[i]
		if c.king == from && c.color == p.turn && p.rights>>i&1 != 0 && p.castleAllowed(c) {
			dst = append(dst, Move{From: c.king, To: c.to, Kind: Castle})
		}
	}
	return dst
}

func (p *Position) castleAllowed(c *castle) bool {
	fault, _ := p.castleFault(c)
	return fault == 0
}

// castleFault returns what forbids a castling whose right still holds, and where;
// zero if nothing does.
func (p *Position) castleFault(c *castle) (Fault, Cell) {
	for _, e := range c.empty {
		if p.board[e] != Empty {
			return CastleBlocked, e
		}
	}
	for _, s := range c.safe {
		if p.attacked(s, p.turn^1, c.king) {
			return CastleAttacked, s
		}
	}
	return 0, NoCell
}

// castleOf returns the number of the castling that a king's move is.
func (p *Position) castleOf(m Move) int {
	return slices.IndexFunc(p.v.castles, func(c castle) bool { return c.king == m.From && c.to == m.To })
}

func (p *Position) makeCastle(m Move, u *undo) {
	i := p.castleOf(m)
	u.castle = int8(i)
	c := &p.v.castles[i]
	king, partner := p.board[c.king], p.board[c.partner]
	p.rights &^= p.v.lost[c.king]
	p.shift(c, Empty, Empty, king, partner)
}

func (p *Position) unmakeCastle(u *undo) {
	c := &p.v.castles[u.castle]
	king, partner := p.board[c.to], p.board[c.by]
	p.shift(c, king, partner, Empty, Empty)
}

// shift sets king's and partner's cells before (a, b) and after (c, d) a castling.
// Some of the four may be the same cell (T6), so pieces are put down last.
func (p *Position) shift(cs *castle, a, b, c, d Piece) {
	cells := [4]Cell{cs.king, cs.partner, cs.to, cs.by}
	occ := &p.occ[cs.color]
	for _, cell := range cells {
		p.board[cell] = Empty
		occ.remove(cell)
	}
	for i, piece := range [4]Piece{a, b, c, d} {
		if piece != Empty {
			p.board[cells[i]] = piece
			occ.add(cells[i])
			if piece.Role() == King {
				p.kings[cs.color] = cells[i]
			}
		}
	}
}
