package request

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

// Addressee finds whom a word names: somebody mentioned, a player known here by name, or
// a mail address. An address identifies nobody: p is the player there only so that the
// player can be told something, and is empty if there is none; nothing that the speaker
// reads may depend on it.
func Addressee(req *Request, word string) (p data.Player, address string, err error) {
	mentioned, ok := req.Msg.Mentioned[word]
	mentioned = CleanName(mentioned)
	name := strings.TrimPrefix(word, "@")
	switch {
	case ok && mentioned.Robot:
		return p, "", Refuse("person.robot", "name", mentioned.Name)
	case ok && mentioned.Transport == MailTransport:
		return MailAddressee(req, mentioned.ID)
	case ok:
		p, err = knownPlayer(req, mentioned)
		return p, "", err
	case strings.Contains(name, "@"):
		return MailAddressee(req, name)
	}
	p, err = playerNamed(req, word)
	return p, "", err
}

// MailAddressee reads a mail address, and finds the player there if there is one.
func MailAddressee(req *Request, word string) (p data.Player, address string, err error) {
	address, ok := mailaddr.Canonical(strings.TrimPrefix(strings.TrimSpace(word), "@"))
	switch {
	case !req.Env.Mail:
		return p, "", Refuse("person.no-mail")
	case !ok || len(address) > 200 || !mailPattern.MatchString(address):
		return p, "", Refuse("person.bad-mail", "text", textutil.Quote(word))
	}
	if p, err = req.Tx.FindPlayer(MailAddress(address)); errors.Is(err, data.ErrNotFound) {
		return data.Player{}, address, nil
	}
	return p, address, err
}

// MailAddress is a mail address as the address of a person.
func MailAddress(address string) chat.Address {
	return chat.Address{Transport: MailTransport, ID: address}
}

// PlayerToShow finds whom a word names, to show what is known of that player. Somebody of whom
// nothing is known has no number; a mail address shows nothing of anybody.
func PlayerToShow(req *Request, word string) (data.Player, error) {
	mentioned, ok := req.Msg.Mentioned[word]
	mentioned = CleanName(mentioned)
	switch {
	case ok && mentioned.Robot:
		return data.Player{}, Refuse("person.robot", "name", mentioned.Name)
	case ok && mentioned.Transport == MailTransport, !ok && strings.Contains(strings.TrimPrefix(word, "@"), "@"):
		return data.Player{}, Refuse("person.address")
	case !ok:
		return playerNamed(req, word)
	}
	p, err := req.Tx.FindPlayer(mentioned.Address)
	if errors.Is(err, data.ErrNotFound) {
		return data.Player{Name: mentioned.Name}, nil
	}
	return p, err
}

// playersNamed returns the players whom the speaker's transport knows by a name, or a few if
// they are many.
func playersNamed(req *Request, name string) ([]data.Player, error) {
	if req.Msg.In.Server != "" {
		if here, err := req.Tx.PlayersNicknamed(req.Msg.In.Server, name); err != nil || len(here) > 0 {
			return here, err
		}
	}
	found, err := req.Tx.PlayersNamed(req.Msg.From.Transport, name)
	if err == nil && len(found) == 0 && req.Msg.From.Transport == MailTransport {
		found, err = req.Tx.PlayersOpenToMail(name)
	}
	return found, err
}

// IsName reports whether somebody has a name; nobody has if the store fails, which whoever
// looks that person up is told.
func IsName(req *Request, name string) bool {
	found, err := playersNamed(req, name)
	return err == nil && len(found) > 0
}

// playerNamed returns the player whom the speaker's transport knows by a name.
func playerNamed(req *Request, word string) (data.Player, error) {
	found, err := playersNamed(req, strings.TrimPrefix(word, "@"))
	if err != nil {
		return data.Player{}, err
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return data.Player{}, Refuse("person.unknown", "text", textutil.Quote(word))
	}
	return data.Player{}, Refuse("person.many", "text", textutil.Quote(word))
}

// Reachable reports whether a player has an address on a place's transport.
func Reachable(p data.Player, place chat.Address) bool {
	for _, a := range p.Addresses {
		if a.Transport == place.Transport {
			return true
		}
	}
	return false
}

// CleanName makes the names of people safe and short enough to repeat: they are whatever
// somebody has typed.
func CleanName(p chat.Person) chat.Person {
	p.Name = textutil.Printable(p.Name)
	if p.Transport == MailTransport { // neither an address nor what a mail says is a public name
		p.Name = ""
	}
	p.Name = textutil.Truncate(p.Name, command.MaxName)
	return p
}

var mailPattern = regexp.MustCompile(`^[^@\s<>"(),:;]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)

// MailTransport is the transport whose addresses anybody may name.
const MailTransport = "email"
