package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// handleAbort ends a game in which a player has not yet moved, without a result. An
// analysis is closed.
func handleAbort(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return closeAnalysis(req, g)
	}
	return req.Change(g, by, func() error { return g.Abort(req.Now) }, func(req *request.Request, _ data.Player) (chat.Reply, error) {
		return chat.Reply{Text: req.Lang.Text("abort.done", "name", req.NameOf(req.Player), "game", g.ID)}, nil
	})
}
