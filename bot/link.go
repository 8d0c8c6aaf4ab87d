package bot

import (
	"errors"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/textutil"
)

// Bounds of linking.
const (
	// linkLife is how long a code can be typed, and for how long wrong ones count.
	linkLife = 10 * time.Minute
	// linkAnswer is how long the player has to confirm who typed it; a mail takes its time.
	linkAnswer = time.Hour
	// linkAttempts is how many wrong codes one player may type, and how many anybody may
	// try at one code.
	linkAttempts = 5
)

// handleLink makes one player of two addresses, and needs both: a code that is told at one is
// typed at the other, and then the player at the first confirms who that was. Without a
// code it tells one, here or at the mail address that is named.
func handleLink(req *request) error {
	word := strings.TrimSpace(req.args["code"])
	switch {
	case !req.env.Mail:
		return refuse("person.no-mail")
	case word == "":
		code, err := newCode(req)
		if err != nil {
			return err
		}
		return req.answerText("link.code", "code", code)
	case strings.Contains(word, "@"):
		return linkTo(req, word)
	case linkCode.MatchString(strings.ToUpper(word)):
		return linkWith(req, strings.ToUpper(word))
	}
	return refuse("link.unknown", "text", textutil.Quote(word))
}

// newCode makes a code that stands for the speaker for a while.
func newCode(req *request) (string, error) {
	code := req.env.Code()
	return code, req.tx.AddLinkCode(code, req.player.ID, req.msg.From.Address, req.now.Add(linkLife))
}

// linkTo sends the speaker's code to a mail address, to be mailed back from there.
func linkTo(req *request, word string) error {
	other, address, err := mailAddressee(req, word)
	switch {
	case err != nil:
		return err
	case other.ID == req.player.ID:
		return refuse("link.already")
	}
	code, err := newCode(req)
	if err != nil {
		return err
	}
	hears, err := req.tx.AcceptsFrom(other.ID, req.player.ID, true)
	if err != nil {
		return err
	}
	if hears {
		a := req.privateTo(other, data.Server{})
		a.to = mailTo(address)
		r, err := req.renderFor(a, func() (chat.Reply, error) {
			return chat.Reply{Title: req.lang.Text("link.title"), Audience: chat.Secret, Unasked: true,
				Text: req.lang.Text("link.mail", "who", req.speaker(), "code", code)}, nil
		})
		if err != nil {
			return err
		}
		if _, err := req.tx.Enqueue(data.OutboxMessage{To: a.to, Reply: r, NotBefore: req.now}); err != nil {
			return err
		}
	}
	return req.answerText("link.sent", "address", address)
}

// linkWith takes a code. From the player for whom it stands it is the answer to who has
// typed it; from anybody else it asks that player. What is wrong is counted, also when
// the answer is no.
func linkWith(req *request, code string) error {
	switch n, err := req.tx.LinkGuesses(req.player.ID, req.now.Add(-linkLife)); {
	case err != nil:
		return err
	case n >= linkAttempts:
		return refuse("link.wait")
	}
	l, err := req.tx.TryLinkCode(code, linkAttempts, req.now)
	switch {
	case err == nil && l.Player == req.player.ID:
		return linkConfirm(req, code, l)
	case err == nil && l.Claim.IsZero() && l.Told.Transport != req.msg.From.Transport:
		return linkClaim(req, code, l)
	case err != nil && !errors.Is(err, data.ErrNotFound):
		return err
	}
	if err := req.tx.AddLinkGuess(req.player.ID, req.now); err != nil { // a refusal would be forgotten
		return err
	}
	return req.answerText("link.expired")
}

// linkClaim notes that the speaker has typed the code of a player, and asks that player.
// The speaker hears nothing of whose code it is.
func linkClaim(req *request, code string, l data.LinkCode) error {
	if err := req.tx.ClaimLinkCode(code, req.msg.From.Address, req.now.Add(linkAnswer)); err != nil {
		return err
	}
	owner, err := req.tx.Player(l.Player)
	if err != nil {
		return err
	}
	a := req.privateTo(owner, data.Server{})
	a.to = l.Told
	who := req.speaker()
	r, err := req.renderFor(a, func() (chat.Reply, error) { return linkQuestion(req, code, who, owner), nil })
	if err != nil {
		return err
	}
	if _, err := req.tx.Enqueue(data.OutboxMessage{To: a.to, Reply: r, NotBefore: req.now}); err != nil {
		return err
	}
	return req.answerText("link.asked", "code", code)
}

// linkQuestion asks the owner of a code whether it was the owner who typed it elsewhere.
func linkQuestion(req *request, code, who string, owner data.Player) chat.Reply {
	return chat.Reply{Title: req.lang.Text("link.question.title"), Text: req.lang.Text("link.question", "who", who, "code", code), Audience: chat.Secret,
		Buttons: [][]chat.Button{{{Label: req.lang.Text("button.confirm-link"), Command: "link " + code + " yes", Style: chat.Warn, For: chat.Only(owner.ID)}}}}
}

// linkConfirm makes one player of the speaker, whose code it is, and of whoever has typed
// it. The player here keeps number and name; if that is at a mail address only, the other.
func linkConfirm(req *request, code string, l data.LinkCode) error {
	if l.Claim.IsZero() {
		return refuse("link.same")
	}
	other, err := req.tx.FindPlayer(l.Claim)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return refuse("link.expired")
	case err != nil:
		return err
	case other.ID == req.player.ID:
		return refuse("link.already")
	}
	if !command.Confirms(req.args["confirm"]) {
		who := other.Name
		if l.Claim.Transport == mailTransport {
			who = l.Claim.ID
		}
		req.secret, req.asked = true, true
		return req.answer(linkQuestion(req, code, who, req.player))
	}
	for _, a := range other.Addresses {
		if slices.ContainsFunc(req.player.Addresses, func(own chat.Address) bool { return own.Transport == a.Transport }) {
			return refuse("link.transport")
		}
	}
	switch met, err := req.tx.HavePlayed(other.ID, req.player.ID); {
	case err != nil:
		return err
	case met:
		return refuse("link.met")
	}
	if err := mayMergeVacations(req, other); err != nil {
		return err
	}
	return join(req, l, other)
}

// join makes one player of the speaker and another, and tells both.
func join(req *request, l data.LinkCode, other data.Player) error {
	from, into := other, req.player
	if !slices.ContainsFunc(into.Addresses, func(a chat.Address) bool { return a.Transport != mailTransport }) {
		from, into = into, from
	}
	if err := req.tx.DropLinkCodes(req.player.ID); err != nil {
		return err
	}
	a := req.privateTo(other, data.Server{})
	a.to = l.Claim
	r, err := req.renderFor(a, func() (chat.Reply, error) {
		return chat.Reply{Title: req.lang.Text("link.question.title"), Text: req.lang.Text("link.done"), Audience: chat.Secret}, nil
	})
	if err != nil {
		return err
	}
	if _, err := req.tx.Enqueue(data.OutboxMessage{To: a.to, Reply: r, NotBefore: req.now}); err != nil {
		return err
	}
	if err := merge(req, from, into); err != nil {
		return err
	}
	req.env.Log.Info("linked", "player", into.ID, "former", from.ID)
	return req.answerText("link.done")
}
