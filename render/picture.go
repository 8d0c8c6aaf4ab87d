package render

import "stackmate/rules"

// Picture is what is to be seen. Only Position is required.
type Picture struct {
	Position rules.Position
	// Before and Last are the move to mark and the position it was played in; both or neither.
	Before *rules.Position
	Last   *rules.Move
	// Legal marks where the piece on a cell can go, or the attack board of the cell.
	Legal *rules.Cell
	// Column marks the cells above and below a cell.
	Column *rules.Cell
	// Preview shows a legal move of Position as if it had been made, and says so.
	Preview *rules.Move
	// White and Black name the players.
	White, Black string
	// Note stands in place of whose turn it is, such as "White wins by checkmate".
	Note string
	// Bare leaves out the strip with players, turn, taken pieces and move number.
	Bare bool
}

// Of returns the picture of a game's current position with its last move marked.
func Of(g *rules.Game) Picture { return at(g, g.Len()) }

// at returns the picture of a game after n plies.
func at(g *rules.Game, n int) Picture {
	if n == 0 {
		return Picture{Position: g.Start()}
	}
	before := g.At(n - 1)
	m := g.Moves()[n-1]
	return Picture{Position: before.Play(m), Before: &before, Last: &m}
}

// step is what a move does to the board, as far as it is marked.
type step struct {
	On       bool
	From, To rules.Cell    // the mover's; NoCell for an attack board that moves empty
	Pins     [2]int8       // of an attack board's move, else -1
	Changed  [4]rules.Cell // cells whose content changes, in ascending order, then NoCell
}

// stepOf finds what changes by comparing the boards, so that castling partners and
// pawns taken en passant need no rule here.
func stepOf(before *rules.Position, m rules.Move) step {
	s := step{On: true, Pins: [2]int8{-1, -1}}
	for i := range s.Changed {
		s.Changed[i] = rules.NoCell
	}
	_, s.From, s.To = before.Mover(m)
	if m.Kind == rules.BoardMove {
		s.Pins = [2]int8{int8(m.From), int8(m.To)}
		return s
	}
	after := before.Play(m)
	n := 0
	for c := range rules.Cell(before.Variant().Cells()) {
		if before.At(c) != after.At(c) && n < len(s.Changed) {
			s.Changed[n] = c
			n++
		}
	}
	return s
}

// subject is a picture with everything resolved that marks need. It is comparable
// and serves as a key.
type subject struct {
	pos           rules.Position
	last, preview step
	legal, column rules.Cell
	names         [2]string
	note          string
	bare          bool
}

func (p Picture) resolve() subject {
	s := subject{pos: p.Position, legal: rules.NoCell, column: rules.NoCell,
		names: [2]string{p.White, p.Black}, note: p.Note, bare: p.Bare}
	if p.Last != nil && p.Before != nil {
		s.last = stepOf(p.Before, *p.Last)
	}
	if p.Legal != nil {
		s.legal = *p.Legal
	}
	if p.Column != nil {
		s.column = *p.Column
	}
	if p.Preview != nil {
		s.preview = stepOf(&p.Position, *p.Preview)
		if s.note == "" {
			s.note = "Preview: " + p.Position.MoveText(*p.Preview)
		}
		s.pos = p.Position.Play(*p.Preview)
		s.last = step{}
	}
	return s
}
