// Package watch has the commands of people who watch games, invite others to them, or keep notes on
// them.
package watch

import (
	"cmp"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// maxInvited is how many people can be invited to watch one game.
const maxInvited = 50

// HandleStart makes the speaker a watcher of a game, who is told of every move.
func HandleStart(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	switch {
	case len(g.Colors(req.Player.ID)) > 0:
		return request.Refuse("watch.own", "game", g.ID)
	case g.Over():
		return request.Refuse("game.over", "game", g.ID)
	}
	changed, err := req.Tx.SetWatching(g.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if !changed {
		return request.Refuse("watch.already", "game", g.ID)
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("watch.begins", "game", g.ID), Picture: request.PictureOf(g)})
}

// HandleInvite invites somebody to watch a game that belongs to no server, which
// otherwise only its players can see. The answer does not reveal whether anybody plays at
// a mail address.
func HandleInvite(req *request.Request) error {
	g, guest, address, err := invitee(req)
	if err != nil {
		return err
	}
	if address != "" && guest.ID == 0 {
		if guest, err = request.Invitee(req, address); err != nil {
			return err
		}
	}
	accepts, err := req.Tx.AcceptsFrom(guest.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if address == "" {
		switch {
		case len(g.Colors(guest.ID)) > 0:
			return request.Refuse("watch.invite-player", "name", req.NameOf(guest), "game", g.ID)
		case !accepts:
			return request.Refuse("block.you", "name", req.NameOf(guest))
		}
	}
	switch n, err := req.Tx.CountInvited(g.ID); {
	case err != nil:
		return err
	case n >= maxInvited:
		return request.Refuse("watch.invite-many", "game", g.ID, "max", maxInvited)
	}
	changed, err := req.Tx.Invite(g.ID, guest.ID)
	if err != nil {
		return err
	}
	if accepts && (changed || address != "") {
		if err := sendInvitation(req, g, guest, address); err != nil {
			return err
		}
	}
	return req.AnswerText("watch.invited", "name", cmp.Or(address, req.NameOf(guest)), "game", g.ID)
}

// sendInvitation sends an invitation to a guest in private, or to the mail address that
// was named.
func sendInvitation(req *request.Request, g *game.Game, guest data.Player, address string) error {
	a := req.PrivateTo(guest, data.Server{})
	if address != "" {
		a.To = request.MailAddress(address)
	}
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		return chat.Reply{Game: g.ID, Title: req.Title(g), Audience: chat.Secret, Unsolicited: address != "",
			Text:    req.Lang.Text("watch.invitation", "name", req.NameOf(req.Player), "game", g.ID, "seats", req.Seats(names)),
			Buttons: [][]chat.Button{{{Label: req.Lang.Text("button.watch"), Command: command.Invocation{Path: command.WatchStart, Game: command.GameID(g.ID)}.String(), For: chat.Only(guest.ID)}}}}, err
	})
	if err != nil {
		return err
	}
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now})
	return err
}

// HandleRemove withdraws an invitation; the guest stops watching.
func HandleRemove(req *request.Request) error {
	g, guest, address, err := invitee(req)
	if err != nil {
		return err
	}
	if guest.ID != 0 && len(g.Colors(guest.ID)) == 0 {
		if err := req.Tx.Uninvite(g.ID, guest.ID); err != nil {
			return err
		}
	}
	return req.AnswerText("watch.removed", "name", cmp.Or(address, req.NameOf(guest)), "game", g.ID)
}

// invitee returns the speaker's game and whom an invitation is for: a player, or a mail
// address and the player there, zero if there is none. The error is a Refusal if the game
// belongs to a server.
func invitee(req *request.Request) (g *game.Game, p data.Player, address string, err error) {
	if g, _, err = req.OwnGame(); err != nil {
		return nil, p, "", err
	}
	switch {
	case g.Analysis():
		return nil, p, "", request.Refuse("watch.analysis", "game", g.ID)
	case g.Server != "":
		return nil, p, "", request.Refuse("watch.server", "game", g.ID)
	}
	p, address, err = request.Addressee(req, req.Cmd.Person)
	return g, p, address, err
}

// HandleStop makes the speaker stop watching a game.
func HandleStop(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	changed, err := req.Tx.SetWatching(g.ID, req.Player.ID, false)
	if err != nil {
		return err
	}
	if !changed {
		return request.Refuse("watch.not", "game", g.ID)
	}
	return req.AnswerText("watch.ends", "game", g.ID)
}

// HandleNote shows or replaces the speaker's private note on a game. The text "-" deletes
// it.
func HandleNote(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	if text := req.Cmd.Text; text != "" {
		if text == "-" {
			text = ""
		}
		if err := req.Tx.SetNote(g.ID, req.Player.ID, text); err != nil {
			return err
		}
		return req.AnswerText("note.kept", "game", g.ID)
	}
	note, err := req.Tx.Note(g.ID, req.Player.ID)
	if err != nil {
		return err
	}
	if note == "" {
		return req.AnswerText("note.none", "game", g.ID)
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("note.is", "game", g.ID), Block: note})
}
