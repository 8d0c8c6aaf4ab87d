package bot

import (
	"errors"
	"fmt"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// takebackAsk asks to take back one's own last move.
func (c *call) takebackAsk() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return c.back(g)
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
			Text: c.say.Text("takeback.asked", "name", c.nameOf(c.player), "opponent", c.nameOf(other), "game", g.ID),
			Buttons: [][]chat.Button{{
				{Label: c.say.Text("button.accept-takeback"), Command: "takeback accept " + at(g), For: chat.Only(other.ID)},
				{Label: c.say.Text("button.decline-takeback"), Command: "takeback decline " + at(g), For: chat.Only(other.ID)},
			}}}, nil
	})
}

// takebackAccept lets the opponent take the move back.
func (c *call) takebackAccept() error { return c.takebackAnswer(true) }

// takebackDecline does not.
func (c *call) takebackDecline() error { return c.takebackAnswer(false) }

func (c *call) takebackAnswer(yes bool) error {
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
			Text: c.say.Text("takeback.declined", "name", c.nameOf(c.player), "game", g.ID)}
		if !yes {
			return r, nil
		}
		turn, err := c.turnText(g)
		r.Text = c.say.Text("takeback.done", "name", c.nameOf(c.player), "opponent", c.nameOf(other)) + " " + turn + c.clockLine(g)
		r.Picture, r.Buttons = picture(g), c.moveButtons(g)
		return r, err
	})
}

// abort ends a game that has hardly begun.
func (c *call) abort() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return c.putAway(g)
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
		return chat.Reply{Text: c.say.Text("abort.done", "name", c.nameOf(c.player), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}

// rematch challenges the opponent of a finished game again, with colors changed.
func (c *call) rematch() error {
	if c.args["game"] == "" && c.msg.Game == 0 {
		ended, err := c.tx.GamesOf(c.player.ID, Ended, chat.Address{}, 1)
		if err != nil {
			return err
		}
		if len(ended.Lines) == 0 {
			return refuse("rematch.none")
		}
		c.args["game"] = fmt.Sprint(ended.Lines[0].ID)
	}
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if !g.Over() {
		return refuse("rematch.running", "game", g.ID)
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	if other.ID == c.player.ID {
		return refuse("challenge.self")
	}
	color, theirs := game.AsBlack, game.AsWhite
	if by == rules.Black {
		color, theirs = theirs, color
	}
	open, err := c.tx.OpenChallenges(c.player.ID)
	if err != nil {
		return err
	}
	for _, ch := range open {
		switch {
		case ch.Variant != g.Variant || ch.Terms != g.Terms || ch.Address != "": // whose address that is remains unsaid
		case ch.From == other.ID && ch.To == c.player.ID && ch.Color == theirs: // both have pressed the button
			c.args = map[string]string{"challenge": fmt.Sprint(ch.ID)}
			return c.accept()
		case ch.From == c.player.ID && ch.To == other.ID && ch.Color == color:
			return refuse("rematch.waiting", "name", c.nameOf(other), "id", ch.ID)
		}
	}
	home, err := c.offeredIn(g)
	if err != nil {
		return err
	}
	server, err := c.settingsOf(g.Server)
	if err != nil {
		return err
	}
	if err := c.mayOffer(g.Server, server, home); err != nil {
		return err
	}
	err = c.send(&game.Challenge{Variant: g.Variant, Terms: g.Terms, From: c.player.ID, To: other.ID, Color: color,
		State: game.Open, Made: c.now, Home: home, Server: g.Server}, other)
	if err == nil && home != g.Home && c.msg.In.Address == g.Home && c.reply != nil { // the old thread is over
		c.reply.Game, c.reply.Close = g.ID, true
	}
	return err
}

// offeredIn returns where a game was offered: the channel above its thread, if it has one.
func (c *call) offeredIn(g *game.Game) (chat.Address, error) {
	if g.Home.IsZero() {
		return g.Home, nil
	}
	ch, err := c.tx.Challenge(g.ID)
	if err != nil || ch.Home.IsZero() {
		return g.Home, err
	}
	return ch.Home, nil
}
