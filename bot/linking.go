package bot

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
)

// linkLife is how long a code can be used.
const linkLife = time.Hour

// mailTransport is the transport whose addresses anybody may name.
const mailTransport = "email"

var (
	mailAddress = regexp.MustCompile(`^[^@\s<>"(),:;]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	linkCode    = regexp.MustCompile(`^[A-Z2-7]{12}$`)
)

// link makes one player of two addresses: a code that is told at one address is typed
// at the other. Without a code it tells one, here or to the mail address that is named.
func (c *call) link() error {
	word := strings.TrimSpace(c.args["code"])
	switch {
	case !c.desk.mail:
		return refuse("person.no-mail")
	case word == "":
		code, err := c.newCode(c.player)
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

// newCode makes a code that stands for a player for a while.
func (c *call) newCode(p Player) (string, error) {
	code := c.desk.code()
	return code, c.tx.AddLinkCode(code, p.ID, c.now.Add(linkLife))
}

// linkTo sends a code to a mail address.
func (c *call) linkTo(word string) error {
	other, address, err := c.mailAddressee(word)
	if err != nil {
		return err
	}
	if other.ID == 0 {
		if other, err = c.tx.PlayerAt(chat.Person{Address: mailTo(address)}, c.now); err != nil {
			return err
		}
	}
	if other.ID == c.player.ID {
		return refuse("link.already")
	}
	code, err := c.newCode(other)
	if err != nil {
		return err
	}
	r := chat.Reply{Title: c.say.Text("link.title"), Text: c.say.Text("link.mail", "name", c.player.Name, "code", code), Audience: chat.Secret}
	if _, err := c.tx.Post(Letter{To: mailTo(address), Reply: r, NotBefore: c.now}); err != nil {
		return err
	}
	return c.answerText("link.sent", "address", word)
}

// linkWith makes the speaker one with the player for whom a code stands, after
// asking once: whoever is linked can move in the other's games.
func (c *call) linkWith(code string) error {
	id, err := c.tx.LinkCode(code, c.now)
	switch {
	case errors.Is(err, ErrNotFound):
		return refuse("link.expired")
	case err != nil:
		return err
	case id == c.player.ID:
		return refuse("link.same")
	}
	other, err := c.tx.Player(id)
	if err != nil {
		return err
	}
	for _, a := range other.Addresses {
		if slices.ContainsFunc(c.player.Addresses, func(own chat.Address) bool { return own.Transport == a.Transport }) {
			return refuse("link.transport")
		}
	}
	if met, err := c.tx.HaveMet(id, c.player.ID); err != nil {
		return err
	} else if met {
		return refuse("link.met")
	}
	if !confirms(c.args["confirm"]) {
		return c.confirm(chat.Reply{Text: c.say.Text("link.confirm", "name", other.Name, "code", code)},
			"link "+code+" yes", "button.confirm-link")
	}
	if err := c.tx.Merge(id, c.player.ID); err != nil {
		return err
	}
	c.desk.log.Info("linked", "player", c.player.ID, "former", id)
	return c.answerText("link.done", "name", other.Name)
}
