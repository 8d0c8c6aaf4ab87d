package bot

import (
	"fmt"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// rematch challenges the opponent of a finished game again, with colors changed.
func (c *request) rematch() error {
	if c.args["game"] == "" && c.msg.Game == 0 {
		ended, err := c.tx.GamesOf(c.player.ID, Ended, chat.Address{}, 1)
		if err != nil {
			return err
		}
		if len(ended.Games) == 0 {
			return refuse("rematch.none")
		}
		c.args["game"] = fmt.Sprint(ended.Games[0].ID)
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
func (c *request) offeredIn(g *game.Game) (chat.Address, error) {
	if g.Home.IsZero() {
		return g.Home, nil
	}
	ch, err := c.tx.Challenge(g.ID)
	if err != nil || ch.Home.IsZero() {
		return g.Home, err
	}
	return ch.Home, nil
}
