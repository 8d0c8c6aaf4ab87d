package request

import (
	"errors"
	"regexp"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/mailaddr"
	"stackmate/bot/textutil"
)

// Addressee finds the person that a word names: somebody mentioned, a player known by that
// name, or a mail address. For a mail address, p is the player at that address, zero if
// there is none. It may only be used to send something to that player: nothing that the
// speaker reads may reveal whether anybody plays there. The error is a Refusal if the word
// names nobody.
func Addressee(req *Request, word string) (p data.Player, address string, err error) {
	mentioned, ok := req.Msg.Mentioned[word]
	mentioned = CleanName(mentioned)
	name := strings.TrimPrefix(word, "@")
	switch {
	case NamesComputer(req, word):
		return p, "", Refuse("person.computer")
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

// MailAddressee parses a mail address and finds the player there; p is zero if there is
// none. The error is a Refusal if word is not an address or the bot has no mail.
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

// Invitee returns the player at a mail address. Somebody new gets the speaker's language, the
// best guess, until they choose one or their own mails tell.
func Invitee(req *Request, address string) (data.Player, error) {
	p, err := req.Tx.PlayerAt(chat.Person{Address: MailAddress(address)}, req.Now)
	if err != nil || p.Settings.TransportLanguage != "" || p.Settings.Language != "" {
		return p, err
	}
	p.Settings.TransportLanguage = req.Language().Tag
	return p, req.Tx.SavePlayer(p)
}

// MailAddress returns the address of a person who plays by mail.
func MailAddress(address string) chat.Address {
	return chat.Address{Transport: MailTransport, ID: address}
}

// PlayerToShow finds the player that a word names, for a profile. A mentioned person who
// has never played has ID 0. A mail address is refused: it must not reveal who plays there.
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

// playersNamed returns the players with a name in the speaker's server, else those with
// that name on the speaker's transport. If there are many, it returns a few.
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

// IsName reports whether a player has this name. It is false if the store fails; the error
// then comes up when the player is looked up.
func IsName(req *Request, name string) bool {
	found, err := playersNamed(req, name)
	return err == nil && len(found) > 0
}

// playerNamed returns the only player with a name, or a Refusal if there is none or more
// than one.
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

// Reachable reports whether a player has an address on the transport of a place.
func Reachable(p data.Player, place chat.Address) bool {
	for _, a := range p.Addresses {
		if a.Transport == place.Transport {
			return true
		}
	}
	return false
}

// CleanName makes a person's name safe to repeat: printable, and at most command.MaxName
// characters. A person who plays by mail has no name here.
func CleanName(p chat.Person) chat.Person {
	p.Name = textutil.Printable(p.Name)
	if p.Transport == MailTransport { // neither an address nor what a mail says is a public name
		p.Name = ""
	}
	p.Name = textutil.Truncate(p.Name, command.MaxName)
	return p
}

var mailPattern = regexp.MustCompile(`^[^@\s<>"(),:;]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)

// WebTransport is the transport of browsers, in which people speak who have addresses on others.
const WebTransport = "web"

// MailTransport is the transport of mail, the only one on which people type addresses.
const MailTransport = "email"

// ChallengedName returns a player's name in sentences about a challenge. If the challenge names a mail address, the opponent is
// called by that, and the answer becomes secret.
func ChallengedName(req *Request, ch *game.Challenge, p data.Player) string {
	if ch.Address != "" && p.ID == ch.To {
		req.Secret = true
		return ch.Address
	}
	return req.NameOf(p)
}
