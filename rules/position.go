package rules

// Position says which piece is on which cell, who is to move, which castlings and first
// moves are still allowed, which pawn can be captured en passant, which pins have attack
// boards, the half-move clock and the ply. Copies are independent, and positions are
// comparable with ==. All methods are safe for concurrent use.
type Position struct {
	v       *Variant
	board   [MaxCells]Piece
	occ     [2]CellSet // cells with pieces, by color
	lines   Lines      // the same by lines
	pawns   CellSet    // cells with pawns of both colors
	unmoved CellSet    // pawns that have never moved
	ep      Cell       // cell that a pawn has just passed over, or NoCell
	epPawn  Cell       // where that pawn is now
	kings   [2]Cell
	rights  uint16 // castlings whose pieces have not moved, a bit for each index of tables.castlings
	pins    [4]uint8
	turn    Color
	clock   uint16 // plies without progress, at most maxClock
	ply     uint16 // plies since the starting position, at most 2*maxMoveNumber-1
	sum     uint64 // what Hash makes its number of, the en passant cell aside
}

// Variant returns the game to which the position belongs.
func (p *Position) Variant() *Variant { return p.v }

// At returns what is on a cell: a piece, Empty or Air.
func (p *Position) At(c Cell) Piece { return p.board[c] }

// Turn returns who is to move.
func (p *Position) Turn() Color { return p.turn }

// HalfmoveClock returns the number of plies since the last capture, promotion or pawn move
// that resets the count of the fifty-move rule. It never goes beyond 65,535.
func (p *Position) HalfmoveClock() int { return int(p.clock) }

// Ply returns the number of plies since the starting position. The number of the move is
// Ply/2+1 and never goes beyond 32,768.
func (p *Position) Ply() int { return int(p.ply) }

// King returns the cell of a side's king.
func (p *Position) King(c Color) Cell { return p.kings[c] }

// AttackBoardPins returns the numbers of the pins on which attack boards are, in ascending
// order; there are none in most games.
func (p *Position) AttackBoardPins() []int {
	list := make([]int, len(p.v.def.startPins))
	for i := range list {
		list[i] = int(p.pins[i])
	}
	return list
}

// Pieces returns the cells with pieces of a color.
func (p *Position) Pieces(c Color) CellSet { return p.occ[c] }

// Pawns returns the cells with pawns of both colors.
func (p *Position) Pawns() CellSet { return p.pawns }

// Count returns how many of a piece are on the boards.
func (p *Position) Count(piece Piece) int {
	n := 0
	for c := range p.occ[piece.Color()].All {
		if p.board[c] == piece {
			n++
		}
	}
	return n
}

// Play returns the position after a move. The move must be legal in this position: one of
// Moves, or the result of ParseMove or ParseLAN. The effect of other moves is undefined.
func (p *Position) Play(m Move) Position {
	next := *p
	next.Make(m, new(Undo))
	return next
}

// put puts a piece on an empty cell of a position that is being set up.
func (p *Position) put(c Cell, piece Piece) {
	p.board[c] = piece
	p.occupy(piece.Color(), c)
	switch piece.Role() {
	case King:
		p.kings[piece.Color()] = c
	case Pawn:
		p.pawns.add(c)
	}
}

// The greatest values of a position's counters. Counters stop there, and ParseFEN reads no
// greater ones. A clock that has stopped is far beyond every move limit.
const (
	maxClock      = 1<<16 - 1
	maxMoveNumber = 1 << 15
)

// count adds a ply. When the move number cannot grow, ply goes back and forth between
// White's and Black's, so that ply and turn always agree.
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

// Undo holds what Unmake cannot compute from the position and the move.
type Undo struct {
	ep, epPawn                    Cell
	rights                        uint16
	clock, ply                    uint16
	captured                      Piece
	moverUnmoved, capturedUnmoved bool // whether the pawn that moved or was captured had never moved
	castle                        int8
	riderFrom, riderTo            Cell
	sum                           uint64
}

