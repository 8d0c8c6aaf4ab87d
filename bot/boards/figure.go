package boards

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/lesson"
	"stackmate/bot/words"
	"stackmate/rules"
)

// MaxTried is how many moves can be tried in a figure, one after the other.
const MaxTried = 200

// ErrNoFigure says that there is no such figure, or that a move cannot be made in it.
var ErrNoFigure = errors.New("no such figure or move")

// Figure is the figure of a lesson in which moves can be tried.
type Figure struct {
	Board chat.Board `json:"board"`
	// Select is the cell of the piece that the figure is about, or the pin of the attack board, such as "@b2A"; empty for none.
	Select string `json:"select,omitempty"`
	// Shown is a move that the figure shows; nil for none.
	Shown *chat.LastMove `json:"shown,omitempty"`
}

// FigureOf returns the figure with a name, such as "millennium/rook", after moves that the reader has tried, in LAN. The same side
// moves again and again: the other one only steps out of check.
func FigureOf(name string, tried []string, lang words.Language) (f Figure, err error) {
	pic, _, err := lesson.Scene(chat.Picture{Figure: name}, nil)
	if err != nil || len(tried) > MaxTried {
		return f, ErrNoFigure
	}
	p, last, status := pic.Position, pic.Last, ""
	if last != nil {
		before := *pic.Before
		f.Board.Last = lastMove(&before, *last)
	}
	over := false
	for _, text := range tried {
		m, err := p.ParseLAN(text)
		if err != nil || over {
			return f, ErrNoFigure
		}
		f.Board.Last = lastMove(&p, m)
		p = p.Play(m)
		status, over = answer(&p, m, lang)
	}
	b := ofPosition(&p, lang)
	b.Last, b.Status, b.Over, b.Ply, b.Plies = f.Board.Last, status, over, len(tried), len(tried)
	if over {
		b.Moves = []chat.Move{}
	}
	f.Board = b
	if len(tried) == 0 && pic.Legal != nil {
		f.Select = selected(&p, *pic.Legal)
	}
	if len(tried) == 0 && pic.Preview != nil {
		f.Shown = lastMove(&p, *pic.Preview)
	}
	return f, nil
}

// ofPosition returns a position that belongs to no game, with the moves of the side to move.
func ofPosition(p *rules.Position, lang words.Language) chat.Board {
	v := p.Variant()
	b := chat.Board{Variant: v.Key(), Title: v.Name(), Language: lang.Tag, Turn: p.Turn().String(), Yours: []string{p.Turn().String()}, Moves: append([]chat.Move{}, moves(p)...),
		Record: []string{}, Pieces: pieces(v, lang), Captured: []chat.Count{}, Check: check(p)}
	b.Planes, b.Cells = geometry(p, lang)
	return b
}

// answer has the other side do nothing, or step out of check. It says so, and whether it cannot.
func answer(p *rules.Position, tried rules.Move, lang words.Language) (status string, over bool) {
	if !p.InCheck() {
		var u rules.Undo
		p.MakePass(&u)
		return "", false
	}
	for _, m := range append(p.MovesFrom(p.King(p.Turn())), p.Moves()...) { // the king first
		if m.To != tried.To {
			*p = p.Play(m)
			return lang.Text("web.rules.check"), false
		}
	}
	return lang.Text("web.rules.mate"), true
}

// selected returns what is selected to see the moves of the piece on a cell, or of the attack board that has the cell.
func selected(p *rules.Position, from rules.Cell) string {
	v := p.Variant()
	if p.At(from).Exists() {
		return v.CellName(from)
	}
	for _, m := range p.BoardMoves() {
		pin := v.Pins()[m.From]
		for _, c := range pin.Cells {
			if c == from {
				return "@" + pin.Name
			}
		}
	}
	return ""
}

// lastMove returns a move that is made in a position.
func lastMove(p *rules.Position, m rules.Move) *chat.LastMove {
	from, to := Ends(p.Variant(), m)
	return &chat.LastMove{From: from, To: to, Name: p.SAN(m), Attack: m.Kind == rules.BoardMove}
}
