package bot

import (
	"fmt"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// announce says something about a game to everybody who follows it: in its home,
// else to each player alone. The place where the command was given gets it as the
// answer, or only a short note if the game is followed elsewhere. The reply is built
// for each audience in its language.
func (c *request) announce(g *game.Game, build func() (chat.Reply, error)) error {
	c.noteGame(g)
	closing, err := c.endsThread(g)
	if err != nil {
		return err
	}
	full := func() (chat.Reply, error) {
		r, err := build()
		r.Game, r.Ply, r.Close = g.ID, plies(g), closing
		if r.Title == "" {
			r.Title = c.title(g)
		}
		return r, err
	}
	if g.Analysis() && g.Home.IsZero() {
		r, err := full()
		if err != nil {
			return err
		}
		return c.answer(r)
	}
	places, err := c.audiences(g)
	if err != nil {
		return err
	}
	for _, a := range places {
		r, err := c.renderFor(a, full)
		if err != nil {
			return err
		}
		r.Close = r.Close && a.to == g.Home
		if a.to == g.Home {
			if r.Notify, err = c.playersWhoSee(g, r.Notify); err != nil {
				return err
			}
		}
		if a.to == c.msg.In.Address {
			c.reply = &r
			continue
		}
		if err := c.enqueue(a.to, r); err != nil {
			return err
		}
	}
	if err := c.tellWatchers(g, full, places); err != nil {
		return err
	}
	switch told := slices.ContainsFunc(places, func(a audience) bool { return a.to == c.msg.From.Address }); {
	case c.reply != nil:
		return nil
	case told && c.msg.Overheard: // the speaker, alone
		c.reply = &chat.Reply{Text: c.lang.Text("answer.alone"), Audience: chat.Quiet}
		return nil
	}
	r, err := full()
	if err != nil {
		return err
	}
	return c.answer(chat.Reply{Game: g.ID, Title: r.Title, Text: r.Text + " " + c.lang.Text("announce.elsewhere"), Picture: r.Picture})
}

// endsThread reports whether a game is over that had moved to a thread of its own.
func (c *request) endsThread(g *game.Game) (bool, error) {
	if !g.Over() || g.Home.IsZero() {
		return false, nil
	}
	ch, err := c.tx.Challenge(g.ID)
	return err == nil && ch.Home != g.Home, err
}

// tellWatchers says the same to those who watch a game, each alone, unless they
// hear it anyway.
func (c *request) tellWatchers(g *game.Game, build func() (chat.Reply, error), places []audience) error {
	watchers, err := c.tx.Watchers(g.ID)
	if err != nil {
		return err
	}
	for _, id := range watchers {
		p, err := c.person(id)
		if err != nil {
			return err
		}
		a := c.privateTo(p, Server{})
		if len(g.Colors(id)) > 0 || slices.ContainsFunc(places, func(other audience) bool { return other.to == a.to }) {
			continue
		}
		r, err := c.speakOutside(a, build)
		if err != nil {
			return err
		}
		r.Notify, r.Buttons, r.Close = nil, nil, false
		if err := c.enqueue(a.to, r); err != nil {
			return err
		}
	}
	return nil
}

// speakOutside builds a reply for somebody who only watches: without what the players say
// to one another.
func (c *request) speakOutside(a audience, build func() (chat.Reply, error)) (chat.Reply, error) {
	c.outside = true
	defer func() { c.outside = false }()
	return c.renderFor(a, build)
}

// seat names a player with the color, or only once where both are the same.
func (c *request) seat(name string, color rules.Color) string {
	if written := c.lang.Text("color." + color.String()); written != name {
		return name + " (" + written + ")"
	}
	return name
}

// seats names both players with their colors.
func (c *request) seats(names [2]string) string {
	return c.seat(names[rules.White], rules.White) + " – " + c.seat(names[rules.Black], rules.Black)
}

func (c *request) title(g *game.Game) string {
	return c.lang.Text("game.title", "game", g.ID, "variant", g.Variant.Name())
}

// names returns the names of White and Black.
func (c *request) names(g *game.Game) (names [2]string, err error) {
	for color, id := range g.Seats {
		p, err := c.person(id)
		if err != nil {
			return names, err
		}
		names[color] = c.nameOf(p)
	}
	return names, nil
}

// picture asks for the position on the board, seen by the side to move, or by the
// winner when the game is over.
func picture(g *game.Game) *chat.Picture {
	below := g.Turn()
	if winner, ok := g.Outcome.Winner(); ok {
		below = winner
	}
	return &chat.Picture{Game: g.ID, Ply: len(g.Plies), Black: below == rules.Black}
}

// moveButtons lead to a move without typing.
func (c *request) moveButtons(g *game.Game) [][]chat.Button {
	return [][]chat.Button{{{Label: c.lang.Text("button.move"), Command: "pick " + gameRefAtPly(g), Style: chat.Invite, For: chat.PlayersOf(g.ID)}}}
}

// turnText says whose turn it is or how the game ended.
func (c *request) turnText(g *game.Game) (string, error) {
	names, err := c.names(g)
	if err != nil {
		return "", err
	}
	if g.Over() {
		return c.resultText(g, names)
	}
	t := g.Turn()
	text := c.lang.Text("turn", "seat", c.seat(names[t], t))
	p := g.Position()
	if p.InCheck() {
		text = c.lang.Text("check") + " " + text
	}
	return text, nil
}

// resultText says how a game ended, and what that did to the ratings.
func (c *request) resultText(g *game.Game, names [2]string) (string, error) {
	ratings, err := ratingText(c.tx, c.lang, g, names)
	if ratings != "" {
		ratings = " " + ratings
	}
	if g.Outcome == rules.Undecided {
		return c.lang.Text("result.none."+string(g.Reason)) + ratings, err
	}
	if w, ok := g.Outcome.Winner(); ok {
		return c.lang.Text("result.win."+string(g.Reason), "winner", names[w], "loser", names[w.Other()],
			"result", g.Outcome) + ratings, err
	}
	return c.lang.Text("result.draw."+string(g.Reason), "result", g.Outcome) + ratings, err
}

// toMove returns who must be told that it is their turn: nobody when the game is over.
func (c *request) toMove(g *game.Game) ([]chat.Person, error) {
	if g.Over() {
		return nil, nil
	}
	p, err := c.person(g.ToMove())
	if err != nil {
		return nil, err
	}
	return []chat.Person{p.Person()}, nil
}

// opponent returns the player on the other side.
func (c *request) opponent(g *game.Game, of rules.Color) (Player, error) {
	return c.person(g.Seats[of.Other()])
}

// gameRefAtPly writes a game's number with its ply, for buttons.
func gameRefAtPly(g *game.Game) string { return fmt.Sprintf("#%d@%d", g.ID, len(g.Log)) }

// save stores a game. Nobody can have changed it since it was read: transactions
// that write wait for one another.
// With the end of a rated game the ratings change.
func (c *request) save(g *game.Game) error {
	if err := c.tx.SaveGame(g); err != nil {
		return err
	}
	c.saved = g
	return rate(c.tx, g, c.now)
}

// announceEnd tells everybody how the game ended.
func (c *request) announceEnd(g *game.Game, notify Player) error {
	return c.announce(g, func() (chat.Reply, error) {
		names, err := c.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := c.resultText(g, names)
		return chat.Reply{Text: result, Picture: picture(g), Buttons: c.endButtons(g), Notify: []chat.Person{notify.Person()}}, err
	})
}
