package bot

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// handleAbort ends a game that has hardly begun.
func handleAbort(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return closeAnalysis(req, g)
	}
	switch err := g.Abort(req.Now); {
	case errors.Is(err, game.ErrTooLate):
		return request.Refuse("abort.late", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return request.Refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := req.Save(g); err != nil {
		return err
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Text: req.Lang.Text("abort.done", "name", req.NameOf(req.Player), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}
