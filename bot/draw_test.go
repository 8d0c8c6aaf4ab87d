package bot_test

import (
	"testing"
)

// TestClaimByMove claims a draw with the move that repeats the position for the third
// time.
func TestClaimByMove(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.play(hall, two, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
	c.refused("Anna", hall, "draw claim Nf3", "not your turn")
	c.refused("Ben", hall, "draw claim e5", "No draw can be claimed yet.")
	c.refused("Ben", hall, "draw claim Ke4", "“Ke4”")
	c.refused("Ben", hall, "draw claim", "No draw can be claimed yet.")
	end := c.say("Ben", hall, "draw claim Ng8")
	has(t, end.Reply, "Draw by threefold repetition")
	notifies(t, end.Reply, "Anna")
	has(t, c.say("Ben", hall, "history #1").Reply, "Half-moves so far: 8")
	c.game(library, "Anna", "Ben", "chess")
	c.origin(2, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 80")
	c.refused("Anna", library, "draw claim Re8", "“Re8” ends game 2 by itself")
	has(t, c.say("Anna", library, "draw claim Re7").Reply, "Draw", "1/2-1/2")
}
