package bot

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/game"
)

// handleAbort ends a game that has hardly begun.
func handleAbort(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return closeAnalysis(req, g)
	}
	switch err := g.Abort(req.now); {
	case errors.Is(err, game.ErrTooLate):
		return refuse("abort.late", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := req.save(g); err != nil {
		return err
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	return req.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Text: req.lang.Text("abort.done", "name", req.nameOf(req.player), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}