// pass gives the move to the other side and notes in u what Unmake and UnmakePass need.
func (p *Position) pass(u *Undo) {
	u.ep, u.epPawn, u.rights, u.clock, u.ply, u.sum = p.ep, p.epPawn, p.rights, p.clock, p.ply, p.sum
	p.sum += 1 - 2*uint64(p.turn) // see sumAnew
	p.turn ^= 1
	p.count()
	p.ep, p.epPawn = NoCell, NoCell
}

// MakePass gives the move to the other side in place, as if the side to move could do
// nothing, and fills u for UnmakePass. The side to move must not be in check.
func (p *Position) MakePass(u *Undo) { p.pass(u) }

// UnmakePass takes back what MakePass did last.
func (p *Position) UnmakePass(u *Undo) { p.restore(u) }

func (p *Position) restore(u *Undo) {
	p.ep, p.epPawn, p.rights, p.clock, p.ply, p.sum = u.ep, u.epPawn, u.rights, u.clock, u.ply, u.sum
	p.turn ^= 1
}

// Make plays a legal move in place and fills u for Unmake. Unlike Play it copies nothing.
func (p *Position) Make(m Move, u *Undo) {
	v := p.v
	us, them := p.turn, p.turn^1
	p.pass(u)
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
	if lost := p.rights & (v.rightsLost[m.From] | v.rightsLost[m.To]); lost != 0 {
		p.loseRights(lost)
	}
	sum := p.sum - pieceKey(m.From, piece)
	p.board[m.From] = Empty
	p.vacate(us, m.From)
	p.occupy(us, m.To)
	if captured != Empty {
		sum -= pieceKey(m.To, captured)
		p.vacate(them, m.To)
		p.pawns.remove(m.To)
		p.clock = 0
		if p.unmoved.Has(m.To) {
			u.capturedUnmoved = true
			p.unmoved.remove(m.To)
			sum -= unmovedKey(m.To)
		}
	}
	switch piece.Role() {
	case Pawn:
		p.pawns.remove(m.From)
		if m.Promotion == NoRole {
			p.pawns.add(m.To)
		}
		if p.unmoved.Has(m.From) {
			u.moverUnmoved = true
			p.unmoved.remove(m.From)
			sum -= unmovedKey(m.From)
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
			sum -= pieceKey(u.epPawn, u.captured)
			p.board[u.epPawn] = Empty
			p.vacate(them, u.epPawn)
			p.pawns.remove(u.epPawn)
			p.clock = 0
		}
	case King:
		p.kings[us] = m.To
	}
	p.board[m.To] = piece
	p.sum = sum + pieceKey(m.To, piece)
}

// loseRights ends castlings that are still allowed.
func (p *Position) loseRights(lost uint16) {
	p.sum -= rightsKey(p.rights)
	p.rights &^= lost
	p.sum += rightsKey(p.rights)
}

// Unmake takes back the move that Make played last.
func (p *Position) Unmake(m Move, u *Undo) {
	p.restore(u)
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
	p.occupy(us, m.From)
	p.vacate(us, m.To)
	switch piece.Role() {
	case King:
		p.kings[us] = m.From
	case Pawn:
		p.pawns.remove(m.To)
		p.pawns.add(m.From)
	}
	if m.Kind == EnPassant {
		p.board[m.To] = Empty
		p.board[u.epPawn] = u.captured
		p.occupy(them, u.epPawn)
		p.pawns.add(u.epPawn)
		return
	}
	p.board[m.To] = u.captured
	if u.captured != Empty {
		p.occupy(them, m.To)
		if u.captured.Role() == Pawn {
			p.pawns.add(m.To)
		}
	}
	if u.moverUnmoved {
		p.unmoved.add(m.From)
	}
	if u.capturedUnmoved {
		p.unmoved.add(m.To)
	}
}
