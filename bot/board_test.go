package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
)

func TestWalk(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	if a := c.say("Carl", hall, "board #1"); len(a.Buttons) != 1 || len(a.Buttons[0]) != 1 || !a.Buttons[0][0].Look {
		t.Errorf("%+v", a.Buttons)
	}
	c.play(hall, two, "e4", "e5", "Nf3")
	a := c.say("Carl", hall, "board #1 ply:0")
	seen := ""
	for a.Picture.Ply < 3 {
		seen += a.Text
		if b := a.Buttons[0]; !b[0].Disabled && a.Picture.Ply == 0 || !b[1].Disabled != (a.Picture.Ply > 0) || b[2].Disabled || !a.Replace || a.Audience == chat.Public {
			t.Fatalf("%+v", a.Reply)
		}
		a = c.say("Carl", hall, a.Buttons[0][2].Command)
	}
	for _, part := range []string{"Half-move 0 of 3", "1. e4", "1… e5"} {
		if !strings.Contains(seen, part) {
			t.Errorf("%q lacks %q", seen, part)
		}
	}
	has(t, a.Reply, "2. Nf3", "Ben (Black) to move.")
	for _, bad := range []string{"4", "-1", "x"} {
		c.refused("Carl", hall, "board #1 ply:"+bad, "“"+bad+"”", "0 to 3")
	}
}
