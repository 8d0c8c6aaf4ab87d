package rules

// Outcome says who won.
type Outcome uint8

// The outcomes. A game is Undecided until it is over, and stays so when it is aborted.
const (
	Undecided Outcome = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns the outcome as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
func (o Outcome) String() string { return outcomeNames[o] }

var outcomeNames = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// WinFor returns the outcome that a side wins.
func WinFor(c Color) Outcome { return WhiteWins + Outcome(c) }

// Winner returns the side that won; ok is false for Draw and Undecided.
func (o Outcome) Winner() (c Color, ok bool) {
	return Color(o - WhiteWins), o == WhiteWins || o == BlackWins
}

// Status says whether a position ends the game by the rules alone, without a claim, the
// clock or an agreement.
type Status uint8

// The statuses. Checkmate, Stalemate and InsufficientMaterial end the game.
const (
	Ongoing Status = iota
	Check
	Checkmate
	Stalemate
	InsufficientMaterial
)

// String returns the status in one word, such as "checkmate".
func (s Status) String() string {
	return [...]string{"ongoing", "check", "checkmate", "stalemate", "insufficient"}[s]
}

// Over reports whether the status ends the game.
func (s Status) Over() bool { return s >= Checkmate }

// Status returns whether the side to move is in check, and whether and how the game has
// ended.
func (p *Position) Status() Status {
	check := p.InCheck()
	if !p.hasLegalMove() {
		if check {
			return Checkmate
		}
		return Stalemate
	}
	switch {
	case p.InsufficientMaterial():
		return InsufficientMaterial
	case check:
		return Check
	}
	return Ongoing
}

// hasLegalMove reports whether there is a legal move. It stops at the first.
func (p *Position) hasLegalMove() bool {
	var k KingState
	p.Inspect(&k)
	var buffer [64]Move
	for from := range p.occ[p.turn].All {
		if len(p.appendFrom(buffer[:0], from, &k, captures|quiets)) > 0 {
			return true
		}
	}
	return len(p.appendBoardMoves(buffer[:0], &k)) > 0
}

// InsufficientMaterial reports whether neither side can ever mate: bare kings, or a bare
// king against a king and one piece that cannot mate (M8, B3, G6, T9); in standard chess
// also bishops that all stand on squares of one color.
func (p *Position) InsufficientMaterial() bool {
	for _, c := range []Color{White, Black} {
		if p.bare(c.Other()) && !p.canMate(c) {
			return true
		}
	}
	return p.v.def.fideDraws && p.onlyBishopsOfOneColor()
}

// onlyBishopsOfOneColor reports whether kings and bishops are all that is left, and every
// bishop is on a square of the same color (FIDE 5.2.2).
func (p *Position) onlyBishopsOfOneColor() bool {
	var light, dark bool
	for _, c := range []Color{White, Black} {
		for at := range p.occ[c].All {
			switch p.board[at].Role() {
			case King:
			case Bishop:
				dark = dark || p.v.Dark(at)
				light = light || !p.v.Dark(at)
			default:
				return false
			}
		}
	}
	return !light || !dark
}

// bare reports whether a side has only its king.
func (p *Position) bare(c Color) bool { return p.occ[c].count() == 1 }

// canMate reports whether a side has more than its king alone, and more than its king and
// one piece that cannot mate a bare king.
func (p *Position) canMate(c Color) bool {
	switch p.occ[c].count() {
	case 1:
		return false
	case 2:
		for at := range p.occ[c].All {
			if p.v.cannotMate[p.board[at].Role()] {
				return false
			}
		}
	}
	return true
}

// CanWinOnTime reports whether a side has enough material to win when its opponent runs
// out of time; otherwise the game is a draw (M9).
func (p *Position) CanWinOnTime(c Color) bool { return p.canMate(c) }
