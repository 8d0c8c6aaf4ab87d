package render

import (
	"fmt"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

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
	// Captured are the pieces taken so far, as the game counts them; nil stands for
	// what Position lacks of the initial array.
	Captured *rules.Captures
	// Note stands in place of whose turn it is, such as "White wins, resignation".
	// Where the position itself ends the game, that is said instead.
	Note string
	// Bare leaves out the strip with players, turn, taken pieces and move number.
	Bare bool
}

// maxTextLength is how many characters of a name or note are kept; no picture has room for more.
const maxTextLength = 200

// Of returns the picture of a game's current position with its last move marked.
func Of(g *rules.Game) Picture { return At(g, g.Len()) }

// At returns the picture of a game after its first n plies, with the last of them marked.
func At(g *rules.Game, n int) Picture {
	taken := g.Captured(n)
	if n == 0 {
		return Picture{Position: g.Start(), Captured: &taken}
	}
	before := g.At(n - 1)
	m := g.Moves()[n-1]
	return Picture{Position: before.Play(m), Before: &before, Last: &m, Captured: &taken}
}

// Ended returns the note of a game that has ended, such as "White wins, resignation";
// the reason may be empty.
func Ended(o rules.Outcome, reason string) string {
	who := "Game ended"
	switch o {
	case rules.WhiteWins:
		who = "White wins"
	case rules.BlackWins:
		who = "Black wins"
	case rules.Draw:
		who = "Draw"
	}
	if reason == "" {
		return who
	}
	return who + ", " + reason
}

// markedMove is what a move does to the board, as far as it is marked.
type markedMove struct {
	Shown    bool
	From, To rules.Cell    // the mover's; NoCell for an attack board that moves empty
	Pins     [2]int8       // of an attack board's move, else -1
	Changed  [4]rules.Cell // cells whose content changes, in ascending order, then NoCell
}

// markedMoveOf finds what changes by comparing the boards, so that castling partners and
// pawns taken en passant need no rule here.
func markedMoveOf(before *rules.Position, m rules.Move) markedMove {
	s := markedMove{Shown: true, Pins: [2]int8{-1, -1}}
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

// resolvedPicture is what there is to see, resolved: pictures, boards of text and words all
// are made of it, so that they tell the same. It is comparable and serves as a key.
type resolvedPicture struct {
	pos           rules.Position
	last, preview markedMove
	legal, column rules.Cell
	names         [2]string
	captured      rules.Captures
	note          string // in place of whose turn it is
	bare          bool
}

func (p Picture) resolve() resolvedPicture {
	s := resolvedPicture{pos: p.Position, legal: rules.NoCell, column: rules.NoCell,
		names: [2]string{textutil.Truncate(p.White, maxTextLength), textutil.Truncate(p.Black, maxTextLength)}, note: textutil.Truncate(p.Note, maxTextLength), bare: p.Bare}
	if p.Captured != nil {
		s.captured = *p.Captured
	} else {
		s.captured = p.Position.Missing()
	}
	if p.Last != nil && p.Before != nil {
		s.last = markedMoveOf(p.Before, *p.Last)
	}
	if p.Legal != nil {
		s.legal = *p.Legal
	}
	if p.Column != nil {
		s.column = *p.Column
	}
	if p.Preview != nil {
		s.preview = markedMoveOf(&p.Position, *p.Preview)
		s.note = "Preview: " + p.Position.SAN(*p.Preview)
		s.captured.Count(&p.Position, *p.Preview)
		s.pos = p.Position.Play(*p.Preview)
		s.last = markedMove{}
	} else if end := finalNote(&s.pos); end != "" {
		s.note = end
	}
	return s
}

// finalNote returns the note of a position that ends the game; empty if it goes on.
func finalNote(p *rules.Position) string {
	switch p.Status() {
	case rules.Checkmate:
		return Ended(rules.WinFor(p.Turn().Other()), "checkmate")
	case rules.Stalemate:
		return Ended(rules.Draw, "stalemate")
	case rules.InsufficientMaterial:
		return Ended(rules.Draw, "insufficient material")
	}
	return ""
}

// status returns the note, or else whose turn it is; and the move number.
func (s *resolvedPicture) status() (turn, number string) {
	turn = s.note
	if turn == "" {
		turn = [2]string{"White to move", "Black to move"}[s.pos.Turn()]
		if s.pos.InCheck() {
			turn += ", check"
		}
	}
	return turn, fmt.Sprintf("Move %d", s.pos.Ply()/2+1)
}
