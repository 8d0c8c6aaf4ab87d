package bot

import (
	"errors"
	"regexp"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/mailaddr"
	"stackmate/bot/textutil"
)

// addressee finds whom a word names: somebody mentioned, a player known here by name, or
// a mail address. An address identifies nobody: p is the player there only so that the
// player can be told something, and is empty if there is none; nothing that the speaker
// reads may depend on it.
func addressee(req *request, word string) (p data.Player, address string, err error) {
	mentioned, ok := req.msg.Mentioned[word]
	mentioned = cleanName(mentioned)
	name := strings.TrimPrefix(word, "@")
	switch {
	case ok && mentioned.Robot:
		return p, "", refuse("person.robot", "name", mentioned.Name)
	case ok && mentioned.Transport == mailTransport:
		return mailAddressee(req, mentioned.ID)
	case ok:
		p, err = knownPlayer(req, mentioned)
		return p, "", err
	case strings.Contains(name, "@"):
		return mailAddressee(req, name)
	}
	p, err = named(req, word)
	return p, "", err
}

// mailAddressee reads a mail address, and finds the player there if there is one.
func mailAddressee(req *request, word string) (p data.Player, address string, err error) {
	address, ok := mailaddr.Canonical(strings.TrimPrefix(strings.TrimSpace(word), "@"))
	switch {
	case !req.env.Mail:
		return p, "", refuse("person.no-mail")
	case !ok || len(address) > 200 || !mailAddress.MatchString(address):
		return p, "", refuse("person.bad-mail", "text", textutil.Quote(word))
	}
	if p, err = req.tx.FindPlayer(mailTo(address)); errors.Is(err, data.ErrNotFound) {
		return data.Player{}, address, nil
	}
	return p, address, err
}

// mailTo is a mail address as the address of a person.
func mailTo(address string) chat.Address { return chat.Address{Transport: mailTransport, ID: address} }

// lookUp finds whom a word names, to show what is known of that player. Somebody of whom
// nothing is known has no number; a mail address shows nothing of anybody.
func lookUp(req *request, word string) (data.Player, error) {
	mentioned, ok := req.msg.Mentioned[word]
	mentioned = cleanName(mentioned)
	switch {
	case ok && mentioned.Robot:
		return data.Player{}, refuse("person.robot", "name", mentioned.Name)
	case ok && mentioned.Transport == mailTransport, !ok && strings.Contains(strings.TrimPrefix(word, "@"), "@"):
		return data.Player{}, refuse("person.address")
	case !ok:
		return named(req, word)
	}
	p, err := req.tx.FindPlayer(mentioned.Address)
	if errors.Is(err, data.ErrNotFound) {
		return data.Player{Name: mentioned.Name}, nil
	}
	return p, err
}

// namesakes returns the players whom the speaker's transport knows by a name, or a few if
// they are many.
func namesakes(req *request, name string) ([]data.Player, error) {
	if req.msg.In.Server != "" {
		if here, err := req.tx.PlayersCalled(req.msg.In.Server, name); err != nil || len(here) > 0 {
			return here, err
		}
	}
	found, err := req.tx.PlayersNamed(req.msg.From.Transport, name)
	if err == nil && len(found) == 0 && req.msg.From.Transport == mailTransport {
		found, err = req.tx.OpenToMail(name)
	}
	return found, err
}

// isName reports whether somebody has a name; nobody has if the store fails, which whoever
// looks that person up is told.
func isName(req *request, name string) bool {
	found, err := namesakes(req, name)
	return err == nil && len(found) > 0
}

// named returns the player whom the speaker's transport knows by a name.
func named(req *request, word string) (data.Player, error) {
	found, err := namesakes(req, strings.TrimPrefix(word, "@"))
	if err != nil {
		return data.Player{}, err
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return data.Player{}, refuse("person.unknown", "text", textutil.Quote(word))
	}
	return data.Player{}, refuse("person.many", "text", textutil.Quote(word))
}

// reachable reports whether a player has an address on a place's transport.
func reachable(p data.Player, place chat.Address) bool {
	for _, a := range p.Addresses {
		if a.Transport == place.Transport {
			return true
		}
	}
	return false
}

// cleanName makes the names of people safe and short enough to repeat: they are whatever
// somebody has typed.
func cleanName(p chat.Person) chat.Person {
	p.Name = textutil.Printable(p.Name)
	if p.Transport == mailTransport { // neither an address nor what a mail says is a public name
		p.Name = ""
	}
	p.Name = textutil.Truncate(p.Name, command.MaxName)
	return p
}

var (
	mailAddress = regexp.MustCompile(`^[^@\s<>"(),:;]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	linkCode    = regexp.MustCompile(`^[A-Z2-7]{12}$`)
)

// mailTransport is the transport whose addresses anybody may name.
const mailTransport = "email"
