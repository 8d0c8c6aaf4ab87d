package bot

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
)

// handlePreferences shows or changes what the speaker has chosen: the language of answers
// and the colours of the boards.
func handlePreferences(req *request) error {
	s := &req.player.Settings
	changed := false
	for _, choice := range []struct {
		name    string
		setting *string
		keys    []string
	}{{"language", &s.Language, words.Tags()}, {"theme", &s.Theme, render.Themes()},
		{"notices", &s.Notices, transports(req.player)}} {
		word := strings.ToLower(strings.TrimSpace(req.args[choice.name]))
		switch {
		case word == "":
			continue
		case word == command.DefaultChoice:
			*choice.setting = ""
		case slices.Contains(choice.keys, word):
			*choice.setting = word
		default:
			return refuse("preferences.unknown", "text", textutil.Quote(word), "choices", strings.Join(append(choice.keys, command.DefaultChoice), ", "))
		}
		changed = true
	}
	for _, choice := range []struct {
		name    string
		setting *bool
	}{{"bymail", &s.OpenToMail}, {"listed", &s.Listed}} {
		switch word := req.args[choice.name]; strings.ToLower(word) {
		case "":
		case "on", "off":
			*choice.setting, changed = strings.EqualFold(word, "on"), true
		default:
			return refuse("preferences.unknown", "text", textutil.Quote(word), "choices", "on, off")
		}
	}
	key := "preferences"
	if changed {
		key = "preferences.set"
		if err := req.tx.SavePlayer(req.player); err != nil {
			return err
		}
		req.lang = req.language()
	}
	return req.answerText(key, "language", req.lang.Text("choice."+cmp.Or(s.Language, command.DefaultChoice)),
		"theme", req.lang.Text("choice."+cmp.Or(s.Theme, command.DefaultChoice)), "notices", req.lang.Text("choice."+cmp.Or(s.Notices, command.DefaultChoice)),
		"bymail", req.lang.Text("choice."+onOff(s.OpenToMail)), "listed", req.lang.Text("choice."+onOff(s.Listed)))
}

// transports lists where a player can be told something.
func transports(p data.Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
