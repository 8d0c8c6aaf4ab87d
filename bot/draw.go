package bot

import (
	"errors"
	"fmt"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// drawOffer offers a draw, or accepts the one that the opponent offers.
func (c *request) drawOffer() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if g.DrawOfferBy != nil && *g.DrawOfferBy != by {
		return c.drawAccept()
	}
	if err := g.OfferDraw(by, c.now); err != nil {
		return factRefusal(g, err)
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	if err := c.save(g); err != nil {
		return err
	}
	return c.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Text: c.lang.Text("draw.offered", "name", c.nameOf(c.player), "opponent", c.nameOf(other), "game", g.ID),
			Buttons: c.offerButtons(g), Notify: []chat.Person{other.Person()}}, nil
	})
}

// offerButtons answer a draw offer. They carry no ply: an offer stands while its
// maker moves on.
func (c *request) offerButtons(g *game.Game) [][]chat.Button {
	number, asked := "#"+strconv.FormatInt(g.ID, 10), chat.Only(g.Seats[g.DrawOfferBy.Other()])
	return [][]chat.Button{{
		{Label: c.lang.Text("button.accept-draw"), Command: "draw accept " + number, Style: chat.Warn, For: asked},
		{Label: c.lang.Text("button.decline-draw"), Command: "draw decline " + number, For: asked},
	}}
}

// drawAccept ends the game by agreement, after asking once.
func (c *request) drawAccept() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	trial := *g
	if err := trial.AcceptDraw(by, c.now); err != nil {
		return factRefusal(g, err)
	}
	if !confirms(c.args["confirm"]) {
		return c.confirm(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.lang.Text("draw.confirm", "name", c.nameOf(other), "game", g.ID)},
			"draw accept "+gameRefAtPly(g)+" yes", "button.confirm-draw")
	}
	*g = trial
	if err := c.save(g); err != nil {
		return err
	}
	return c.announceEnd(g, other)
}

// drawDecline refuses the opponent's offer.
func (c *request) drawDecline() error {
	return c.answerOffer(func(g *game.Game, by rules.Color) error { return g.DeclineDraw(by) }, "draw.declined")
}

// drawWithdraw takes one's own offer back.
func (c *request) drawWithdraw() error {
	return c.answerOffer(func(g *game.Game, by rules.Color) error { return g.WithdrawDraw(by) }, "draw.withdrawn")
}

func (c *request) answerOffer(change func(*game.Game, rules.Color) error, sentence string) error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if err := change(g, by); err != nil {
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
		return chat.Reply{Text: c.lang.Text(sentence, "name", c.nameOf(c.player), "opponent", c.nameOf(other), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}

// endButtons invite to play again.
func (c *request) endButtons(g *game.Game) [][]chat.Button {
	return [][]chat.Button{{{Label: c.lang.Text("button.rematch"), Command: fmt.Sprintf("rematch #%d", g.ID), Style: chat.Invite,
		For: chat.PlayersOf(g.ID)}}}
}

// drawClaim ends the game if a draw can be claimed (M6, M7), also by naming the
// move that brings the position about: it is played with the claim, or not at all.
func (c *request) drawClaim() error {
	g, by, err := c.ownGame()
	if err != nil {
		return err
	}
	if text := c.args["move"]; text != "" && !g.Over() {
		if by != g.Turn() {
			return refuse("draw.claim-turn", "game", g.ID)
		}
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return c.moveRefusal(g, text, err)
		}
		if err := g.Move(by, m, c.now); err != nil {
			return err
		}
		if g.Over() {
			return refuse("draw.claim-ends", "text", quote(text), "game", g.ID)
		}
	}
	if err := g.ClaimDraw(c.now); err != nil {
		if counts := (*game.ClaimError)(nil); errors.As(err, &counts) {
			return refuse("draw.no-claim", "repetitions", counts.Repetitions,
				"moves", strconv.FormatFloat(float64(counts.QuietPlies)/2, 'f', -1, 64), "limit", counts.Limit)
		}
		return factRefusal(g, err)
	}
	if err := c.save(g); err != nil {
		return err
	}
	other, err := c.opponent(g, by)
	if err != nil {
		return err
	}
	return c.announceEnd(g, other)
}
