package rules

// Hash returns a number that is equal for positions that count as the same for
// repetition (M6): same pieces on the same cells, same pins, same side to move, same
// castling rights and unmoved pawns, and the same en passant cell where such a capture is
// legal. The half-move clock and the ply do not matter. Two different positions have the
// same hash with a probability of 1 in 2^64.
func (p *Position) Hash() uint64 {
	h := p.sum
	if p.ep != NoCell && p.canTakeEnPassant() {
		h += splitMix64(1<<23 | uint64(p.ep))
	}
	return splitMix64(h)
}

// sumAnew computes what Make and Unmake keep up to date in sum: the side to move as 1 or 2,
// and a number for each piece on its cell, unmoved pawn, pin and set of castling rights.
func (p *Position) sumAnew() uint64 {
	h := uint64(p.turn) + 1 + rightsKey(p.rights)
	for color := range p.occ {
		for c := range p.occ[color].All {
			h += pieceKey(c, p.board[c])
		}
	}
	for c := range p.unmoved.All {
		h += unmovedKey(c)
	}
	for _, pin := range p.pins[:len(p.v.def.startPins)] {
		h += pinKey(Cell(pin))
	}
	return h
}

func pieceKey(c Cell, piece Piece) uint64 { return splitMix64(uint64(c)<<8 | uint64(piece)) }
func unmovedKey(c Cell) uint64            { return splitMix64(1<<20 | uint64(c)) }
func pinKey(pin Cell) uint64              { return splitMix64(1<<21 | uint64(pin)) }
func rightsKey(rights uint16) uint64      { return splitMix64(1<<22 | uint64(rights)) }

// canTakeEnPassant reports whether a capture en passant is legal.
func (p *Position) canTakeEnPassant() bool {
	pawn := NewPiece(p.turn, Pawn)
	for _, from := range p.v.pawns[p.turn^1].captures[p.ep] {
		if p.board[from] == pawn && p.safeAfter(Move{From: from, To: p.ep, Kind: EnPassant}) {
			return true
		}
	}
	return false
}

// splitMix64 spreads the bits of a number over all 64 (the finalizer of SplitMix64).
func splitMix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
