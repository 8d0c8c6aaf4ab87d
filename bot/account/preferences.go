package account

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
)

// HandlePreferences shows or changes what the speaker has chosen: the language of answers
// and the colours of the boards.
func HandlePreferences(req *request.Request) error {
	s := &req.Player.Settings
	changed := false
	for _, choice := range []struct {
		name    string
		setting *string
		keys    []string
	}{{"language", &s.Language, words.Tags()}, {"theme", &s.Theme, render.Themes()},
		{"notices", &s.Notices, transports(req.Player)}} {
		word := strings.ToLower(strings.TrimSpace(req.Args[choice.name]))
		switch {
		case word == "":
			continue
		case word == command.DefaultChoice:
			*choice.setting = ""
		case slices.Contains(choice.keys, word):
			*choice.setting = word
		default:
			return request.Refuse("preferences.unknown", "text", textutil.Quote(word), "choices", strings.Join(append(choice.keys, command.DefaultChoice), ", "))
		}
		changed = true
	}
	for _, choice := range []struct {
		name    string
		setting *bool
	}{{"bymail", &s.OpenToMail}, {"listed", &s.Listed}} {
		switch word := req.Args[choice.name]; strings.ToLower(word) {
		case "":
		case "on", "off":
			*choice.setting, changed = strings.EqualFold(word, "on"), true
		default:
			return request.Refuse("preferences.unknown", "text", textutil.Quote(word), "choices", "on, off")
		}
	}
	key := "preferences"
	if changed {
		key = "preferences.set"
		if err := req.Tx.SavePlayer(req.Player); err != nil {
			return err
		}
		req.Lang = req.Language()
	}
	return req.AnswerText(key, "language", req.Lang.Text("choice."+cmp.Or(s.Language, command.DefaultChoice)),
		"theme", req.Lang.Text("choice."+cmp.Or(s.Theme, command.DefaultChoice)), "notices", req.Lang.Text("choice."+cmp.Or(s.Notices, command.DefaultChoice)),
		"bymail", req.Lang.Text("choice."+request.OnOff(s.OpenToMail)), "listed", req.Lang.Text("choice."+request.OnOff(s.Listed)))
}

// transports lists where a player can be told something.
func transports(p data.Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
