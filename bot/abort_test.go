package bot_test

import (
	"testing"
)

func TestAborts(t *testing.T) {
	t.Parallel()
	c := company(t)
	for i, moves := range [][]string{nil, {"e4"}} {
		c.clocked(hall, "1d rated")
		c.play(hall, two, moves...)
		a := c.say(two[i], hall, "abort")
		has(t, a.Reply, two[i]+" cancels game")
		notifies(t, a.Reply, two[1-i])
		c.refused("Anna", hall, "abort #1", "is over")
	}
	c.clocked(hall, "1d")
	c.play(hall, two, "e4", "e5")
	c.refused("Ben", hall, "abort", ": both sides have moved.")
	c.refused("Carl", hall, "abort #3", "not playing")
	if s := c.standing("Anna", "orthodox"); s.Games != 0 {
		t.Errorf("%+v", s)
	}
}
