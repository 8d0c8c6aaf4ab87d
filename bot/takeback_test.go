package bot_test

import (
	"strings"
	"testing"
)

func TestTakebacks(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "3d")
	c.refused("Anna", hall, "takeback", "no move to take back")
	c.refused("Ben", hall, "takeback accept", "Nobody has asked for a takeback in game")
	c.say("Anna", hall, "e4")
	c.refused("Ben", hall, "takeback", "no move to take back")
	a := c.say("Anna", hall, "takeback")
	has(t, a.Reply, "Anna asks Ben for a takeback in game 1.")
	notifies(t, a.Reply, "Ben")
	accept, decline := a.Buttons[0][0].Command, a.Buttons[0][1].Command
	c.refused("Anna", hall, "takeback", "The request stays open until your opponent answers or somebody moves.")
	c.refused("Anna", hall, accept, "is yours")
	c.refused("Anna", hall, decline, "is yours")
	c.refused("Carl", hall, accept, "not playing")
	has(t, c.say("Ben", hall, decline).Reply, "Ben declines the takeback in game 1.")
	c.refused("Ben", hall, accept, "Nobody has asked for a takeback in game")
	c.say("Anna", hall, "takeback")
	c.say("Ben", hall, "e5") // answers it too
	c.refused("Ben", hall, accept, "That is out of date, because game")
	c.refused("Ben", hall, "takeback accept", "Nobody has asked for a takeback in game")
	c.later(day)
	c.say("Anna", hall, "draw offer")
	a = c.say("Anna", hall, "takeback") // both plies
	c.say("Ben", hall, "draw decline")
	done := c.say("Ben", hall, a.Buttons[0][0].Command)
	has(t, done.Reply, "Ben accepts the takeback:", "Anna (White) to move", until(4*day))
	notifies(t, done.Reply, "Anna")
	if done.Picture == nil || done.Picture.Ply != 0 || !strings.HasPrefix(done.Buttons[0][0].Command, "pick #1@") {
		t.Errorf("%+v", done.Reply)
	}
	has(t, c.say("Anna", hall, "history").Reply, "Half-moves so far: 0")
	c.reopen()
	has(t, c.play(hall, two, "d4", "d5").Reply, "1… d5")
	c.say("Ben", hall, "takeback")
	has(t, c.say("Anna", hall, "takeback").Reply, "Anna accepts the takeback:") // asking as well means accepting
	has(t, c.say("Ben", hall, "d6").Reply, "1… d6")
	if n := strings.Count(c.dump("moves"), "\n"); n != 8 {
		t.Errorf("%d entries in the log", n)
	}
}
