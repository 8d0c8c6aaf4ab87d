package bot

import (
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handlePick leads to a move without typing: first the piece, then where it goes, then a
// preview to confirm. Each step carries everything in its command.
func handlePick(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	switch {
	case g.Over():
		return request.Refuse("game.over", "game", g.ID)
	case by != g.Turn():
		other, err := req.Opponent(g, by)
		if err != nil {
			return err
		}
		return request.Refuse("move.turn", "game", g.ID, "name", req.NameOf(other))
	}
	what := strings.TrimSpace(req.Args["what"])
	p := g.Position()
	switch from := g.Variant.CellNamed(what); {
	case what == "" || strings.HasPrefix(what, "+"):
		return pickPiece(req, g, p, countOf(strings.TrimPrefix(what, "+")))
	case what == "boards":
		return pickTarget(req, g, p, p.BoardMoves(), rules.NoCell)
	case from != rules.NoCell:
		return pickTarget(req, g, p, p.MovesFrom(from), from)
	}
	m, err := p.ParseLAN(what)
	if err != nil {
		return request.MoveRefusal(req, g, what, err)
	}
	return pickConfirm(req, g, p, m)
}

// A message has five rows at most, each a menu of twenty-five options or a row of
// buttons.
const (
	menuOptions = 25
	maxMenus    = 5
)

// pickPiece offers the pieces that can move, and the attack boards, but for the
// first few that have been passed over. Only if there are more than 125 does the
// last option lead to the rest.
func pickPiece(req *request.Request, g *game.Game, p rules.Position, skip int) error {
	var options []chat.Option
	seen := map[rules.Cell]int{}
	boards := 0
	for _, m := range p.Moves() {
		if m.Kind == rules.BoardMove {
			boards++
			continue
		}
		if i, ok := seen[m.From]; ok {
			options[i].Hint = fmt.Sprint(countOf(options[i].Hint) + 1)
			continue
		}
		seen[m.From] = len(options)
		name := g.Variant.CellName(m.From)
		options = append(options, chat.Option{Hint: "1", Command: "pick " + request.GameRefAtPly(g) + " " + name,
			Label: name + " " + req.Lang.Text("piece."+p.At(m.From).Role().String())})
	}
	for i := range options {
		options[i].Hint = req.Lang.Text("pick.count", "count", options[i].Hint)
	}
	if boards > 0 {
		options = append(options, chat.Option{Label: req.Lang.Text("pick.boards"), Command: "pick " + request.GameRefAtPly(g) + " boards",
			Hint: req.Lang.Text("pick.count", "count", boards)})
	}
	options = options[min(skip, len(options)):]
	if len(options) == 0 {
		return request.Refuse("pick.stuck")
	}
	if most := menuOptions * maxMenus; len(options) > most {
		options = append(options[:most-1:most-1], chat.Option{Label: req.Lang.Text("pick.more"),
			Command: fmt.Sprintf("pick %s +%d", request.GameRefAtPly(g), skip+most-1)})
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.piece"), Picture: request.PictureOf(g),
		Menus: menus(req, options), Replace: true})
}

func countOf(s string) (n int) {
	fmt.Sscan(s, &n) // what does not count is none
	return n
}

// pickTarget offers where a piece can go, each promotion by itself.
func pickTarget(req *request.Request, g *game.Game, p rules.Position, moves []rules.Move, from rules.Cell) error {
	if len(moves) == 0 {
		return request.Refuse("pick.stuck")
	}
	texts := p.SANs(moves, p.Moves())
	var options []chat.Option
	for i, m := range moves {
		options = append(options, chat.Option{Label: texts[i], Command: "pick " + request.GameRefAtPly(g) + " " + g.Variant.LAN(m)})
	}
	shown := request.PictureOf(g)
	if from != rules.NoCell {
		shown.Square = g.Variant.CellName(from)
	}
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.target"), Picture: shown,
		Menus: menus(req, options), Replace: true}
	if len(r.Menus) < maxMenus {
		r.Buttons = [][]chat.Button{{{Label: req.Lang.Text("button.back"), Command: "pick " + request.GameRefAtPly(g), For: chat.Only(req.Player.ID)}}}
	}
	return req.Answer(r)
}

// pickConfirm shows the position after a move, which a button then makes.
func pickConfirm(req *request.Request, g *game.Game, p rules.Position, m rules.Move) error {
	shown := request.PictureOf(g)
	shown.Preview = g.Variant.LAN(m)
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.confirm", "move", p.SAN(m)), Picture: shown,
		Replace: true, Buttons: [][]chat.Button{{
			{Label: req.Lang.Text("button.confirm-move", "move", p.SAN(m)), Style: chat.Invite,
				Command: "move " + request.GameRefAtPly(g) + " " + g.Variant.LAN(m), For: chat.Only(req.Player.ID)},
			{Label: req.Lang.Text("button.back"), Command: "pick " + request.GameRefAtPly(g), For: chat.Only(req.Player.ID)},
		}}})
}

// menus spreads options over menus for the speaker and names each by its first and last.
func menus(req *request.Request, options []chat.Option) (list []chat.Menu) {
	for len(options) > 0 && len(list) < maxMenus {
		n := min(menuOptions, len(options))
		label := options[0].Label
		if n > 1 {
			label += " … " + options[n-1].Label
		}
		list = append(list, chat.Menu{Label: label, Options: options[:n], For: chat.Only(req.Player.ID)})
		options = options[n:]
	}
	return list
}
