package bot

import (
	"strings"

	"stackmate/bot/chat"
)

// personArg finds whom a word names: somebody mentioned, or a player known here by name.
func (c *call) personArg(word string) (Player, error) {
	if p, ok := c.msg.Mentioned[word]; ok {
		p = tidy(p)
		if p.Robot {
			return Player{}, refuse("person.robot", "name", p.Name)
		}
		return c.tx.PlayerAt(p, c.now)
	}
	name := strings.TrimPrefix(word, "@")
	if strings.Contains(name, "@") {
		return c.mailPlayer(name)
	}
	found, err := c.tx.PlayersNamed(c.msg.From.Transport, name)
	if err == nil && len(found) == 0 && c.msg.From.Transport == mailTransport {
		found, err = c.tx.OpenToMail(name)
	}
	if err != nil {
		return Player{}, err
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Player{}, refuse("person.unknown", "text", quote(word))
	}
	return Player{}, refuse("person.many", "text", quote(word))
}

// reachable reports whether a player has an address on a place's transport.
func reachable(p Player, place chat.Address) bool {
	for _, a := range p.Addresses {
		if a.Transport == place.Transport {
			return true
		}
	}
	return false
}
