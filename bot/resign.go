package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// handleResign gives a game up, after asking once.
func handleResign(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return closeAnalysis(req, g)
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	if g.Over() {
		return refuse("game.over", "game", g.ID)
	}
	if !command.Confirms(req.args["confirm"]) {
		return req.confirm(chat.Reply{Game: g.ID, Title: req.title(g), Text: req.lang.Text("resign.confirm", "name", req.nameOf(other), "game", g.ID)},
			"resign "+gameRefAtPly(g)+" yes", "button.confirm-resign")
	}
	if err := g.Resign(by, req.now); err != nil {
		return err
	}
	if err := req.save(g); err != nil {
		return err
	}
	return req.announceEnd(g, other)
}
