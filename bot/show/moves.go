package show

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// HandleMoves lists the legal moves of the piece on a square, or all legal moves.
func HandleMoves(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	p := g.Position()
	legal := p.Moves()
	square := req.Cmd.Square
	if g.Over() {
		return request.Refuse("game.over", "game", g.ID)
	}
	if square == "" {
		return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Block: wrapWords(p.SANs(legal, legal), 1500),
			Text: req.Lang.Text("moves.all", "count", len(legal), "color", req.Lang.Text("color."+p.Turn().String()))})
	}
	from := g.Variant.CellWritten(square)
	switch {
	case from == rules.NoCell:
		return request.Refuse("moves.no-square", "text", textutil.Quote(square), "variant", g.Variant.Name(), "example", g.Variant.CellName(p.King(p.Turn())))
	case !p.At(from).Exists():
		return request.Refuse("moves.empty", "square", g.Variant.CellName(from))
	case p.At(from).Color() != p.Turn():
		return request.Refuse("moves.other-side", "square", g.Variant.CellName(from), "color", req.Lang.Text("color."+p.Turn().String()))
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
