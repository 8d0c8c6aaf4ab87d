package rules

// Position is what stands where, who is to move, and every privilege that matters:
// castling, first moves, en passant, pins and counts. It is a value: copies are
// independent and two positions can be compared with ==. Methods that do not
// change it are safe for concurrent use.
type Position struct {
	v       *Variant
	board   [MaxCells]Piece
	occ     [2]bitboard // cells with pieces, by color
	unmoved bitboard    // pawns that have never moved
	ep      Cell        // cell a pawn has just passed over, or NoCell
	epPawn  Cell        // where that pawn stands
	kings   [2]Cell
	rights  uint16 // castlings not yet forfeited, by their number in the variant
	pins    [4]uint8
	turn    Color
	clock   uint16 // plies since the fifty-move count began anew, at most maxClock
	ply     uint16 // plies since the first move of the game, at most 2*maxMoveNumber-1
}

// Variant returns the game the position belongs to.
func (p *Position) Variant() *Variant { return p.v }

// At returns what stands on a cell: a piece, Empty, or Air.
func (p *Position) At(c Cell) Piece { return p.board[c] }

// Turn returns who is to move.
func (p *Position) Turn() Color { return p.turn }

// HalfmoveClock returns the plies since the last move that began the fifty-move count anew;
// it stays at 65,535.
func (p *Position) HalfmoveClock() int { return int(p.clock) }

// Ply returns the plies played since the initial position; the full-move number is
// Ply/2+1, and stays at 32,768.
func (p *Position) Ply() int { return int(p.ply) }

// King returns the cell of a side's king.
func (p *Position) King(c Color) Cell { return p.kings[c] }

// AttackBoardPins returns the numbers of the pins that carry attack boards, none in most games.
func (p *Position) AttackBoardPins() []int {
	list := make([]int, len(p.v.def.startPins))
	for i := range list {
		list[i] = int(p.pins[i])
	}
	return list
}

// Count returns how many pieces of a kind stand on the boards.
func (p *Position) Count(piece Piece) int {
	n := 0
	for c := range p.occ[piece.Color()].all {
		if p.board[c] == piece {
			n++
		}
	}
	return n
}

// Play returns the position after a legal move. The move must come from this
// position's generator or from parsing a text in it; others give nonsense.
func (p *Position) Play(m Move) Position {
	next := *p
	next.make(m, new(undo))
	return next
}

// put sets a cell of a position under construction.
func (p *Position) put(c Cell, piece Piece) {
	p.board[c] = piece
	p.occ[piece.Color()].add(c)
	if piece.Role() == King {
		p.kings[piece.Color()] = c
	}
}

// The greatest values of a position's counters, which are also the greatest that
// ParseFEN reads. Counters stay there: a clock at its end is far beyond every move limit.
const (
	maxClock      = 1<<16 - 1
	maxMoveNumber = 1 << 15
)

// count adds a ply. At the last move number the plies of White and Black alternate,
// so that ply and turn always agree.
func (p *Position) count() {
	if p.clock < maxClock {
		p.clock++
	}
	if p.ply < 2*maxMoveNumber-1 {
		p.ply++
	} else {
		p.ply--
	}
}

// undo holds what make cannot recompute.
type undo struct {
	ep, epPawn                    Cell
	rights                        uint16
	clock, ply                    uint16
	captured                      Piece
	moverUnmoved, capturedUnmoved bool // first-move right of the mover and of the captured pawn
	castle                        int8
	riderFrom, riderTo            Cell
}

func (p *Position) make(m Move, u *undo) {
	v := p.v
	us, them := p.turn, p.turn^1
	u.ep, u.epPawn, u.rights, u.clock, u.ply = p.ep, p.epPawn, p.rights, p.clock, p.ply
	p.turn = them
	p.count()
	p.ep, p.epPawn = NoCell, NoCell
	if m.Kind >= Castle {
		if m.Kind == Castle {
			p.makeCastle(m, u)
		} else {
			p.makeBoardMove(m, u)
		}
		return
	}
	piece := p.board[m.From]
	captured := p.board[m.To]
	u.captured, u.moverUnmoved, u.capturedUnmoved = captured, false, false
	p.rights &^= v.rightsLost[m.From] | v.rightsLost[m.To]
	p.board[m.From] = Empty
	p.occ[us].remove(m.From)
	p.occ[us].add(m.To)
	if captured != Empty {
		p.occ[them].remove(m.To)
		p.clock = 0
		if p.unmoved.has(m.To) {
			u.capturedUnmoved = true
			p.unmoved.remove(m.To)
		}
	}
	switch piece.Role() {
	case Pawn:
		if p.unmoved.has(m.From) {
			u.moverUnmoved = true
			p.unmoved.remove(m.From)
		}
		if v.def.pawn.climbResets || v.cells[m.From].Rank != v.cells[m.To].Rank { // M7
			p.clock = 0
		}
		switch {
		case m.Promotion != NoRole:
			piece = NewPiece(us, m.Promotion)
			p.clock = 0
		case m.Kind == DoubleStep:
			for _, d := range v.pawns[us].doubles[m.From] {
				if d.to == m.To {
					p.ep, p.epPawn = d.via, m.To
				}
			}
		case m.Kind == EnPassant:
			u.captured = p.board[u.epPawn]
			p.board[u.epPawn] = Empty
			p.occ[them].remove(u.epPawn)
			p.clock = 0
		}
	case King:
		p.kings[us] = m.To
	}
	p.board[m.To] = piece
}

func (p *Position) unmake(m Move, u *undo) {
	p.ep, p.epPawn, p.rights, p.clock, p.ply = u.ep, u.epPawn, u.rights, u.clock, u.ply
	p.turn ^= 1
	us, them := p.turn, p.turn^1
	switch m.Kind {
	case Castle:
		p.unmakeCastle(u)
		return
	case BoardMove:
		p.unmakeBoardMove(m, u)
		return
	}
	piece := p.board[m.To]
	if m.Promotion != NoRole {
		piece = NewPiece(us, Pawn)
	}
	p.board[m.From] = piece
	p.occ[us].add(m.From)
	p.occ[us].remove(m.To)
	if piece.Role() == King {
		p.kings[us] = m.From
	}
	if m.Kind == EnPassant {
		p.board[m.To] = Empty
		p.board[u.epPawn] = u.captured
		p.occ[them].add(u.epPawn)
		return
	}
	p.board[m.To] = u.captured
	if u.captured != Empty {
		p.occ[them].add(m.To)
	}
	if u.moverUnmoved {
		p.unmoved.add(m.From)
	}
	if u.capturedUnmoved {
		p.unmoved.add(m.To)
	}
}
