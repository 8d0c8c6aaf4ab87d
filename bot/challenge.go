package bot

import (
	"cmp"

	"stackmate/bot/account"
	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// maxOpenChallenges is how many open challenges one player may have made.
const maxOpenChallenges = 20

// handleChallenge challenges a player, or makes an open challenge to everybody in the
// server.
func handleChallenge(req *request.Request) error {
	named := req.Cmd.Person != "" || req.Cmd.Address != ""
	switch {
	case req.Cmd.Person != "" && req.Cmd.Address == "" && request.NamesComputer(req, req.Cmd.Person), !named && req.Cmd.Strength != 0 && !req.Cmd.Open:
		return challengeComputer(req)
	case req.Cmd.Strength != 0:
		return request.Refuse("computer.person")
	}
	opponent, address, err := challengedPlayer(req)
	if err != nil {
		return err
	}
	ch, err := newChallenge(req)
	if err != nil {
		return err
	}
	if address != "" && opponent.ID == 0 {
		if opponent, err = request.Invitee(req, address); err != nil {
			return err
		}
	}
	ch.To, ch.Address = opponent.ID, address
	return sendChallenge(req, ch, opponent)
}

// challengedPlayer returns the player that a challenge is for, and the mail address if the
// command names one. An open challenge is for the zero Player.
func challengedPlayer(req *request.Request) (opponent data.Player, address string, err error) {
	word, named := req.Cmd.Person, req.Cmd.Address
	switch {
	case word != "" && named != "":
		return opponent, "", request.Refuse("challenge.two")
	case word != "":
		opponent, address, err = request.Addressee(req, word)
	case named != "":
		opponent, address, err = request.MailAddressee(req, named)
	case req.Msg.In.Private:
		return opponent, "", request.Refuse("challenge.nobody")
	default:
		return opponent, "", nil
	}
	if err == nil && opponent.ID == req.Player.ID {
		err = request.Refuse("challenge.self")
	}
	return opponent, address, err
}

// sendChallenge stores a challenge and sends it to the player or the place that it is for.
func sendChallenge(req *request.Request, ch *game.Challenge, opponent data.Player) error {
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return err
	}
	if err := checkOpponent(req, ch, opponent); err != nil {
		return err
	}
	own := 0
	for _, other := range open {
		if other.From == req.Player.ID {
			own++
		}
	}
	if own >= maxOpenChallenges {
		return request.Refuse("challenge.many", "count", own)
	}
	if err := req.Tx.AddChallenge(ch); err != nil {
		return err
	}
	req.GameID = ch.ID
	return tellOther(req, ch, opponent, func(req *request.Request) (chat.Reply, error) {
		if req.ByMail {
			return bymail.Invitation(req, ch, opponent, termTexts(req.Lang, ch.Terms)), nil
		}
		return offerReply(req, ch, opponent), nil
	}, "challenge.sent")
}

// checkOpponent returns a Refusal if the speaker or the opponent is banned in the server,
// or one has blocked the other. If the challenge names a mail address, only the speaker is
// checked, so that the answer does not reveal who plays at that address.
func checkOpponent(req *request.Request, ch *game.Challenge, opponent data.Player) error {
	if err := checkBans(req, ch.Server, req.Player); err != nil || ch.To == 0 || ch.Address != "" {
		return err
	}
	if err := checkBans(req, ch.Server, opponent); err != nil {
		return err
	}
	return account.CheckBlocks(req, opponent)
}

// offerReply describes a challenge, with buttons to accept and decline it.
func offerReply(req *request.Request, ch *game.Challenge, opponent data.Player) chat.Reply {
	key, name := "challenge.offer", request.ChallengedName(req, ch, opponent)
	if ch.To == 0 {
		key = "challenge.open"
	}
	text := req.Lang.Text(key, "name", req.NameOf(req.Player), "opponent", name, "variant", ch.Variant.Name()) + " " +
		req.Lang.Text("challenge.color."+string(ch.Color), "name", req.NameOf(req.Player))
	for _, term := range termTexts(req.Lang, ch.Terms) {
		text += " " + term
	}
	asked := chat.Everybody
	if ch.To != 0 {
		asked = chat.Only(ch.To)
	}
	buttons := []chat.Button{{Label: req.Lang.Text("button.accept"), Style: chat.Invite, For: asked,
		Command: command.Invocation{Path: command.Accept, Challenge: ch.ID}.String()}}
	if ch.To != 0 {
		buttons = append(buttons, chat.Button{Label: req.Lang.Text("button.decline"), For: asked,
			Command: command.Invocation{Path: command.Decline, Challenge: ch.ID}.String()})
	}
	if ch.To == 0 && req.Env.Computer != nil {
		buttons = append(buttons, chat.Button{Label: req.Lang.Text("button.instead"), For: chat.Only(ch.From),
			Command: command.Invocation{Path: command.Level, Game: command.GameID(ch.ID)}.String()})
	}
	return chat.Reply{Text: text + " " + req.Lang.Text("challenge.how", "id", ch.ID), Buttons: [][]chat.Button{buttons}}
}

// tellOther sends a message about a challenge to the other player: to the challenge's home
// if that player can read it there, else in private. A message about an open challenge
// goes to its home. If that is where the speaker is, the message is the answer; otherwise
// the answer is the sentence note of the catalogue.
func tellOther(req *request.Request, ch *game.Challenge, other data.Player, build func(*request.Request) (chat.Reply, error), note string) error {
	req.NoteHome(ch.Home, ch.Server)
	server, err := req.SettingsOf(ch.Server)
	if err != nil {
		return err
	}
	a := req.PrivateTo(other, server)
	switch {
	case ch.Address != "" && other.ID == ch.To:
		a.To = request.MailAddress(ch.Address)
	case ch.Address != "": // the address is secret
	case ch.To == 0 || !ch.Home.IsZero() && request.Reachable(other, ch.Home):
		a = req.PublicIn(ch.Home, ch.Server, server)
	}
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		r, err := build(req)
		r.Title, r.Game = cmp.Or(r.Title, req.Lang.Text("challenge.title", "id", ch.ID)), ch.ID
		return r, err
	})
	if err != nil {
		return err
	}
	if ch.To != 0 {
		r.Notify = []chat.Person{other.Person()}
	}
	switch r.Unsolicited = ch.Address != "" && other.ID == ch.To; {
	case r.Unsolicited:
		r.Notify = []chat.Person{{Address: a.To, Name: ch.Address}}
	case ch.Address != "":
		r.Audience, r.Place, r.Command = chat.Secret, ch.Home, string(command.Games)
	}
	if a.To == req.Msg.In.Address {
		req.Reply = &r
		return nil
	}
	if accepts, err := acceptsFrom(req, ch, other); err != nil {
		return err
	} else if accepts {
		if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
			return err
		}
	}
	return req.AnswerText(note, "id", ch.ID, "name", request.ChallengedName(req, ch, other))
}

// acceptsFrom reports whether the other player is told of a challenge. A challenge to a
// mail address is not sent if the player there has blocked the speaker.
func acceptsFrom(req *request.Request, ch *game.Challenge, other data.Player) (bool, error) {
	if ch.Address == "" || other.ID != ch.To {
		return true, nil
	}
	return req.Tx.AcceptsFrom(other.ID, req.Player.ID, true)
}
