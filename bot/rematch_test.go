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
