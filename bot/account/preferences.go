package account

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/render"
)

// HandlePreferences shows or changes the speaker's preferences: language, board colours,
// where notices go, and whether players by mail and the leaderboard may show the speaker.
func HandlePreferences(req *request.Request) error {
	in, s := req.Cmd, &req.Player.Settings
	if own := transports(req.Player); in.Notices != "" && in.Notices != command.DefaultChoice && !slices.Contains(own, in.Notices) {
		return request.Refuse("preferences.unknown", "text", textutil.Quote(in.Notices), "choices", strings.Join(append(own, command.DefaultChoice), ", "))
	}
	if in.SignOut {
		if err := req.Tx.EndWebSessionsOf(req.Player.ID); err != nil {
			return err
		}
		return req.AnswerText("preferences.signed-out")
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
	server, err := req.Server()
	if err != nil {
		return err
	}
	named := func(chosen, actual string) string {
		if chosen != "" {
			return req.Lang.Text("choice." + chosen)
		}
		if !req.Lang.Has("choice." + actual) {
			return req.Lang.Text("choice." + command.DefaultChoice)
		}
		return req.Lang.Text("preferences.default", "value", req.Lang.Text("choice."+actual))
	}
	signedIn, buttons, err := browsers(req)
	if err != nil {
		return err
	}
	return req.Answer(chat.Reply{Buttons: buttons, Text: req.Lang.Text(key, "language", named(s.Language, req.Lang.Tag), "theme", named(s.Theme, cmp.Or(server.Theme, render.Themes()[0])),
		"view", named(s.View, cmp.Or(server.View, command.Views[0])), "notices", named(s.Notices, req.Player.Person().Transport),
		"words", named(request.OnOff(s.InWords), ""), "bymail", named(request.OnOff(s.OpenToMail), ""), "listed", named(request.OnOff(s.Listed), "")) + signedIn})
}

// transports returns the transports on which a player has addresses.
func transports(p data.Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
