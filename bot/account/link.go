package account

import (
	"errors"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// Bounds of linking.
const (
	// linkCodeTTL is how long a code can be typed, and for how long wrong ones count.
	linkCodeTTL = 10 * time.Minute
	// linkConfirmTime is how long the player has to confirm who typed it; a mail takes its time.
	linkConfirmTime = time.Hour
	// maxLinkGuesses is how many wrong codes one player may type, and how many anybody may
	// try at one code.
	maxLinkGuesses = 5
)

// HandleLink makes one player of two addresses, and needs both: a code that is told at one is
// typed at the other, and then the player at the first confirms who that was. Without a
// code it tells one, here or at the mail address that is named.
func HandleLink(req *request.Request) error {
	switch {
	case !req.Env.Mail:
		return request.Refuse("person.no-mail")
	case req.Cmd.Address != "":
		return sendLinkCode(req, req.Cmd.Address)
	case req.Cmd.Code == "":
		code, err := newCode(req)
		if err != nil {
			return err
		}
		return req.AnswerText("link.code", "code", code)
	}
	return tryLinkCode(req, req.Cmd.Code)
}

// newCode makes a code that stands for the speaker for a while.
func newCode(req *request.Request) (string, error) {
	code := req.Env.Code()
	return code, req.Tx.AddLinkCode(code, req.Player.ID, req.Msg.From.Address, req.Now.Add(linkCodeTTL))
}

// sendLinkCode sends the speaker's code to a mail address, to be mailed back from there.
func sendLinkCode(req *request.Request, word string) error {
	other, address, err := request.MailAddressee(req, word)
	switch {
	case err != nil:
		return err
	case other.ID == req.Player.ID:
		return request.Refuse("link.already")
	}
	code, err := newCode(req)
	if err != nil {
		return err
	}
	hears, err := req.Tx.AcceptsFrom(other.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if hears {
		a := req.PrivateTo(other, data.Server{})
		a.To = request.MailAddress(address)
		r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
			return chat.Reply{Title: req.Lang.Text("link.title"), Audience: chat.Secret, Unasked: true,
				Text: req.Lang.Text("link.mail", "who", req.DescribeSpeaker(), "code", code)}, nil
		})
		if err != nil {
			return err
		}
		if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
			return err
		}
	}
	return req.AnswerText("link.sent", "address", address)
}

// tryLinkCode takes a code. From the player for whom it stands it is the answer to who has
// typed it; from anybody else it asks that player. What is wrong is counted, also when
// the answer is no.
func tryLinkCode(req *request.Request, code string) error {
	switch n, err := req.Tx.CountLinkGuesses(req.Player.ID, req.Now.Add(-linkCodeTTL)); {
	case err != nil:
		return err
	case n >= maxLinkGuesses:
		return request.Refuse("link.wait")
	}
	l, err := req.Tx.TryLinkCode(code, maxLinkGuesses, req.Now)
	switch {
	case err == nil && l.Player == req.Player.ID:
		return confirmLink(req, code, l)
	case err == nil && l.ClaimedBy.IsZero() && l.IssuedTo.Transport != req.Msg.From.Transport:
		return claimLinkCode(req, code, l)
	case err != nil && !errors.Is(err, data.ErrNotFound):
		return err
	}
	if err := req.Tx.AddLinkGuess(req.Player.ID, req.Now); err != nil { // a refusal would be forgotten
		return err
	}
	return req.AnswerText("link.expired")
}

// claimLinkCode notes that the speaker has typed the code of a player, and asks that player.
// The speaker hears nothing of whose code it is.
func claimLinkCode(req *request.Request, code string, l data.LinkCode) error {
	if err := req.Tx.ClaimLinkCode(code, req.Msg.From.Address, req.Now.Add(linkConfirmTime)); err != nil {
		return err
	}
	owner, err := req.Tx.Player(l.Player)
	if err != nil {
		return err
	}
	a := req.PrivateTo(owner, data.Server{})
	a.To = l.IssuedTo
	who := req.DescribeSpeaker()
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) { return linkQuestion(req, code, who, owner), nil })
	if err != nil {
		return err
	}
	if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
		return err
	}
	return req.AnswerText("link.asked", "code", code)
}

// linkQuestion asks the owner of a code whether it was the owner who typed it elsewhere.
func linkQuestion(req *request.Request, code, who string, owner data.Player) chat.Reply {
	return chat.Reply{Title: req.Lang.Text("link.question.title"), Text: req.Lang.Text("link.question", "who", who, "code", code), Audience: chat.Secret,
		Buttons: [][]chat.Button{{{Label: req.Lang.Text("button.confirm-link"), Style: chat.Warn, For: chat.Only(owner.ID),
			Command: command.Invocation{Path: command.Link, Code: code, Confirmed: true}.String()}}}}
}

// confirmLink makes one player of the speaker, whose code it is, and of whoever has typed
// it. The player here keeps number and name; if that is at a mail address only, the other.
func confirmLink(req *request.Request, code string, l data.LinkCode) error {
	if l.ClaimedBy.IsZero() {
		return request.Refuse("link.same")
	}
	other, err := req.Tx.FindPlayer(l.ClaimedBy)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return request.Refuse("link.expired")
	case err != nil:
		return err
	case other.ID == req.Player.ID:
		return request.Refuse("link.already")
	}
	if !req.Cmd.Confirmed {
		who := other.Name
		if l.ClaimedBy.Transport == request.MailTransport {
			who = l.ClaimedBy.ID
		}
		req.Secret, req.Confirming = true, true
		return req.Answer(linkQuestion(req, code, who, req.Player))
	}
	for _, a := range other.Addresses {
		if slices.ContainsFunc(req.Player.Addresses, func(own chat.Address) bool { return own.Transport == a.Transport }) {
			return request.Refuse("link.transport")
		}
	}
	switch met, err := req.Tx.HavePlayed(other.ID, req.Player.ID); {
	case err != nil:
		return err
	case met:
		return request.Refuse("link.met")
	}
	if err := mayMergeVacations(req, other); err != nil {
		return err
	}
	return linkPlayers(req, l, other)
}

// linkPlayers makes one player of the speaker and another, and tells both.
func linkPlayers(req *request.Request, l data.LinkCode, other data.Player) error {
	from, into := other, req.Player
	if !slices.ContainsFunc(into.Addresses, func(a chat.Address) bool { return a.Transport != request.MailTransport }) {
		from, into = into, from
	}
	if err := req.Tx.DropLinkCodes(req.Player.ID); err != nil {
		return err
	}
	a := req.PrivateTo(other, data.Server{})
	a.To = l.ClaimedBy
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Title: req.Lang.Text("link.question.title"), Text: req.Lang.Text("link.done"), Audience: chat.Secret}, nil
	})
	if err != nil {
		return err
	}
	if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
		return err
	}
	if err := merge(req, from, into); err != nil {
		return err
	}
	req.Env.Log.Info("linked", "player", into.ID, "former", from.ID)
	return req.AnswerText("link.done")
}
