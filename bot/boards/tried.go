package boards

import (
	"errors"
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// Puzzle returns the position of a puzzle that the picture of a reply shows, and arrows: of a move that was wrong, or of the moves
// of the solution. Moves can be made in it if the reply asks for one. Then their texts have the command that judges them.
func Puzzle(r chat.Reply, lang words.Language) (b chat.Board, arrows []chat.Arrow, err error) {
	p := puzzle.ByID(r.Picture.Puzzle)
	if p == nil {
		return b, nil, fmt.Errorf("there is no puzzle %q", r.Picture.Puzzle)
	}
	g := p.Game()
	if err := g.PlayLAN(strings.Fields(r.Picture.Line)...); err != nil {
		return b, nil, err
	}
	last := g.Len()
	now, before := g.Position(), g.At(last-1)
	b = ofPosition(&now, lang)
	b.Last = lastMove(&before, g.Moves()[last-1])
	b.Ply, b.Plies = last-1, last-1
	if r.Try != "" {
		b.Moves = withCommand(b.Moves, r.Try)
		return b, tried(&now, r.Picture.Preview), nil
	}
	b.Moves, b.Over = []chat.Move{}, true
	for i, m := range g.Moves()[1:] {
		kind := chat.BestMove
		if i%2 == 1 {
			kind = chat.OtherMove
		}
		arrows = append(arrows, Arrow(p.Variant, m, kind))
	}
	return b, arrows, nil
}

// tried returns the arrow of a move that did not solve a puzzle; none if none was made.
func tried(p *rules.Position, text string) []chat.Arrow {
	m, err := p.ParseLAN(text)
	if err != nil {
		return nil
	}
	return []chat.Arrow{Arrow(p.Variant(), m, chat.BadMove)}
}

// Arrow returns the arrow of a move.
func Arrow(v *rules.Variant, m rules.Move, kind chat.ArrowKind) chat.Arrow {
	from, to := Ends(v, m)
	return chat.Arrow{From: from, To: to, Attack: m.Kind == rules.BoardMove, Kind: kind}
}

// withCommand returns moves whose texts have a command in front.
func withCommand(list []chat.Move, command string) []chat.Move {
	for i := range list {
		list[i].Text = command + " " + list[i].Text
	}
	return list
}

// Tried returns the position of a game that the picture of a reply shows, if that is not the last one or if the reply asks for a
// move in it; else the board is nil. The arrows are of the move that the picture shows. The game is as its reader sees it.
func Tried(r chat.Reply, game chat.Board, lang words.Language) (b *chat.Board, arrows []chat.Arrow, err error) {
	ply := r.Picture.Ply
	if ply < 0 || ply > len(game.Record) || r.Try == "" && r.Picture.Preview == "" {
		return nil, nil, nil
	}
	g, err := study(chat.Study{Variant: game.Variant, Start: game.Start, Moves: game.Record[:ply]}, lang)
	if wrong := (*WrongError)(nil); errors.As(err, &wrong) { // too long for a study
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	now := g.Position()
	if m, err := now.ParseLAN(r.Picture.Preview); err == nil {
		arrows = []chat.Arrow{Arrow(g.Variant, m, chat.BestMove)}
	}
	if r.Try == "" && ply == game.Plies {
		return nil, arrows, nil
	}
	at := position(g, ply, 0, lang)
	at.Game, at.White, at.Black, at.Status, at.Record, at.Plies, at.Over, at.Yours = game.Game, game.White, game.Black, game.Status, game.Record, game.Plies, game.Over, game.Yours
	at.Moves = []chat.Move{}
	if r.Try != "" {
		at.Moves = withCommand(moves(&now), r.Try)
	}
	return &at, arrows, nil
}
