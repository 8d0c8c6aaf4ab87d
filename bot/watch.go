package bot

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

const (
	// maxGuests is how many people can be invited to one game.
	maxGuests = 50
	// maxGameNote is how long a private note on a game may be, in characters: every
	// transport can show it in one message.
	maxGameNote = 1400
)

// handleWatch has the bot tell somebody who does not play what happens in a game.
func handleWatch(req *request) error {
	g, err := req.shownGame()
	if err != nil {
		return err
	}
	switch {
	case len(g.Colors(req.player.ID)) > 0:
		return refuse("watch.own", "game", g.ID)
	case g.Over():
		return refuse("game.over", "game", g.ID)
	}
	changed, err := req.tx.Watch(g.ID, req.player.ID, true)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.already", "game", g.ID)
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Text: req.lang.Text("watch.begins", "game", g.ID), Picture: picture(g)})
}

// handleWatchInvite lets somebody else see a game that is at home in no server, which else only
// its players see. Where a mail address is named, nothing tells whether anybody plays there.
func handleWatchInvite(req *request) error {
	g, guest, address, err := guest(req)
	if err != nil {
		return err
	}
	if address != "" && guest.ID == 0 {
		if guest, err = req.tx.PlayerAt(chat.Person{Address: mailTo(address)}, req.now); err != nil {
			return err
		}
	}
	hears, err := req.tx.AcceptsFrom(guest.ID, req.player.ID, true)
	if err != nil {
		return err
	}
	if address == "" {
		switch {
		case len(g.Colors(guest.ID)) > 0:
			return refuse("watch.invite-player", "name", req.nameOf(guest), "game", g.ID)
		case !hears:
			return refuse("block.you", "name", req.nameOf(guest))
		}
	}
	switch n, err := req.tx.Guests(g.ID); {
	case err != nil:
		return err
	case n >= maxGuests:
		return refuse("watch.invite-many", "game", g.ID, "max", maxGuests)
	}
	changed, err := req.tx.Invite(g.ID, guest.ID)
	if err != nil {
		return err
	}
	if hears && (changed || address != "") {
		if err := inviteLetter(req, g, guest, address); err != nil {
			return err
		}
	}
	return req.answerText("watch.invited", "name", cmp.Or(address, req.nameOf(guest)), "game", g.ID)
}

// inviteLetter tells somebody of an invitation, at the address that was named.
func inviteLetter(req *request, g *game.Game, guest data.Player, address string) error {
	a := req.privateTo(guest, data.Server{})
	if address != "" {
		a.to = mailTo(address)
	}
	r, err := req.renderFor(a, func() (chat.Reply, error) {
		names, err := req.names(g)
		return chat.Reply{Game: g.ID, Title: req.title(g), Audience: chat.Secret, Unasked: address != "",
			Text:    req.lang.Text("watch.invitation", "name", req.nameOf(req.player), "game", g.ID, "seats", req.seats(names)),
			Buttons: [][]chat.Button{{{Label: req.lang.Text("button.watch"), Command: fmt.Sprintf("watch start #%d", g.ID), For: chat.Only(guest.ID)}}}}, err
	})
	if err != nil {
		return err
	}
	_, err = req.tx.Enqueue(data.OutboxMessage{To: a.to, Reply: r, NotBefore: req.now})
	return err
}

// handleWatchRemove takes an invitation back, and ends watching.
func handleWatchRemove(req *request) error {
	g, guest, address, err := guest(req)
	if err != nil {
		return err
	}
	if guest.ID != 0 && len(g.Colors(guest.ID)) == 0 {
		if err := req.tx.Uninvite(g.ID, guest.ID); err != nil {
			return err
		}
	}
	return req.answerText("watch.removed", "name", cmp.Or(address, req.nameOf(guest)), "game", g.ID)
}

// guest reads whom an invitation is for: a player, or a mail address with its player if
// there is one. The game must be one of the speaker's that is at home in no server.
func guest(req *request) (g *game.Game, p data.Player, address string, err error) {
	if g, _, err = req.ownGame(); err != nil {
		return nil, p, "", err
	}
	switch {
	case g.Analysis():
		return nil, p, "", refuse("watch.analysis", "game", g.ID)
	case g.Server != "":
		return nil, p, "", refuse("watch.server", "game", g.ID)
	}
	p, address, err = addressee(req, req.args["player"])
	return g, p, address, err
}

// handleUnwatch ends watching.
func handleUnwatch(req *request) error {
	g, err := req.shownGame()
	if err != nil {
		return err
	}
	changed, err := req.tx.Watch(g.ID, req.player.ID, false)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.not", "game", g.ID)
	}
	return req.answerText("watch.ends", "game", g.ID)
}

// handleNote shows or replaces what a player has noted on a game for nobody else to see.
func handleNote(req *request) error {
	g, err := req.shownGame()
	if err != nil {
		return err
	}
	if text := req.args["text"]; text != "" {
		if utf8.RuneCountInString(text) > maxGameNote {
			return refuse("note.long", "max", maxGameNote)
		}
		if text == "-" {
			text = ""
		}
		if err := req.tx.SetNote(g.ID, req.player.ID, text); err != nil {
			return err
		}
		return req.answerText("note.kept", "game", g.ID)
	}
	note, err := req.tx.Note(g.ID, req.player.ID)
	if err != nil {
		return err
	}
	if note == "" {
		return req.answerText("note.none", "game", g.ID)
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Text: req.lang.Text("note.is", "game", g.ID), Block: note})
}
