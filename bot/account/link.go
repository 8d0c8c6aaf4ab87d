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

// Limits on linking.
const (
	// linkCodeTTL is how long a code is valid, and how long a wrong code counts.
	linkCodeTTL = 10 * time.Minute
	// linkConfirmTime is how long the owner of a code has to confirm who typed it. It allows
	// for slow mail.
	linkConfirmTime = time.Hour
	// maxLinkGuesses is how many wrong codes one player may type within linkCodeTTL, and how
	// often one code may be tried.
	maxLinkGuesses = 5
)

// HandleLink links two addresses of one person, so that they become one player. The person
// must control both: a code that the bot shows at one address is typed at the other, and
// confirmed at the first. Without a code, the command shows a new one here, or mails it to
// the address that was named.
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

// newCode stores and returns a link code of the speaker, valid for linkCodeTTL.
func newCode(req *request.Request) (string, error) {
	code := req.Env.Code()
	return code, req.Tx.AddLinkCode(code, req.Player.ID, req.Msg.From.Address, req.Now.Add(linkCodeTTL))
}

// sendLinkCode mails a new code of the speaker to an address, to be mailed back from there.
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
	accepted, err := req.Tx.AcceptsFrom(other.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if accepted {
		a := req.PrivateTo(other, data.Server{})
		a.To = request.MailAddress(address)
		r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
			return chat.Reply{Title: req.Lang.Text("link.title"), Audience: chat.Secret, Unsolicited: true,
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

// tryLinkCode handles a code that the speaker typed. From the owner of the code it is the
// answer to the question who typed it; from anybody else it sends that question to the
// owner. A code that is not valid counts as a guess.
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
	if err := req.Tx.AddLinkGuess(req.Player.ID, req.Now); err != nil { // a Refusal would roll this back
		return err
	}
	return req.AnswerText("link.expired")
}

// claimLinkCode stores that the speaker typed a player's code, and asks that player to
// confirm it. The answer does not say whose code it is.
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

// linkQuestion returns the question to the owner of a code whether the owner typed it at
// the address who.
func linkQuestion(req *request.Request, code, who string, owner data.Player) chat.Reply {
	return chat.Reply{Title: req.Lang.Text("link.question.title"), Text: req.Lang.Text("link.question", "who", who, "code", code), Audience: chat.Secret,
		Buttons: [][]chat.Button{{{Label: req.Lang.Text("button.confirm-link"), Style: chat.Warn, For: chat.Only(owner.ID),
			Command: command.Invocation{Path: command.Link, Code: code, Confirmed: true}.String()}}}}
}

// confirmLink links the speaker, who owns a code, with the player who typed it, after
// asking once. It returns a Refusal if the two cannot be linked: they have addresses on the
// same transport, have played each other, or have too much vacation together.
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
	if err := checkMergedVacations(req, other); err != nil {
		return err
	}
	return linkPlayers(req, l, other)
}

// linkPlayers merges the speaker and another player, and tells both addresses. The merged
// player keeps the ID and name of the one who is not only at a mail address.
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
	req.Env.Log.InfoContext(req.Ctx, "linked", "player", into.ID, "former", from.ID)
	return req.AnswerText("link.done")
}
