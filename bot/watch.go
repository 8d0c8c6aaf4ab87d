package bot

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/game"
)

const (
	// maxGuests is how many people can be invited to one game.
	maxGuests = 50
	// maxGameNote is how long a private note on a game may be, in characters: every
	// transport can show it in one message.
	maxGameNote = 1400
)

// watch has the bot tell somebody who does not play what happens in a game.
func (c *request) watch() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	switch {
	case len(g.Colors(c.player.ID)) > 0:
		return refuse("watch.own", "game", g.ID)
	case g.Over():
		return refuse("game.over", "game", g.ID)
	}
	changed, err := c.tx.Watch(g.ID, c.player.ID, true)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.already", "game", g.ID)
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.lang.Text("watch.begins", "game", g.ID), Picture: picture(g)})
}

// watchInvite lets somebody else see a game that is at home in no server, which else only
// its players see. Where a mail address is named, nothing tells whether anybody plays there.
func (c *request) watchInvite() error {
	g, guest, address, err := c.guest()
	if err != nil {
		return err
	}
	if address != "" && guest.ID == 0 {
		if guest, err = c.tx.PlayerAt(chat.Person{Address: mailTo(address)}, c.now); err != nil {
			return err
		}
	}
	hears, err := c.tx.AcceptsFrom(guest.ID, c.player.ID, true)
	if err != nil {
		return err
	}
	if address == "" {
		switch {
		case len(g.Colors(guest.ID)) > 0:
			return refuse("watch.invite-player", "name", c.nameOf(guest), "game", g.ID)
		case !hears:
			return refuse("block.you", "name", c.nameOf(guest))
		}
	}
	switch n, err := c.tx.Guests(g.ID); {
	case err != nil:
		return err
	case n >= maxGuests:
		return refuse("watch.invite-many", "game", g.ID, "max", maxGuests)
	}
	changed, err := c.tx.Invite(g.ID, guest.ID)
	if err != nil {
		return err
	}
	if hears && (changed || address != "") {
		if err := c.inviteLetter(g, guest, address); err != nil {
			return err
		}
	}
	return c.answerText("watch.invited", "name", cmp.Or(address, c.nameOf(guest)), "game", g.ID)
}

// inviteLetter tells somebody of an invitation, at the address that was named.
func (c *request) inviteLetter(g *game.Game, guest Player, address string) error {
	a := c.privateTo(guest, Server{})
	if address != "" {
		a.to = mailTo(address)
	}
	r, err := c.renderFor(a, func() (chat.Reply, error) {
		names, err := c.names(g)
		return chat.Reply{Game: g.ID, Title: c.title(g), Audience: chat.Secret, Unasked: address != "",
			Text:    c.lang.Text("watch.invitation", "name", c.nameOf(c.player), "game", g.ID, "seats", c.seats(names)),
			Buttons: [][]chat.Button{{{Label: c.lang.Text("button.watch"), Command: fmt.Sprintf("watch start #%d", g.ID), For: chat.Only(guest.ID)}}}}, err
	})
	if err != nil {
		return err
	}
	_, err = c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now})
	return err
}

// watchRemove takes an invitation back, and ends watching.
func (c *request) watchRemove() error {
	g, guest, address, err := c.guest()
	if err != nil {
		return err
	}
	if guest.ID != 0 && len(g.Colors(guest.ID)) == 0 {
		if err := c.tx.Uninvite(g.ID, guest.ID); err != nil {
			return err
		}
	}
	return c.answerText("watch.removed", "name", cmp.Or(address, c.nameOf(guest)), "game", g.ID)
}

// guest reads whom an invitation is for: a player, or a mail address with its player if
// there is one. The game must be one of the speaker's that is at home in no server.
func (c *request) guest() (g *game.Game, p Player, address string, err error) {
	if g, _, err = c.ownGame(); err != nil {
		return nil, p, "", err
	}
	switch {
	case g.Analysis():
		return nil, p, "", refuse("watch.analysis", "game", g.ID)
	case g.Server != "":
		return nil, p, "", refuse("watch.server", "game", g.ID)
	}
	p, address, err = c.addressee(c.args["player"])
	return g, p, address, err
}

// unwatch ends watching.
func (c *request) unwatch() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	changed, err := c.tx.Watch(g.ID, c.player.ID, false)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.not", "game", g.ID)
	}
	return c.answerText("watch.ends", "game", g.ID)
}

// note shows or replaces what a player has noted on a game for nobody else to see.
func (c *request) note() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	if text := c.args["text"]; text != "" {
		if utf8.RuneCountInString(text) > maxGameNote {
			return refuse("note.long", "max", maxGameNote)
		}
		if text == "-" {
			text = ""
		}
		if err := c.tx.SetNote(g.ID, c.player.ID, text); err != nil {
			return err
		}
		return c.answerText("note.kept", "game", g.ID)
	}
	note, err := c.tx.Note(g.ID, c.player.ID)
	if err != nil {
		return err
	}
	if note == "" {
		return c.answerText("note.none", "game", g.ID)
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.lang.Text("note.is", "game", g.ID), Block: note})
}
