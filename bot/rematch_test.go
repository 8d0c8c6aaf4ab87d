package bot_test

import (
	"testing"
)

// TestRematch checks that a rematch swaps the colors and keeps the terms, and that both
// players may press the button.
func TestRematch(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.refused("Anna", hall, "rematch", "no finished game")
	c.clocked(hall, "3d weekends limit:60")
	c.refused("Anna", hall, "rematch #1", "still running")
	c.say("Ben", hall, "challenge @Anna chess white 1d") // 2: with other terms
	end := c.say("Anna", hall, "resign #1 yes")
	button := end.Buttons[0][0].Command
	c.refused("Carl", hall, button, "not playing")
	has(t, c.say("Anna", hall, button).Reply, "Anna challenges Ben", "Anna plays Black.", "3 days per", "weekends", "60 moves") // 3
	c.refused("Anna", hall, button, "asked Ben", "challenge 3")
	begins := c.say("Ben", hall, button)
	has(t, begins.Reply, "New game: Ben (White) – Anna (Black)", until(3*day))
	notifies(t, begins.Reply, "Ben")
	c.say("Ben", hall, "resign #3 yes")
	has(t, c.say("Ben", hall, "rematch").Reply, "Ben plays Black.")
}

// TestRematchNumber reads a number alone after the word: as a level where a game against the program is meant, unless
// there is a finished game with that number, too.
func TestRematchNumber(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.useComputer(func() {})
	finish := func(text string, want ...string) {
		t.Helper()
		has(t, c.say("Anna", hall, text).Reply, want...)
		c.say("Anna", hall, "resign yes")
	}
	finish("challenge stackmate chess white 1")
	finish("rematch 5", "Stackmate level 5 (White) – Anna (Black)") // 2: there is no game 5
	for _, text := range []string{"rematch 1", "revanche 2", "level 2"} {
		n := text[len(text)-1:]
		c.refused("Anna", hall, text, "“"+n+"” can be a game or a level. “rematch #"+n+"” plays game "+n+" again, “rematch level:"+n+"” plays the last one at level "+n)
	}
	finish("rematch #1", "Stackmate level 1 (White) – Anna (Black)")      // 3
	finish("rematch level:2", "Anna (White) – Stackmate level 2 (Black)") // 4: after the last one
	finish("1 rematch 3", "Stackmate level 3 (White) – Anna (Black)")     // 5

	m := c.message("Anna", hall, "rematch 2") // about game 1
	m.Game = 1
	has(t, c.handle(m).Reply, "Stackmate level 2 (White) – Anna (Black)") // 6
	c.say("Anna", hall, "resign yes")

	c.game(hall, "Anna", "Ben", "chess") // 7
	c.say("Anna", hall, "resign yes")
	finish("rematch 1", "Stackmate level 1 (White) – Anna (Black)") // 8: between people there are no levels
	c.refused("Ben", hall, "rematch 1", "not playing in game 1")
}
