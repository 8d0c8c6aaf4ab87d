package bot

import (
	"cmp"
	"time"

	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// newChallenge returns a challenge with the terms that the command names, or else those of
// the server's settings. The error is a Refusal if the server does not allow challenges
// here.
func newChallenge(req *request.Request) (*game.Challenge, error) {
	server, err := req.Server()
	if err != nil {
		return nil, err
	}
	if err := checkChannel(req, req.Msg.In.Server, server, req.Msg.In.Address); err != nil {
		return nil, err
	}
	ch := &game.Challenge{Variant: req.Variant(server), Color: cmp.Or(req.Cmd.Color, game.AsRandom), From: req.Player.ID, State: game.Open, Made: req.Now,
		Server: req.Msg.In.Server}
	if !req.Msg.In.Private {
		ch.Home = req.Msg.In.Address
	}
	ch.Terms = game.Terms{MoveLimit: req.Cmd.Limit, Rated: req.Cmd.Rated, WeekendsOff: req.Cmd.WeekendsOff}
	if req.Cmd.Clock != nil {
		ch.Terms.Clock = *req.Cmd.Clock
	} else if server.Clock != "" {
		ch.Terms.Clock, err = game.ParseClock(server.Clock)
	}
	return ch, err
}

// termTexts returns a sentence for each term of a game, except variant and colors.
func termTexts(lang words.Language, t game.Terms) (list []string) {
	if !t.Clock.IsZero() {
		list = append(list, lang.Text("terms.clock", "clock", clockText(lang, t.Clock)))
	}
	if t.WeekendsOff {
		list = append(list, lang.Text("terms.weekends"))
	}
	if t.MoveLimit != 0 {
		list = append(list, lang.Text("terms.limit", "limit", t.MoveLimit))
	}
	if t.Rated {
		list = append(list, lang.Text("terms.rated"))
	}
	return list
}

// clockText describes a clock, such as "3 days a move".
func clockText(lang words.Language, c game.Clock) string {
	switch {
	case c.PerMove > 0:
		return lang.Text("clock.per-move", "days", int(c.PerMove/timeutil.Day))
	case c.Bank > 0:
		return lang.Text("clock.bank", "days", int(c.Bank/timeutil.Day), "hours", int(c.Increment/time.Hour))
	}
	return lang.Text("clock.none")
}
