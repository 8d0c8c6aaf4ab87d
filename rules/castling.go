package rules

import "slices"

// appendCastles adds the castlings of the king on a cell: neither king nor partner has
// moved, the cells between are empty, and neither the king's cell nor any cell of
// castlingCells.safe is attacked.
func (p *Position) appendCastles(dst []Move, from Cell, k *KingState) []Move {
	if p.rights == 0 || k.checkers > 0 {
		return dst
	}
	for i := range p.v.castlings {
		c := &p.v.castlings[i]
		if c.king == from && c.color == p.turn && p.rights>>i&1 != 0 && p.canCastle(c) {
			dst = append(dst, Move{From: c.king, To: c.to, Kind: Castle})
		}
	}
	return dst
}

func (p *Position) canCastle(c *castlingCells) bool {
	fault, _ := p.castlingObstacle(c)
	return fault == 0
}

// castlingObstacle says why and where a castling is impossible although neither piece has
// moved; the fault is 0 when it is possible.
func (p *Position) castlingObstacle(c *castlingCells) (Fault, Cell) {
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

// castlingOf returns the index of the castling that a move is.
func (p *Position) castlingOf(m Move) int {
	return slices.IndexFunc(p.v.castlings, func(c castlingCells) bool { return c.king == m.From && c.to == m.To })
}

func (p *Position) makeCastle(m Move, u *Undo) {
	i := p.castlingOf(m)
	u.castle = int8(i)
	c := &p.v.castlings[i]
	king, partner := p.board[c.king], p.board[c.partner]
	p.loseRights(p.rights & p.v.rightsLost[c.king])
	p.sum += pieceKey(c.to, king) + pieceKey(c.partnerTo, partner) - pieceKey(c.king, king) - pieceKey(c.partner, partner)
	p.setCastlingCells(c, Empty, Empty, king, partner)
}

func (p *Position) unmakeCastle(u *Undo) {
	c := &p.v.castlings[u.castle]
	king, partner := p.board[c.to], p.board[c.partnerTo]
	p.setCastlingCells(c, king, partner, Empty, Empty)
}

// setCastlingCells puts a, b, c and d on the cells king, partner, to and partnerTo of a
// castling. Some of these are the same cell (T6), so all are emptied first.
func (p *Position) setCastlingCells(cs *castlingCells, a, b, c, d Piece) {
	cells := [4]Cell{cs.king, cs.partner, cs.to, cs.partnerTo}
	for _, cell := range cells {
		p.board[cell] = Empty
		p.vacate(cs.color, cell)
	}
	for i, piece := range [4]Piece{a, b, c, d} {
		if piece != Empty {
			p.board[cells[i]] = piece
			p.occupy(cs.color, cells[i])
			if piece.Role() == King {
				p.kings[cs.color] = cells[i]
			}
		}
	}
}
