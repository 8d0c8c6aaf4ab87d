package bot

import (
	"errors"

	"stackmate/bot/chat"
)

// nameOf is what a player is called where something is said just now: by the name that
// the player has in that server, else by the one that holds everywhere.
func (c *request) nameOf(p Player) string {
	if c.where == "" || p.ID == 0 {
		return p.Name
	}
	name, err := c.tx.NameIn(c.where, p.ID)
	switch {
	case err == nil:
		return name
	case !errors.Is(err, ErrNotFound):
		c.desk.log.Error("name in a server", "player", p.ID, "error", err)
	}
	return p.Name
}

// remember keeps what the speaker is called in this server. Nobody else can change it.
func (c *request) remember() error {
	name := cleanName(chat.Person{Name: c.msg.Called}).Name
	if c.msg.In.Server == "" || name == "" {
		return nil
	}
	if name == c.player.Name {
		name = ""
	}
	known, err := c.tx.NameIn(c.msg.In.Server, c.player.ID)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	if err != nil || known == name {
		return err
	}
	return c.tx.SetNameIn(c.msg.In.Server, c.player.ID, name)
}

// knownPlayer returns the player whom somebody else has named by an address. A name that
// is known already stays: it changes only by what its owner does.
func (c *request) knownPlayer(p chat.Person) (Player, error) {
	known, err := c.tx.FindPlayer(p.Address)
	if errors.Is(err, ErrNotFound) {
		return c.tx.PlayerAt(p, c.now)
	}
	return known, err
}
