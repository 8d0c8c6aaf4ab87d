package show

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// HandleAttacks says which pieces of both sides attack or defend a square.
func HandleAttacks(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	square, err := namedSquare(req, g)
	if err != nil {
		return err
	}
	p := g.Position()
	text := []string{squareText(req, p, square)}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		key := "attacks.attacked"
		if p.At(square).Exists() && p.At(square).Color() == by {
			key = "attacks.defended"
		}
		pieces := pieceList(req, p, p.Attackers(by, square))
		if pieces == "" {
			pieces = req.Lang.Text("attacks.nothing")
		}
		text = append(text, req.Lang.Text(key, "color", req.Lang.Text("color."+by.String()), "pieces", pieces))
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: strings.Join(text, "\n")})
}

// HandleSees says which pieces and empty squares a piece attacks, and which pieces it defends.
func HandleSees(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	from, err := namedSquare(req, g)
	if err != nil {
		return err
	}
	p := g.Position()
	if !p.At(from).Exists() {
		return request.Refuse("moves.empty", "square", g.Variant.CellName(from))
	}
	var attacked, defended []rules.Cell
	var empty []string
	for _, c := range p.Attacks(from) {
		switch {
		case !p.At(c).Exists():
			empty = append(empty, g.Variant.CellName(c))
		case p.At(c).Color() == p.At(from).Color():
			defended = append(defended, c)
		default:
			attacked = append(attacked, c)
		}
	}
	text := []string{squareText(req, p, from)}
	if len(attacked) > 0 {
		text = append(text, req.Lang.Text("sees.attacks", "pieces", pieceList(req, p, attacked)))
	}
	if len(defended) > 0 {
		text = append(text, req.Lang.Text("sees.defends", "pieces", pieceList(req, p, defended)))
	}
	if len(empty) > 0 {
		text = append(text, req.Lang.Text("sees.empty", "squares", strings.Join(empty, ", ")))
	}
	if len(text) == 1 {
		text = append(text, req.Lang.Text("sees.nothing"))
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: strings.Join(text, "\n")})
}

// namedSquare returns the square that a command names, with or without the letter of the piece
// on it, as in "N2g3". The error is a Refusal if there is no such square.
func namedSquare(req *request.Request, g *game.Game) (rules.Cell, error) {
	v, p := g.Variant, g.Position()
	text := strings.TrimSpace(req.Cmd.Square)
	if c := v.CellWritten(text); c != rules.NoCell {
		return c, nil
	}
	for _, r := range v.Roles() {
		if square, ok := strings.CutPrefix(text, r.Letters()); ok {
			if c := v.CellWritten(square); c != rules.NoCell && p.At(c).Role() == r {
				return c, nil
			}
		}
	}
	return rules.NoCell, request.Refuse("moves.no-square", "text", textutil.Quote(text), "variant", v.Name(), "example", v.CellName(p.King(p.Turn())))
}

// squareText returns a sentence that says what is on a square.
func squareText(req *request.Request, p rules.Position, c rules.Cell) string {
	return onSquare(req, p, c) + "."
}

// onSquare returns what is on a square, such as "2e4: Black pawn" or "2e4: empty".
func onSquare(req *request.Request, p rules.Position, c rules.Cell) string {
	name := p.Variant().CellName(c)
	piece := p.At(c)
	if !piece.Exists() {
		return req.Lang.Text("square.empty", "square", name)
	}
	return req.Lang.Text("square.piece", "square", name, "color", req.Lang.Text("color."+piece.Color().String()),
		"piece", req.Lang.Text("piece."+piece.Role().String()))
}

// pieceList lists pieces with their squares, such as "knight 2g3, pawn 2d3".
func pieceList(req *request.Request, p rules.Position, cells []rules.Cell) string {
	var list []string
	for _, c := range cells {
		list = append(list, req.Lang.Text("piece."+p.At(c).Role().String())+" "+p.Variant().CellName(c))
	}
	return strings.Join(list, ", ")
}
