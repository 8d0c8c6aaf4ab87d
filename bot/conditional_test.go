package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// TestHeldConditions has conditional moves wait for their owner where a draw is offered or
// can be claimed, and go on when the owner plays what was prepared.
func TestHeldConditions(t *testing.T) {
	t.Parallel()
	shuffle := func(c *club) { // at its end the position has occurred three times
		for i := range 2 {
			for j, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
				if i == 1 && j == 3 {
					c.say("Anna", hall, "if Ng8 then e4, e5 then d4")
				}
				c.say([]string{"Anna", "Ben"}[j%2], hall, m)
			}
		}
	}
	offer := func(c *club) {
		c.say("Anna", hall, "e3")
		c.say("Ben", hall, "e6")
		c.say("Anna", hall, "h3")
		c.say("Anna", hall, "if h6 then e4, e5 then d4")
		c.say("Ben", hall, "draw offer")
		c.say("Ben", hall, "h6")
	}
	for name, begin := range map[string]func(c *club){"claim": shuffle, "offer": offer} {
		for _, answer := range []string{"e4", "a3", "draw"} {
			c := newClub(t)
			c.game(hall, "Anna", "Ben", "orthodox")
			begin(c)
			has(t, c.say("Anna", hall, "if show").Reply, "wait: a draw", "→ e4, e5 → d4")
			c.refused("Ben", hall, "e5", "It is Anna's turn")
			if answer == "draw" {
				c.say("Anna", hall, map[string]string{"claim": "draw claim", "offer": "draw accept yes"}[name])
				if dump := c.dump("games"); !strings.Contains(dump, "1/2-1/2") {
					t.Errorf("%s: %s", name, dump)
				}
				continue
			}
			c.say("Anna", hall, answer)
			a := c.say("Ben", hall, map[bool]string{true: "e5", false: "a6"}[answer == "e4"])
			if played := strings.Contains(a.Text, "d4"); played != (answer == "e4") {
				t.Errorf("%s, %s: %s", name, answer, a.Text)
			}
			if left := c.dump("conditions"); left != "" {
				t.Errorf("%s, %s: there is left %s", name, answer, left)
			}
		}
	}
}

// TestHeldElsewhere answers at once where the draw is the owner's own offer, and drops what
// does not fit.
func TestHeldElsewhere(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", hall, "draw offer")
	c.say("Anna", hall, "e4")
	c.say("Anna", hall, "if e5 then d4")
	has(t, c.say("Ben", hall, "e5").Reply, "2. d4")
	c.say("Anna", hall, "if a6 then a4")
	c.say("Ben", hall, "draw offer")
	has(t, c.say("Ben", hall, "h6").Reply, "Anna (White) is to move")
	if left := c.dump("conditions"); left != "" {
		t.Errorf("left %s", left)
	}
	a := c.say("Anna", hall, "if show")
	if a.Audience == chat.Public || !strings.Contains(a.Text, "no conditional moves") {
		t.Errorf("%+v", a.Text)
	}
}
