package bot

import (
	"strconv"
	"strings"
	"time"

	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// offer reads the terms of a challenge; what is not said is as usual in the server.
func (c *call) offer() (*game.Challenge, error) {
	server, err := c.server()
	if err != nil {
		return nil, err
	}
	if err := c.mayOffer(c.msg.In.Server, server, c.msg.In.Address); err != nil {
		return nil, err
	}
	ch := &game.Challenge{From: c.player.ID, Color: game.AsRandom, State: game.Open, Made: c.now, Server: c.msg.In.Server}
	if !c.msg.In.Private {
		ch.Home = c.msg.In.Address
	}
	word := first(c.args["variant"], server.Variant, "millennium")
	if ch.Variant = variantNamed(word); ch.Variant == nil {
		return nil, refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
	}
	if word := c.args["color"]; word != "" {
		name, ok := colorNamed(word)
		if !ok {
			return nil, refuse("color.unknown", "text", quote(word))
		}
		ch.Color = game.Preference(name)
	}
	word = first(c.args["clock"], server.Clock, "none")
	if ch.Terms.Clock, err = game.ParseClock(word); err != nil {
		return nil, refuse("clock.unknown", "text", quote(word))
	}
	if word := c.args["limit"]; word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 10 || n > 500 {
			return nil, refuse("challenge.limit", "text", quote(word))
		}
		ch.Terms.MoveLimit = n
	}
	ch.Terms.Rated = c.args["rated"] != ""
	ch.Terms.WeekendsOff = c.args["weekends"] != ""
	return ch, nil
}

// first returns the first text that is not empty.
func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// termTexts says what is agreed besides game and colors.
func termTexts(say words.Language, t game.Terms) (list []string) {
	if !t.Clock.IsZero() {
		list = append(list, say.Text("terms.clock", "clock", clockText(say, t.Clock)))
	}
	if t.WeekendsOff {
		list = append(list, say.Text("terms.weekends"))
	}
	if t.MoveLimit != 0 {
		list = append(list, say.Text("terms.limit", "limit", t.MoveLimit))
	}
	if t.Rated {
		list = append(list, say.Text("terms.rated"))
	}
	return list
}

// clockText says what a clock is.
func clockText(say words.Language, c game.Clock) string {
	switch {
	case c.PerMove > 0:
		return say.Text("clock.per-move", "days", int(c.PerMove/(24*time.Hour)))
	case c.Bank > 0:
		return say.Text("clock.bank", "days", int(c.Bank/(24*time.Hour)), "hours", int(c.Increment/time.Hour))
	}
	return say.Text("clock.none")
}

func variantKeys() (keys []string) {
	for _, v := range rules.Variants() {
		keys = append(keys, v.Key())
	}
	return keys
}
