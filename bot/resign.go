package bot

import (
	"stackmate/bot/chat"
)

// resign gives a game up, after asking once.
func (c *request) resign() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return c.closeAnalysis(g)
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	if g.Over() {
		return refuse("game.over", "game", g.ID)
	}
	if !confirms(c.args["confirm"]) {
		return c.confirm(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.lang.Text("resign.confirm", "name", c.nameOf(other), "game", g.ID)},
			"resign "+gameRefAtPly(g)+" yes", "button.confirm-resign")
	}
	if err := g.Resign(by, c.now); err != nil {
		return err
	}
	if err := c.save(g); err != nil {
		return err
	}
	return c.announceEnd(g, other)
}
