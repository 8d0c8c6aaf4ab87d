package bot

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// requireAdmin returns a Refusal unless the speaker may manage the server that the message
// came from.
func requireAdmin(req *request.Request) error {
	switch {
	case req.Msg.In.Server == "":
		return request.Refuse("settings.private")
	case !req.Msg.Administrator && req.Msg.Call == nil: // the transport may not know who typed a message
		return request.Refuse("settings.typed", "command", chat.Command(string(req.Cmd.Path)))
	case !req.Msg.Administrator:
		return request.Refuse("settings.forbidden")
	}
	return nil
}

// serverGame returns the game that a command of an admin names. Admins reach every game of
// their server; a game of another server is refused as one that does not exist.
func serverGame(req *request.Request) (*game.Game, error) {
	id := req.Cmd.Game.ID
	line, err := req.Tx.GameSummary(id)
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && line.Server != req.Msg.In.Server:
		return nil, request.Refuse("adjudicate.game")
	case err != nil:
		return nil, err
	}
	req.GameID = id
	return req.Tx.Game(id)
}

// handleAdjudicate sets the result of a game that is stuck, with a reason that everybody
// can read.
func handleAdjudicate(req *request.Request) error {
	if err := requireAdmin(req); err != nil {
		return err
	}
	g, err := serverGame(req)
	if err != nil {
		return err
	}
	outcome, why := req.Cmd.Outcome(), req.Cmd.Note
	if err := g.Adjudicate(outcome, req.Now); err != nil {
		return request.Refuse("game.over", "game", g.ID)
	}
	if err := req.Save(g); err != nil {
		return err
	}
	if err := req.Tx.LogAdminAction(data.AdminAction{Game: g.ID, Player: req.Player.ID, Action: "adjudicated " + outcome.String(), Reason: why, At: req.Now}); err != nil {
		return err
	}
	notify, err := request.SeatedPeople(req, g)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := request.ResultText(req, g, names)
		return chat.Reply{Text: result + " " + req.Lang.Text("adjudicate.why", "name", req.NameOf(req.Player), "reason", why),
			Picture: request.PictureOf(g), Notify: notify}, err
	})
}

// handleBan bans a player: no games in this server.
func handleBan(req *request.Request) error { return setBan(req, true, "ban.done") }

// handleUnban lifts a player's ban.
func handleUnban(req *request.Request) error { return setBan(req, false, "ban.undone") }

// setBan bans a player from games in the server, or lifts the ban.
func setBan(req *request.Request, on bool, sentence string) error {
	if err := requireAdmin(req); err != nil {
		return err
	}
	p, address, err := request.Addressee(req, req.Cmd.Person)
	if err != nil {
		return err
	}
	if address != "" {
		return request.Refuse("ban.address")
	}
	if err := req.Tx.SetBanned(req.Msg.In.Server, p.ID, on); err != nil {
		return err
	}
	req.Env.Log.InfoContext(req.Ctx, "ban", "server", req.Msg.In.Server, "player", p.ID, "by", req.Player.ID, "on", on)
	return req.AnswerText(sentence, "name", req.NameOf(p))
}

// handleStatus tells an owner of the bot how it is doing.
func handleStatus(req *request.Request) error {
	if !req.Env.IsOwner(req.Msg.From.Address) || req.Env.Status == nil {
		return request.Refuse("status.forbidden")
	}
	text, err := req.Env.Status(req.Tx, req.Now, req.Lang)
	if err != nil {
		return err
	}
	return req.Answer(chat.Reply{Title: req.Lang.Text("status.title"), Text: text})
}

// checkBans returns a Refusal if the speaker or one of players is banned in a server.
func checkBans(req *request.Request, server string, players ...data.Player) error {
	for _, p := range players {
		switch blocked, err := req.Tx.Banned(server, p.ID); {
		case err != nil:
			return err
		case blocked && p.ID == req.Player.ID:
			return request.Refuse("blocked")
		case blocked:
			return request.Refuse("blocked.other", "name", req.NameOf(p))
		}
	}
	return nil
}
