package bot

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
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

// mailTransport is the transport whose addresses anybody may name.
const mailTransport = "email"

var (
	mailAddress = regexp.MustCompile(`^[^@\s<>"(),:;]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	linkCode    = regexp.MustCompile(`^[A-Z2-7]{12}$`)
)

// link makes one player of two addresses, and needs both: a code that is told at one is
// typed at the other, and then the player at the first confirms who that was. Without a
// code it tells one, here or at the mail address that is named.
func (c *request) link() error {
	word := strings.TrimSpace(c.args["code"])
	switch {
	case !c.desk.mail:
		return refuse("person.no-mail")
	case word == "":
		code, err := c.newCode()
		if err != nil {
			return err
		}
		return c.answerText("link.code", "code", code)
	case strings.Contains(word, "@"):
		return c.linkTo(word)
	case linkCode.MatchString(strings.ToUpper(word)):
		return c.linkWith(strings.ToUpper(word))
	}
	return refuse("link.unknown", "text", quote(word))
}

// newCode makes a code that stands for the speaker for a while.
func (c *request) newCode() (string, error) {
	code := c.desk.code()
	return code, c.tx.AddLinkCode(code, c.player.ID, c.msg.From.Address, c.now.Add(linkLife))
}

// linkTo sends the speaker's code to a mail address, to be mailed back from there.
func (c *request) linkTo(word string) error {
	other, address, err := c.mailAddressee(word)
	switch {
	case err != nil:
		return err
	case other.ID == c.player.ID:
		return refuse("link.already")
	}
	code, err := c.newCode()
	if err != nil {
		return err
	}
	hears, err := c.tx.AcceptsFrom(other.ID, c.player.ID, true)
	if err != nil {
		return err
	}
	if hears {
		a := c.privateTo(other, Server{})
		a.to = mailTo(address)
		r, err := c.renderFor(a, func() (chat.Reply, error) {
			return chat.Reply{Title: c.lang.Text("link.title"), Audience: chat.Secret, Unasked: true,
				Text: c.lang.Text("link.mail", "who", c.speaker(), "code", code)}, nil
		})
		if err != nil {
			return err
		}
		if _, err := c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now}); err != nil {
			return err
		}
	}
	return c.answerText("link.sent", "address", address)
}

// linkWith takes a code. From the player for whom it stands it is the answer to who has
// typed it; from anybody else it asks that player. What is wrong is counted, also when
// the answer is no.
func (c *request) linkWith(code string) error {
	switch n, err := c.tx.LinkGuesses(c.player.ID, c.now.Add(-linkLife)); {
	case err != nil:
		return err
	case n >= linkAttempts:
		return refuse("link.wait")
	}
	l, err := c.tx.TryLinkCode(code, linkAttempts, c.now)
	switch {
	case err == nil && l.Player == c.player.ID:
		return c.linkConfirm(code, l)
	case err == nil && l.Claim.IsZero() && l.Told.Transport != c.msg.From.Transport:
		return c.linkClaim(code, l)
	case err != nil && !errors.Is(err, ErrNotFound):
		return err
	}
	if err := c.tx.AddLinkGuess(c.player.ID, c.now); err != nil { // a refusal would be forgotten
		return err
	}
	return c.answerText("link.expired")
}

// linkClaim notes that the speaker has typed the code of a player, and asks that player.
// The speaker hears nothing of whose code it is.
func (c *request) linkClaim(code string, l LinkCode) error {
	if err := c.tx.ClaimLinkCode(code, c.msg.From.Address, c.now.Add(linkAnswer)); err != nil {
		return err
	}
	owner, err := c.tx.Player(l.Player)
	if err != nil {
		return err
	}
	a := c.privateTo(owner, Server{})
	a.to = l.Told
	who := c.speaker()
	r, err := c.renderFor(a, func() (chat.Reply, error) { return c.linkQuestion(code, who, owner), nil })
	if err != nil {
		return err
	}
	if _, err := c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now}); err != nil {
		return err
	}
	return c.answerText("link.asked", "code", code)
}

// linkQuestion asks the owner of a code whether it was the owner who typed it elsewhere.
func (c *request) linkQuestion(code, who string, owner Player) chat.Reply {
	return chat.Reply{Title: c.lang.Text("link.question.title"), Text: c.lang.Text("link.question", "who", who, "code", code), Audience: chat.Secret,
		Buttons: [][]chat.Button{{{Label: c.lang.Text("button.confirm-link"), Command: "link " + code + " yes", Style: chat.Warn, For: chat.Only(owner.ID)}}}}
}

// speaker is the speaker as somebody is shown who may be the same: by the address, or by
// the name where addresses are only numbers.
func (c *request) speaker() string {
	if c.msg.From.Transport == mailTransport {
		return c.msg.From.ID
	}
	return c.player.Name + " (" + c.lang.Text("choice."+c.msg.From.Transport) + ")"
}

// linkConfirm makes one player of the speaker, whose code it is, and of whoever has typed
// it. The player here keeps number and name; if that is at a mail address only, the other.
func (c *request) linkConfirm(code string, l LinkCode) error {
	if l.Claim.IsZero() {
		return refuse("link.same")
	}
	other, err := c.tx.FindPlayer(l.Claim)
	switch {
	case errors.Is(err, ErrNotFound):
		return refuse("link.expired")
	case err != nil:
		return err
	case other.ID == c.player.ID:
		return refuse("link.already")
	}
	if !confirms(c.args["confirm"]) {
		who := other.Name
		if l.Claim.Transport == mailTransport {
			who = l.Claim.ID
		}
		c.secret, c.asked = true, true
		return c.answer(c.linkQuestion(code, who, c.player))
	}
	for _, a := range other.Addresses {
		if slices.ContainsFunc(c.player.Addresses, func(own chat.Address) bool { return own.Transport == a.Transport }) {
			return refuse("link.transport")
		}
	}
	switch met, err := c.tx.HavePlayed(other.ID, c.player.ID); {
	case err != nil:
		return err
	case met:
		return refuse("link.met")
	}
	if err := c.mayMergeVacations(other); err != nil {
		return err
	}
	return c.join(l, other)
}

// join makes one player of the speaker and another, and tells both.
func (c *request) join(l LinkCode, other Player) error {
	from, into := other, c.player
	if !slices.ContainsFunc(into.Addresses, func(a chat.Address) bool { return a.Transport != mailTransport }) {
		from, into = into, from
	}
	if err := c.tx.DropLinkCodes(c.player.ID); err != nil {
		return err
	}
	a := c.privateTo(other, Server{})
	a.to = l.Claim
	r, err := c.renderFor(a, func() (chat.Reply, error) {
		return chat.Reply{Title: c.lang.Text("link.question.title"), Text: c.lang.Text("link.done"), Audience: chat.Secret}, nil
	})
	if err != nil {
		return err
	}
	if _, err := c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now}); err != nil {
		return err
	}
	if err := c.merge(from, into); err != nil {
		return err
	}
	c.desk.log.Info("linked", "player", into.ID, "former", from.ID)
	return c.answerText("link.done")
}
