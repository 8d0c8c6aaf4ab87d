package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// Help lists every command: to be clicked where there are slash commands, with room for their ids in one message of
// Discord, and elsewhere as it is typed, without those that need a server.
func TestHelpListsEverything(t *testing.T) {
	for _, tag := range words.Tags() {
		c := newClub(t)
		lang := words.In(tag)
		c.say("Anna", hall, "preferences "+tag)
		if help := slashed(c.say("Anna", hall, "help").Reply); strings.Contains(help.Text, command.Slash(lang, command.AdminStatus)) {
			t.Errorf("%s: help shows a command for owners: %s", tag, help.Text)
		}
		c.desk.SetOwners([]chat.Address{person("Anna").Address})
		help := c.say("Anna", hall, "help").Reply
		var clicked []string
		s := chat.Surface{Time: chat.When, Command: func(text string) string {
			clicked = append(clicked, text)
			return "</" + text + ":1234567890123456789>"
		}}
		if n := utf8.RuneCountInString(help.Expand(s, s).Text); n > 1900 {
			t.Errorf("%s: %d characters", tag, n)
		}
		block := typed(help).Block
		if said := typed(help).Text; strings.Contains(said, "\n") || slashed(help).Block != "" || block == "" {
			t.Errorf("%s: %q", tag, said)
		}
		for _, cmd := range command.Tree() {
			listed := strings.Contains("\n"+block, "\n"+lang.Text("name."+cmd.Name)+" ")
			clickable := false
			for _, text := range clicked {
				clickable = clickable || strings.Fields(text)[0] == cmd.Name
			}
			if clickable == cmd.Hidden || listed == (cmd.Hidden || cmd.Administrative) {
				t.Errorf("%s: %s can be clicked: %t, is listed: %t", tag, cmd.Name, clickable, listed)
			}
		}
		about := c.say("Anna", hall, "help draw").Reply
		has(t, slashed(about), command.Slash(lang, command.DrawClaim))
		if block := typed(about).Block; !strings.Contains(block, command.Typed(lang, "draw claim")) {
			t.Errorf("%s: %s", tag, block)
		}
	}
}
