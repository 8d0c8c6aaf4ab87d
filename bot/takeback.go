package bot

import (
	"stackmate/bot/chat"
)

// takebackAsk asks to take back one's own last move.
func (c *request) takebackAsk() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return c.undo(g)
	}
	if g.TakebackBy != nil && *g.TakebackBy != by {
		return c.takebackAccept()
	}
	if err := g.AskTakeback(by); err != nil {
		return factRefusal(g, err)
	}
	if err := c.save(g); err != nil {
		return err
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	return c.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Notify: []chat.Person{other.Person()},
			Text: c.lang.Text("takeback.asked", "name", c.nameOf(c.player), "opponent", c.nameOf(other), "game", g.ID),
			Buttons: [][]chat.Button{{
				{Label: c.lang.Text("button.accept-takeback"), Command: "takeback accept " + gameRefAtPly(g), For: chat.Only(other.ID)},
				{Label: c.lang.Text("button.decline-takeback"), Command: "takeback decline " + gameRefAtPly(g), For: chat.Only(other.ID)},
			}}}, nil
	})
}

// takebackAccept lets the opponent take the move back.
func (c *request) takebackAccept() error { return c.takebackAnswer(true) }

// takebackDecline does not.
func (c *request) takebackDecline() error { return c.takebackAnswer(false) }

func (c *request) takebackAnswer(yes bool) error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.TakebackBy != nil && len(g.Colors(c.player.ID)) == 2 {
		by = g.TakebackBy.Other()
	}
	if err := g.AnswerTakeback(by, yes, c.now); err != nil {
		return factRefusal(g, err)
	}
	if yes {
		for _, id := range g.Seats { // what was planned for a position that is gone
			if err := c.tx.SetConditions(g.ID, id, nil); err != nil {
				return err
			}
		}
	}
	if err := c.save(g); err != nil {
		return err
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	return c.announce(g, func() (chat.Reply, error) {
		r := chat.Reply{Notify: []chat.Person{other.Person()},
			Text: c.lang.Text("takeback.declined", "name", c.nameOf(c.player), "game", g.ID)}
		if !yes {
			return r, nil
		}
		turn, err := c.turnText(g)
		r.Text = c.lang.Text("takeback.done", "name", c.nameOf(c.player), "opponent", c.nameOf(other)) + " " + turn + c.clockLine(g)
		r.Picture, r.Buttons = picture(g), c.moveButtons(g)
		return r, err
	})
}
