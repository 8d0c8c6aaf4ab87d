package render

import (
	"strings"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// Picture is what a picture shows. Position and Texts are required.
type Picture struct {
	Position rules.Position
	// Texts are the texts in the picture, in the language of its reader.
	Texts *Texts
	// Last is the move to mark and Before the position in which it was played; both or
	// neither are set.
	Before *rules.Position
	Last   *rules.Move
	// Legal marks where the piece on a cell can go, or the attack board that the cell is on.
	Legal *rules.Cell
	// Column marks the cells above and below a cell.
	Column *rules.Cell
	// Preview shows a legal move of Position as if it had been made, and says so.
	Preview *rules.Move
	// White and Black name the players.
	White, Black string
	// Captured are the pieces captured so far, as the game counts them; with nil they are
	// what Position lacks of the starting position.
	Captured *rules.Captures
	// Note replaces the text that says whose turn it is; see Texts.Result. A preview and
	// a position that ends the game say so instead of the note.
	Note string
	// Bare leaves out the status bar.
	Bare bool
}

// maxTextLength is the number of characters to which names and notes are shortened; no
// picture has room for more.
const maxTextLength = 200

// Of returns the picture of a game's current position with its last move marked.
func Of(g *rules.Game, t *Texts) Picture { return At(g, g.Len(), t) }

// At returns the picture of a game after its first n plies, with the last of them marked.
// It panics if the game is shorter.
func At(g *rules.Game, n int, t *Texts) Picture {
	taken := g.Captured(n)
	if n == 0 {
		return Picture{Position: g.Start(), Texts: t, Captured: &taken}
	}
	before := g.At(n - 1)
	m := g.Moves()[n-1]
	return Picture{Position: before.Play(m), Texts: t, Before: &before, Last: &m, Captured: &taken}
}

// markedMove is what a picture marks of a move. The zero value marks nothing.
type markedMove struct {
	Shown    bool
	Move     rules.Move
	Piece    rules.Piece   // that moves
	Taken    rules.Piece   // Empty for none
	From, To rules.Cell    // of the piece that moves; NoCell for an attack board without a piece
	Pins     [2]int8       // start and end of an attack board's move, else -1
	Changed  [4]rules.Cell // cells whose content changes, in ascending order, then NoCell
}

// markedMoveOf compares the positions before and after a move, so that it knows nothing
// of castling and en passant.
func markedMoveOf(before *rules.Position, m rules.Move) markedMove {
	s := markedMove{Shown: true, Move: m, Pins: [2]int8{-1, -1}}
	for i := range s.Changed {
		s.Changed[i] = rules.NoCell
	}
	s.Piece, s.From, s.To = before.Mover(m)
	s.Taken, _ = before.Captures(m)
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

// resolvedPicture is a picture with its preview played. Pictures, text boards and alt
// texts are all made from it, so that they agree. It is comparable: the key of a cached
// picture.
type resolvedPicture struct {
	pos           rules.Position
	texts         *Texts
	last, preview markedMove
	legal, column rules.Cell
	names         [2]string
	captured      rules.Captures
	note          string
	lastMove      string // with its number
	previewedMove string // in SAN
	bare          bool
}

// resolve plays the preview, fills in defaults, and writes the moves and names as pictures
// show them.
func (p Picture) resolve() resolvedPicture {
	s := p.key()
	for i, name := range s.names {
		s.names[i] = shownName(name)
	}
	if p.Preview != nil {
		s.previewedMove = p.Position.SAN(*p.Preview)
	} else if s.last.Shown {
		s.lastMove = p.Before.Numbered(*p.Last)
	}
	return s
}

// key returns what resolve does, but moves and names as they came: what distinguishes
// pictures in the cache, without what takes time to write.
func (p Picture) key() resolvedPicture {
	short := func(s string) string { return textutil.Truncate(s, maxTextLength) }
	s := resolvedPicture{pos: p.Position, texts: p.Texts, legal: rules.NoCell, column: rules.NoCell,
		names: [2]string{short(p.White), short(p.Black)}, note: short(p.Note), bare: p.Bare}
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
		s.captured.Count(&p.Position, *p.Preview)
		s.pos = p.Position.Play(*p.Preview)
		s.last = markedMove{}
	}
	return s
}

// status returns what the picture says about the game, in parts: the preview or the last
// move, then the result, the note, or whose turn it is and whether that side is in check.
// open reports that it is whose turn it is.
func (s *resolvedPicture) status() (parts []string, open bool) {
	if s.previewedMove != "" {
		return []string{s.texts.language.Text("picture.preview", "move", s.previewedMove)}, false
	}
	if s.lastMove != "" {
		parts = []string{s.lastMove}
	}
	if final := s.texts.final(&s.pos); final != "" {
		return append(parts, strings.Split(final, partSeparator)...), false
	}
	if s.note != "" {
		return append(parts, strings.Split(s.note, partSeparator)...), false
	}
	parts = append(parts, s.texts.toMove[s.pos.Turn()])
	if s.pos.InCheck() {
		parts = append(parts, s.texts.check)
	}
	return parts, true
}
