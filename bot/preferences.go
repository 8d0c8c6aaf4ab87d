package bot

import (
	"slices"
	"strings"

	"stackmate/bot/words"
	"stackmate/render"
)

// usual takes a choice back.
const usual = "usual"

// preferences shows or changes what the speaker has chosen: the language of answers
// and the colours of the boards.
func (c *call) preferences() error {
	s := &c.player.Settings
	changed := false
	for _, choice := range []struct {
		name    string
		setting *string
		keys    []string
	}{{"language", &s.Language, words.Tags()}, {"theme", &s.Theme, render.Themes()},
		{"notices", &s.Notices, transports(c.player)}} {
		word := strings.ToLower(strings.TrimSpace(c.args[choice.name]))
		switch {
		case word == "":
			continue
		case word == usual:
			*choice.setting = ""
		case slices.Contains(choice.keys, word):
			*choice.setting = word
		default:
			return refuse("preferences.unknown", "text", quote(word), "choices", strings.Join(append(choice.keys, usual), ", "))
		}
		changed = true
	}
	for _, choice := range []struct {
		name    string
		setting *bool
	}{{"bymail", &s.OpenToMail}, {"listed", &s.Listed}} {
		switch word := c.args[choice.name]; strings.ToLower(word) {
		case "":
		case "on", "off":
			*choice.setting, changed = strings.EqualFold(word, "on"), true
		default:
			return refuse("preferences.unknown", "text", quote(word), "choices", "on, off")
		}
	}
	key := "preferences"
	if changed {
		key = "preferences.set"
		if err := c.tx.SavePlayer(c.player); err != nil {
			return err
		}
		c.say = c.tongue()
	}
	return c.answerText(key, "language", c.say.Text("choice."+first(s.Language, usual)),
		"theme", c.say.Text("choice."+first(s.Theme, usual)), "notices", c.say.Text("choice."+first(s.Notices, usual)),
		"bymail", c.say.Text("choice."+onOff(s.OpenToMail)), "listed", c.say.Text("choice."+onOff(s.Listed)))
}

// transports lists where a player can be told something.
func transports(p Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
