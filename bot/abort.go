package bot

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/game"
)

// abort ends a game that has hardly begun.
func (c *request) abort() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return c.closeAnalysis(g)
	}
	switch err := g.Abort(c.now); {
	case errors.Is(err, game.ErrTooLate):
		return refuse("abort.late", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := c.save(g); err != nil {
		return err
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	return c.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Text: c.lang.Text("abort.done", "name", c.nameOf(c.player), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}
