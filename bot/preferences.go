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
	}{{"language", &s.Language, words.Tags()}, {"theme", &s.Theme, render.Themes()}} {
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
	key := "preferences"
	if changed {
		key = "preferences.set"
		if err := c.tx.SavePlayer(c.player); err != nil {
			return err
		}
		c.say = c.tongue()
	}
	return c.answerText(key, "language", c.say.Text("choice."+first(s.Language, usual)),
		"theme", c.say.Text("choice."+first(s.Theme, usual)))
}
