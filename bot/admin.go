package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// administrate refuses whoever may not manage the server.
func (c *request) administrate() error {
	switch {
	case c.msg.In.Server == "":
		return refuse("settings.private")
	case !c.msg.Administrator && c.msg.Call == nil: // the transport may not have been able to tell
		return refuse("settings.typed", "command", slash(c.lang, c.path))
	case !c.msg.Administrator:
		return refuse("settings.forbidden")
	}
	return nil
}

// administered returns the game of this server that a command names. Those who manage the
// server reach all of its games; what is at home elsewhere does not exist for them.
func (c *request) administered() (*game.Game, error) {
	ref, ok := gameRef(c.args["game"])
	if !ok {
		return nil, refuse("game.number", "text", quote(c.args["game"]))
	}
	line, err := c.tx.GameSummary(ref.id)
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && line.Server != c.msg.In.Server:
		return nil, refuse("adjudicate.game")
	case err != nil:
		return nil, err
	}
	c.gameID = ref.id
	return c.tx.Game(ref.id)
}

// adjudicate ends a game that is stuck, with a reason that everybody sees.
func (c *request) adjudicate() error {
	if err := c.administrate(); err != nil {
		return err
	}
	g, err := c.administered()
	if err != nil {
		return err
	}
	outcome, ok := map[string]rules.Outcome{"white": rules.WhiteWins, "black": rules.BlackWins, "draw": rules.Draw,
		"none": rules.Undecided}[strings.ToLower(c.args["result"])]
	why, err := noteOf(c.args["reason"])
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("adjudicate.result", "text", quote(c.args["result"]))
	case why == "":
		return refuse("adjudicate.reason")
	}
	if err := g.Adjudicate(outcome, c.now); err != nil {
		return refuse("game.over", "game", g.ID)
	}
	if err := c.save(g); err != nil {
		return err
	}
	if err := c.tx.LogAdminAction(AdminAction{Game: g.ID, Player: c.player.ID, What: "adjudicated " + outcome.String(), Why: why, At: c.now}); err != nil {
		return err
	}
	var notify []chat.Person
	for _, id := range g.Seats {
		p, err := c.person(id)
		if err != nil {
			return err
		}
		notify = append(notify, p.Person())
	}
	return c.announce(g, func() (chat.Reply, error) {
		names, err := c.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := c.resultText(g, names)
		return chat.Reply{Text: result + " " + c.lang.Text("adjudicate.why", "name", c.nameOf(c.player), "reason", why),
			Picture: picture(g), Notify: notify}, err
	})
}

// ban keeps somebody from playing in the server.
func (c *request) ban() error { return c.setBan(true, "ban.done") }

// unban lets somebody play in the server again.
func (c *request) unban() error { return c.setBan(false, "ban.undone") }

func (c *request) setBan(on bool, sentence string) error {
	if err := c.administrate(); err != nil {
		return err
	}
	p, address, err := c.addressee(c.args["player"])
	if err != nil {
		return err
	}
	if address != "" {
		return refuse("ban.address")
	}
	if err := c.tx.Block(c.msg.In.Server, p.ID, on); err != nil {
		return err
	}
	c.desk.log.Info("ban", "server", c.msg.In.Server, "player", p.ID, "by", c.player.ID, "on", on)
	return c.answerText(sentence, "name", c.nameOf(p))
}

// mayPlay refuses who is blocked in a server, and whoever would play with them.
func (c *request) mayPlay(server string, players ...Player) error {
	for _, p := range players {
		switch blocked, err := c.tx.Blocked(server, p.ID); {
		case err != nil:
			return err
		case blocked && p.ID == c.player.ID:
			return refuse("blocked")
		case blocked:
			return refuse("blocked.other", "name", c.nameOf(p))
		}
	}
	return nil
}
