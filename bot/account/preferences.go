package account

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
)

// HandlePreferences shows or changes the speaker's preferences: language, board colours,
// where notices go, and whether players by mail and the leaderboard may show the speaker.
func HandlePreferences(req *request.Request) error {
	in, s := req.Cmd, &req.Player.Settings
	if own := transports(req.Player); in.Notices != "" && in.Notices != command.DefaultChoice && !slices.Contains(own, in.Notices) {
		return request.Refuse("preferences.unknown", "text", textutil.Quote(in.Notices), "choices", strings.Join(append(own, command.DefaultChoice), ", "))
	}
	before := *s
	for _, choice := range []struct {
		word    string
		setting *string
	}{{in.Language, &s.Language}, {in.Theme, &s.Theme}, {in.View, &s.View}, {in.Notices, &s.Notices}} {
		switch choice.word {
		case "":
		case command.DefaultChoice:
			*choice.setting = ""
		default:
			*choice.setting = choice.word
		}
	}
	if in.ByMail != "" {
		s.OpenToMail = in.ByMail == command.On
	}
	if in.Listed != "" {
		s.Listed = in.Listed == command.On
	}
	if in.InWords != "" {
		s.InWords = in.InWords == command.On
	}
	key := "preferences"
	if *s != before || !in.Bare() {
		key = "preferences.set"
		if err := req.Tx.SavePlayer(req.Player); err != nil {
			return err
		}
		req.Lang = req.Language()
	}
	return req.AnswerText(key, "language", req.Lang.Text("choice."+cmp.Or(s.Language, command.DefaultChoice)),
		"theme", req.Lang.Text("choice."+cmp.Or(s.Theme, command.DefaultChoice)), "notices", req.Lang.Text("choice."+cmp.Or(s.Notices, command.DefaultChoice)),
		"view", req.Lang.Text("choice."+cmp.Or(s.View, command.DefaultChoice)),
		"words", req.Lang.Text("choice."+request.OnOff(s.InWords)), "bymail", req.Lang.Text("choice."+request.OnOff(s.OpenToMail)), "listed", req.Lang.Text("choice."+request.OnOff(s.Listed)))
}

// transports returns the transports on which a player has addresses.
func transports(p data.Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
