package discord

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
)

// A command in a text is a mention with the id that the command has when the message goes out; elsewhere, and
// while the id is not known, it is the command's name in the reader's language.
func TestCommandMentions(t *testing.T) {
	c := commandIDs{}
	use := chat.Command("draw claim #12")
	r := chat.Reply{Language: "de", Title: "T " + use, Text: "*a* " + use + chat.Either(" in Discord", " getippt"), Block: use,
		Buttons: [][]chat.Button{{{Label: use, Command: "games"}}}}
	content := func() string {
		p, _ := c.compose(r)
		return p.Content
	}
	unknown := "**T /remis reklamieren**\n\\*a\\* /remis reklamieren in Discord\n```\n/remis reklamieren\n```"
	if got := content(); got != unknown {
		t.Errorf("before the commands are registered: %q", got)
	}
	c.set([]byte(`[{"id":"11","name":"draw"},{"id":"12","name":"help"}]`))
	if got, want := content(), strings.Replace(unknown, "/remis reklamieren in", "</draw claim:11> in", 1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.set([]byte(`{"id":"21","name":"draw"}`)) // made anew
	if got := content(); !strings.Contains(got, "</draw claim:21> in") {
		t.Errorf("after a change: %q", got)
	}
	c.set([]byte(`nonsense`))
	r.Text = chat.Command("pick #1") // which nobody is told about
	if got := content(); !strings.Contains(got, "</help:12>") {
		t.Errorf("a hidden command: %q", got)
	}
	r = chat.Reply{Text: strings.Repeat("x", maxContent-5) + use}
	if got := content(); strings.ContainsRune(got, '<') || len([]rune(got)) > maxContent {
		t.Errorf("cut in two: %q", got[maxContent-40:])
	}
	r = chat.Reply{Title: "until " + chat.When(time.Date(2026, 11, 24, 9, 5, 0, 0, time.UTC))}
	if got := content(); !strings.Contains(got, "until Tuesday 24 November 09:05 UTC") {
		t.Errorf("a time in a title: %q", got)
	}
}
