package bot

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// nameOf is what a player is called where something is said just now: by the name that
// the player has in that server, else by the one that holds everywhere.
func (req *request) nameOf(p data.Player) string {
	if req.where == "" || p.ID == 0 {
		return p.Name
	}
	name, err := req.tx.NameIn(req.where, p.ID)
	switch {
	case err == nil:
		return name
	case !errors.Is(err, data.ErrNotFound):
		req.env.Log.Error("name in a server", "player", p.ID, "error", err)
	}
	return p.Name
}

// remember keeps what the speaker is called in this server. Nobody else can change it.
func remember(req *request) error {
	name := cleanName(chat.Person{Name: req.msg.Called}).Name
	if req.msg.In.Server == "" || name == "" {
		return nil
	}
	if name == req.player.Name {
		name = ""
	}
	known, err := req.tx.NameIn(req.msg.In.Server, req.player.ID)
	if errors.Is(err, data.ErrNotFound) {
		err = nil
	}
	if err != nil || known == name {
		return err
	}
	return req.tx.SetNameIn(req.msg.In.Server, req.player.ID, name)
}

// knownPlayer returns the player whom somebody else has named by an address. A name that
// is known already stays: it changes only by what its owner does.
func knownPlayer(req *request, p chat.Person) (data.Player, error) {
	known, err := req.tx.FindPlayer(p.Address)
	if errors.Is(err, data.ErrNotFound) {
		return req.tx.PlayerAt(p, req.now)
	}
	return known, err
}
