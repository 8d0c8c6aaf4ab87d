package request

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// NameOf is what a player is called where something is said just now: by the name that
// the player has in that server, else by the one that holds everywhere.
func (req *Request) NameOf(p data.Player) string {
	if req.AudienceServer == "" || p.ID == 0 {
		return p.Name
	}
	name, err := req.Tx.Nickname(req.AudienceServer, p.ID)
	switch {
	case err == nil:
		return name
	case !errors.Is(err, data.ErrNotFound):
		req.Env.Log.Error("name in a server", "player", p.ID, "error", err)
	}
	return p.Name
}

// RememberName keeps what the speaker is called in this server. Nobody else can change it.
func RememberName(req *Request) error {
	name := CleanName(chat.Person{Name: req.Msg.Called}).Name
	if req.Msg.In.Server == "" || name == "" {
		return nil
	}
	if name == req.Player.Name {
		name = ""
	}
	known, err := req.Tx.Nickname(req.Msg.In.Server, req.Player.ID)
	if errors.Is(err, data.ErrNotFound) {
		err = nil
	}
	if err != nil || known == name {
		return err
	}
	return req.Tx.SetNickname(req.Msg.In.Server, req.Player.ID, name)
}

// knownPlayer returns the player whom somebody else has named by an address. A name that
// is known already stays: it changes only by what its owner does.
func knownPlayer(req *Request, p chat.Person) (data.Player, error) {
	known, err := req.Tx.FindPlayer(p.Address)
	if errors.Is(err, data.ErrNotFound) {
		return req.Tx.PlayerAt(p, req.Now)
	}
	return known, err
}
