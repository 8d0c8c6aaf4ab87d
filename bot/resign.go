package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
)

// handleResign resigns a game, after asking once. An analysis is closed.
func handleResign(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return closeAnalysis(req, g)
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	if g.Over() {
		return request.Refuse("game.over", "game", g.ID)
	}
	if !req.Cmd.Confirmed {
		return req.Confirm(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("resign.confirm", "name", req.NameOf(other), "game", g.ID)},
			command.Invocation{Path: command.Resign, Game: command.GameAt(g), Confirmed: true}, "button.confirm-resign")
	}
	return req.Change(g, by, func() error { return g.Resign(by, req.Now) }, nil)
}
