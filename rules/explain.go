package rules

import (
	"math"
	"slices"
)

// explain says why a text is not a legal move. Where the text can be read in several ways,
// it reports the last of their faults in the order of the Fault constants.
func (p *Position) explain(text string) error {
	list := p.v.candidates(text, false)
	if list == nil {
		list = p.v.candidates(text, true)
	}
	if list == nil {
		return &SyntaxError{Text: text}
	}
	best := IllegalError{}
	for i := range list {
		if e := p.faultOf(&list[i]); e.Fault > best.Fault {
			best = e
		}
	}
	best.Text = text
	if best.Fault == 0 {
		return &SyntaxError{Text: text}
	}
	return &best
}

// faultOf says why a candidate is not a legal move; the fault is 0 when that is not known.
func (p *Position) faultOf(r *candidate) IllegalError {
	if len(p.Moves()) == 0 {
		return IllegalError{Fault: GameOver, From: NoCell, Cell: NoCell}
	}
	switch {
	case r.castling != "":
		return p.castlingTextFault(r.castling)
	case r.board:
		return p.boardFault(r)
	}
	best := p.originFault(r)
	for from := range p.occ[p.turn].All {
		if p.standsAt(from, r) {
			e := p.moveFault(from, r)
			if e.Fault > best.Fault || e.Fault == best.Fault && distance(p.v, from, r.to) < distance(p.v, best.From, r.to) {
				best = e // of several pieces the nearest, which is probably meant
			}
		}
	}
	return best
}

// distance tells which of two cells is nearer to a third: the square of the length of the way.
func distance(v *Variant, from, to Cell) int {
	if from == NoCell || to == NoCell {
		return math.MaxInt
	}
	a, b := v.cells[from], v.cells[to]
	file, rank, level := int(a.File-b.File), int(a.Rank-b.Rank), int(a.Level-b.Level)
	return file*file + rank*rank + level*level
}

// originFault says what is wrong with the piece or the origin that a candidate names.
func (p *Position) originFault(r *candidate) IllegalError {
	e := IllegalError{Fault: NoSuchPiece, Piece: NewPiece(p.turn, r.role), From: r.from, Cell: r.to}
	if r.from == NoCell {
		return e
	}
	switch piece := p.board[r.from]; {
	case piece == Air:
		e.Fault, e.Cell = NoCellThere, r.from
	case piece == Empty:
		e.Fault = NothingThere
	case piece.Color() != p.turn:
		e.Fault, e.Piece = NotYours, piece
	case r.role != NoRole && piece.Role() != r.role:
		e.Fault, e.Piece = OtherPiece, piece
	}
	return e
}

// moveFault says why the piece on a cell, which is the mover's own, cannot make a
// candidate's move.
func (p *Position) moveFault(from Cell, r *candidate) IllegalError {
	piece := p.board[from]
	e := IllegalError{Piece: piece, From: from, Cell: r.to}
	switch target := p.board[r.to]; {
	case target == Air:
		e.Fault = NoCellThere
		return e
	case from == r.to: // a move that was just made, typed again
		e.Fault = OwnPiece
		return e
	case piece.Role() == King:
		return p.kingFault(e, r)
	case target.Exists() && target.Color() == p.turn:
		if e.Fault, e.Piece = OwnPiece, target; !p.couldReach(from, r.to) {
			e.Piece = piece
			e.Fault, e.Cell = p.pathFault(from, r.to)
		}
		return e
	}
	legal := p.MovesFrom(from)
	if i := slices.IndexFunc(legal, func(m Move) bool { return m.To == r.to }); i >= 0 {
		e.Fault = promotionFault(legal[i], r)
		return e
	}
	var free KingState
	goes := func(m Move) bool { return m.To == r.to }
	if slices.ContainsFunc(p.appendFrom(nil, from, &free, captures|quiets), goes) || p.takesEnPassant(from, r.to) {
		e.Fault = p.checkFault()
		return e
	}
	e.Fault, e.Cell = p.pathFault(from, r.to)
	return e
}

// promotionFault says what is wrong with a candidate that differs from a legal move only
// in its promotion.
func promotionFault(legal Move, r *candidate) Fault {
	if legal.Promotion != NoRole && r.promotion == NoRole {
		return PromotionMissing
	}
	return NoPromotion
}

// checkFault says what is wrong with a move after which the king is in check.
func (p *Position) checkFault() Fault {
	if p.InCheck() {
		return KingStaysInCheck
	}
	return KingLeftInCheck
}

// takesEnPassant reports whether a move is a pawn's capture on the cell that an enemy pawn
// has just passed over, whether or not the king would be safe.
func (p *Position) takesEnPassant(from, to Cell) bool {
	return to == p.ep && p.board[from].Role() == Pawn && p.attacks(from, to)
}

// couldReach reports whether the piece on one cell attacks another, or reaches it as a pawn
// by a single step.
func (p *Position) couldReach(from, to Cell) bool {
	if p.board[from].Role() == Pawn {
		for _, c := range p.v.pawns[p.turn].steps[from] {
			if c == to {
				return true
			}
		}
	}
	return p.attacks(from, to)
}

// pathFault says why a piece other than the king does not get from one cell to another,
// and on which cell the reason is.
func (p *Position) pathFault(from, to Cell) (Fault, Cell) {
	v, role := p.v, p.board[from].Role()
	if role == Pawn {
		return p.pawnFault(from, to)
	}
	for _, d := range v.slideDirs[role] {
		blocker := NoCell
		for i := v.rayStart[int(from)*len(v.dirs)+int(d)]; v.rayCells[i] >= 0; i++ {
			at := v.rayCells[i]
			if at == to && blocker != NoCell {
				return Blocked, blocker
			}
			if p.board[at] > Air && blocker == NoCell {
				blocker = at
			}
		}
	}
	return CannotReach, to
}

// pawnFault is pathFault for pawns.
func (p *Position) pawnFault(from, to Cell) (Fault, Cell) {
	t := &p.v.pawns[p.turn]
	for _, c := range t.steps[from] {
		if c == to {
			return Blocked, to
		}
	}
	for _, d := range t.doubles[from] {
		if d.to != to {
			continue
		}
		switch {
		case !p.unmoved.Has(from):
			return PawnHasMoved, to
		case d.via != NoCell && p.board[d.via] > Air:
			return Blocked, d.via
		}
		return Blocked, to
	}
	for _, c := range t.captures[from] {
		if c == to {
			return NothingToTake, to
		}
	}
	return CannotReach, to
}
