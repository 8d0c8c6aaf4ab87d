package bot

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/words"
	"stackmate/render"
)

// defaultChoice takes a choice back.
const defaultChoice = "usual"

// preferences shows or changes what the speaker has chosen: the language of answers
// and the colours of the boards.
func (c *request) preferences() error {
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
		case word == defaultChoice:
			*choice.setting = ""
		case slices.Contains(choice.keys, word):
			*choice.setting = word
		default:
			return refuse("preferences.unknown", "text", quote(word), "choices", strings.Join(append(choice.keys, defaultChoice), ", "))
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
		c.lang = c.language()
	}
	return c.answerText(key, "language", c.lang.Text("choice."+cmp.Or(s.Language, defaultChoice)),
		"theme", c.lang.Text("choice."+cmp.Or(s.Theme, defaultChoice)), "notices", c.lang.Text("choice."+cmp.Or(s.Notices, defaultChoice)),
		"bymail", c.lang.Text("choice."+onOff(s.OpenToMail)), "listed", c.lang.Text("choice."+onOff(s.Listed)))
}

// transports lists where a player can be told something.
func transports(p Player) (list []string) {
	for _, a := range p.Addresses {
		list = append(list, a.Transport)
	}
	return list
}
