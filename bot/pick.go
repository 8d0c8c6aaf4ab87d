package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handlePick lets the speaker choose a move from menus in three steps: a piece, where it
// goes, and a preview to confirm. The command of each step holds the whole choice so far.
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
	p := g.Position()
	switch from := g.Variant.CellNamed(req.Cmd.Move); {
	case req.Cmd.Boards:
		return pickTarget(req, g, p, p.BoardMoves(), rules.NoCell)
	case req.Cmd.Move == "":
		return pickPiece(req, g, p, req.Cmd.Skip)
	case from != rules.NoCell:
		return pickTarget(req, g, p, p.MovesFrom(from), from)
	}
	m, err := p.ParseLAN(req.Cmd.Move)
	if err != nil {
		return request.MoveRefusal(req, g, req.Cmd.Move, err)
	}
	return pickConfirm(req, g, p, m)
}

// A Discord message has at most five rows, each a menu of 25 options or a row of buttons.
const (
	menuOptions = 25
	maxMenus    = 5
)

// pickPiece offers the pieces and attack boards that can move, without the first skip of
// them. If there are more than fit into the menus, the last option leads to the rest.
func pickPiece(req *request.Request, g *game.Game, p rules.Position, skip int) error {
	var from []rules.Cell
	count := map[rules.Cell]int{} // moves by origin; those of attack boards count under NoCell
	for _, m := range p.Moves() {
		at := m.From
		if m.Kind == rules.BoardMove {
			at = rules.NoCell
		} else if count[at] == 0 {
			from = append(from, at)
		}
		count[at]++
	}
	if count[rules.NoCell] > 0 {
		from = append(from, rules.NoCell)
	}
	pick := command.Invocation{Path: command.Pick, Game: command.GameAt(g), View: req.Cmd.View}
	var options []chat.Option
	for _, at := range from {
		next, label := pick, req.Lang.Text("pick.boards")
		if at == rules.NoCell {
			next.Boards = true
		} else {
			next.Move = g.Variant.CellName(at)
			label = next.Move + " " + req.Lang.Text("piece."+p.At(at).Role().String())
		}
		options = append(options, chat.Option{Label: label, Command: next.String(), Hint: req.Lang.Text("pick.count", "count", count[at])})
	}
	options = options[min(skip, len(options)):]
	if len(options) == 0 {
		return request.Refuse("pick.stuck")
	}
	if most := menuOptions * maxMenus; len(options) > most {
		pick.Skip = skip + most - 1
		options = append(options[:most-1:most-1], chat.Option{Label: req.Lang.Text("pick.more"), Command: pick.String()})
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.piece"), Picture: request.PictureOf(g),
		Menus: menus(req, options), Replace: true})
}

// pickTarget offers the moves of the piece on a cell, or of the attack boards if from is
// rules.NoCell. Each promotion is an option of its own.
func pickTarget(req *request.Request, g *game.Game, p rules.Position, moves []rules.Move, from rules.Cell) error {
	if len(moves) == 0 {
		return request.Refuse("pick.stuck")
	}
	texts := p.SANs(moves, p.Moves())
	pick := command.Invocation{Path: command.Pick, Game: command.GameAt(g), View: req.Cmd.View}
	var options []chat.Option
	for i, m := range moves {
		next := pick
		next.Move = g.Variant.LAN(m)
		options = append(options, chat.Option{Label: texts[i], Command: next.String()})
	}
	shown := request.PictureOf(g)
	if from != rules.NoCell {
		shown.Square = g.Variant.CellName(from)
	}
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.target"), Picture: shown,
		Menus: menus(req, options), Replace: true}
	if len(r.Menus) < maxMenus {
		r.Buttons = [][]chat.Button{{{Label: req.Lang.Text("button.back"), Command: pick.String(), For: chat.Only(req.Player.ID)}}}
	}
	return req.Answer(r)
}

// pickConfirm shows the position after a move, with a button that plays it.
func pickConfirm(req *request.Request, g *game.Game, p rules.Position, m rules.Move) error {
	shown := request.PictureOf(g)
	shown.Preview = g.Variant.LAN(m)
	pick := command.Invocation{Path: command.Pick, Game: command.GameAt(g), View: req.Cmd.View}
	move := command.Invocation{Path: command.Move, Game: command.GameAt(g), Move: g.Variant.LAN(m)}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("pick.confirm", "move", p.SAN(m)), Picture: shown,
		Replace: true, Buttons: [][]chat.Button{{
			{Label: req.Lang.Text("button.confirm-move", "move", p.SAN(m)), Style: chat.Invite,
				Command: move.String(), For: chat.Only(req.Player.ID)},
			{Label: req.Lang.Text("button.back"), Command: pick.String(), For: chat.Only(req.Player.ID)},
		}}})
}

// menus distributes options over menus for the speaker. Each menu is labelled with its
// first and last option.
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
