package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// administrate refuses whoever may not manage the server.
func administrate(req *request) error {
	switch {
	case req.msg.In.Server == "":
		return refuse("settings.private")
	case !req.msg.Administrator && req.msg.Call == nil: // the transport may not have been able to tell
		return refuse("settings.typed", "command", slash(req.lang, req.path))
	case !req.msg.Administrator:
		return refuse("settings.forbidden")
	}
	return nil
}

// administered returns the game of this server that a command names. Those who manage the
// server reach all of its games; what is at home elsewhere does not exist for them.
func administered(req *request) (*game.Game, error) {
	ref, ok := command.ParseGameRef(req.args["game"])
	if !ok {
		return nil, refuse("game.number", "text", textutil.Quote(req.args["game"]))
	}
	line, err := req.tx.GameSummary(ref.Id)
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && line.Server != req.msg.In.Server:
		return nil, refuse("adjudicate.game")
	case err != nil:
		return nil, err
	}
	req.gameID = ref.Id
	return req.tx.Game(ref.Id)
}

// handleAdjudicate ends a game that is stuck, with a reason that everybody sees.
func handleAdjudicate(req *request) error {
	if err := administrate(req); err != nil {
		return err
	}
	g, err := administered(req)
	if err != nil {
		return err
	}
	outcome, ok := map[string]rules.Outcome{"white": rules.WhiteWins, "black": rules.BlackWins, "draw": rules.Draw,
		"none": rules.Undecided}[strings.ToLower(req.args["result"])]
	why, err := noteOf(req.args["reason"])
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("adjudicate.result", "text", textutil.Quote(req.args["result"]))
	case why == "":
		return refuse("adjudicate.reason")
	}
	if err := g.Adjudicate(outcome, req.now); err != nil {
		return refuse("game.over", "game", g.ID)
	}
	if err := req.save(g); err != nil {
		return err
	}
	if err := req.tx.LogAdminAction(data.AdminAction{Game: g.ID, Player: req.player.ID, What: "adjudicated " + outcome.String(), Why: why, At: req.now}); err != nil {
		return err
	}
	var notify []chat.Person
	for _, id := range g.Seats {
		p, err := req.person(id)
		if err != nil {
			return err
		}
		notify = append(notify, p.Person())
	}
	return req.announce(g, func() (chat.Reply, error) {
		names, err := req.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := resultText(req, g, names)
		return chat.Reply{Text: result + " " + req.lang.Text("adjudicate.why", "name", req.nameOf(req.player), "reason", why),
			Picture: picture(g), Notify: notify}, err
	})
}

// handleBan keeps somebody from playing in the server.
func handleBan(req *request) error { return setBan(req, true, "ban.done") }

// handleUnban lets somebody play in the server again.
func handleUnban(req *request) error { return setBan(req, false, "ban.undone") }

func setBan(req *request, on bool, sentence string) error {
	if err := administrate(req); err != nil {
		return err
	}
	p, address, err := addressee(req, req.args["player"])
	if err != nil {
		return err
	}
	if address != "" {
		return refuse("ban.address")
	}
	if err := req.tx.Block(req.msg.In.Server, p.ID, on); err != nil {
		return err
	}
	req.env.Log.Info("ban", "server", req.msg.In.Server, "player", p.ID, "by", req.player.ID, "on", on)
	return req.answerText(sentence, "name", req.nameOf(p))
}

// mayPlay refuses who is blocked in a server, and whoever would play with them.
func mayPlay(req *request, server string, players ...data.Player) error {
	for _, p := range players {
		switch blocked, err := req.tx.Blocked(server, p.ID); {
		case err != nil:
			return err
		case blocked && p.ID == req.player.ID:
			return refuse("blocked")
		case blocked:
			return refuse("blocked.other", "name", req.nameOf(p))
		}
	}
	return nil
}
