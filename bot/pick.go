package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/exercise"
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
	e := exercise.Exercise{Position: g.Position(), Again: command.Invocation{Path: command.Pick, Game: command.GameAt(g)},
		Reply: chat.Reply{Game: g.ID, Title: req.Title(g), Picture: request.PictureOf(g)}}
	m, given, err := e.Choose(req)
	if err != nil || !given {
		return err
	}
	return pickConfirm(req, g, e.Position, m)
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
