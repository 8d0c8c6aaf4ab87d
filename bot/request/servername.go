package request

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
)

// NameIn returns a player's general name, as a reader of a language is told.
func NameIn(lang words.Language, p data.Player) string {
	if p.Former {
		return lang.Text("player.former")
	}
	if p.Level > 0 {
		return lang.Text("computer.name", "level", p.Level)
	}
	return p.Name
}

// NameOf returns a player's name in AudienceServer, else the player's general name.
func (req *Request) NameOf(p data.Player) string {
	if req.AudienceServer == "" || p.ID == 0 || p.Former || p.Level > 0 {
		return NameIn(req.Lang, p)
	}
	name, err := req.Tx.Nickname(req.AudienceServer, p.ID)
	switch {
	case err == nil:
		return name
	case !errors.Is(err, data.ErrNotFound):
		req.Env.Log.ErrorContext(req.Ctx, "name in a server", "player", p.ID, "error", err)
	}
	return p.Name
}

// RememberName stores the speaker's name in the server that the message came from. Only
// the speaker's own messages change it.
func RememberName(req *Request) error {
	name := CleanName(chat.Person{Name: req.Msg.Nickname}).Name
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

// knownPlayer returns the player at the address of a person whom somebody else mentioned,
// and adds that player if there is none. It does not change the name of a player who
// exists: only the player's own messages do.
func knownPlayer(req *Request, p chat.Person) (data.Player, error) {
	known, err := req.Tx.FindPlayer(p.Address)
	if errors.Is(err, data.ErrNotFound) {
		return req.Tx.PlayerAt(p, req.Now)
	}
	return known, err
}
