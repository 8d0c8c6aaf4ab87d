package show

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// HandleMoves lists the legal moves of the piece on a square, or all legal moves. It also
// says what is above and below the square if the command asks for that.
func HandleMoves(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	p := g.Position()
	legal := p.Moves()
	if req.Cmd.Column {
		return answerColumn(req, g)
	}
	if g.Over() {
		return request.Refuse("game.over", "game", g.ID)
	}
	if req.Cmd.Square == "" {
		return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Block: wrapWords(p.SANs(legal, legal), 1500),
			Text: req.Lang.Text("moves.all", "count", len(legal), "color", req.Lang.Text("color."+p.Turn().String()))})
	}
	from, err := namedSquare(req, g)
	switch {
	case err != nil:
		return err
	case !p.At(from).Exists():
		return request.Refuse("moves.empty", "square", g.Variant.CellName(from))
	case p.At(from).Color() != p.Turn():
		return request.Refuse("moves.other-side", "piece", req.Lang.Text("piece."+p.At(from).Role().String()), "square", g.Variant.CellName(from), "color", req.Lang.Text("color."+p.Turn().String()))
	}
	list := p.MovesFrom(from)
	piece := req.Lang.Text("piece." + p.At(from).Role().String())
	shown := request.PictureOf(g)
	shown.Square = g.Variant.CellName(from)
	if len(list) == 0 {
		return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Picture: shown,
			Text: req.Lang.Text("moves.none", "piece", piece, "square", g.Variant.CellName(from))})
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Picture: shown, Block: wrapWords(p.SANs(list, legal), 1500),
		Text: req.Lang.Text("moves.of", "piece", piece, "square", g.Variant.CellName(from), "count", len(list))})
}

// answerColumn says what is above and below a square, and lists the moves of the piece on it
// if there are any.
func answerColumn(req *request.Request, g *game.Game) error {
	p := g.Position()
	square, err := namedSquare(req, g)
	if err != nil {
		return err
	}
	shown := request.PictureOf(g)
	shown.Column = g.Variant.CellName(square)
	at := g.Variant.Coord(square)
	var column []string
	_, _, levels := g.Variant.Size()
	for level := levels - 1; level >= 0; level-- {
		at.Level = int8(level)
		if c := g.Variant.CellAt(at); c != rules.NoCell && p.At(c) != rules.Air {
			column = append(column, onSquare(req, p, c))
		}
	}
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Picture: shown,
		Text: req.Lang.Text("column", "square", shown.Column, "list", strings.Join(column, ", "))}
	if moves := p.MovesFrom(square); len(moves) > 0 && !g.Over() {
		shown.Square = shown.Column
		r.Block = wrapWords(p.SANs(moves, p.Moves()), 1500)
	}
	return req.Answer(r)
}

// wrapWords joins words in lines of at most 72 bytes, and stops with "…" after limit bytes
// in all.
func wrapWords(list []string, limit int) string {
	var b strings.Builder
	line := 0
	for _, w := range list {
		if b.Len()+len(w) > limit {
			b.WriteString(" …")
			break
		}
		switch {
		case line == 0:
		case line+1+len(w) > 72:
			b.WriteString("\n")
			line = 0
		default:
			b.WriteString(" ")
			line++
		}
		b.WriteString(w)
		line += len(w)
	}
	return b.String()
}
