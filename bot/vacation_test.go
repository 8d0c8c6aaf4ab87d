package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
)

// TestVacation checks that a vacation stops the speaker's own clocks for whole days, and
// that opponents are told.
func TestVacation(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "5d")                                // 1, Anna to move
	c.say("Anna", hall, "challenge @Ben chess white 5d") // 2, another with Ben
	c.say("Ben", hall, "accept #2")
	c.say("Anna", library, "challenge @Carl chess black 5d") // 3, Carl to move
	c.say("Carl", library, "accept")
	c.game(library, "Anna", "Dora", "chess") // 4, without a clock
	mail := chat.Place{Address: chat.Address{Transport: "test", ID: "p-emil"}, Private: true}
	c.say("Emil", mail, "preferences de")
	c.say("Anna", alone("Anna"), "challenge @Emil chess white 5d") // 5
	c.say("Emil", mail, "accept")
	c.post()
	for text, part := range map[string]string{"vacation start 0": "from 1 to 30", "vacation start 31": "“31”", "vacation end": "not on vacation"} {
		if a := c.handle(c.message("Anna", hall, text)); !a.Refused {
			t.Errorf("%q: %+v", text, a)
		} else if !strings.Contains(a.Text, part) && !strings.Contains(text, "0") {
			t.Errorf("%q: %s", text, a.Text)
		}
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "not on vacation", "30 days left")
	has(t, c.say("Anna", hall, "vacation start 10").Reply, "Enjoy your vacation! Your clocks are stopped until "+chat.When(noon.Add(10*day)), "20 days left")
	told := map[string]string{}
	for _, l := range c.post() {
		told[l.to] += l.Text
	}
	if len(told) != 3 || strings.Count(told["hall"], "Anna is on vacation until") != 1 || strings.Count(told["library"], "Anna is on vacation") != 1 ||
		!strings.Contains(told["p-emil"], "Anna macht Ferien") && !strings.Contains(told["p-emil"], "Urlaub") {
		t.Errorf("%q", told)
	}
	c.refused("Anna", hall, "vacation start 1", "on vacation until")
	has(t, c.say("Ben", hall, "board #1").Reply, until(15*day))
	has(t, c.say("Ben", hall, "board #3").Reply, until(5*day)) // it is Carl's clock
	c.skip(4 * day)
	if messages := c.post(); len(messages) != 1 || !strings.Contains(messages[0].Text, "Carl, it's your turn in game") {
		t.Errorf("%q", texts(messages)) // nothing for the player on vacation
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "on vacation until "+chat.When(noon.Add(10*day)), "20 days left")
	// A player on vacation may move; the clock of the next move stands still too.
	has(t, c.say("Anna", hall, "#1 e4").Reply, until(9*day))
	has(t, c.say("Ben", hall, "#1 e5").Reply, until(15*day))
	c.later(12 * time.Hour)
	c.heartbeat()
	has(t, c.say("Anna", hall, "vacation end").Reply, "Welcome back")
	has(t, c.say("Ben", hall, "board #1").Reply, until(9*day+12*time.Hour))
	has(t, c.say("Ben", hall, "board #2").Reply, until(9*day+12*time.Hour))
	if l := texts(c.post()); !strings.Contains(strings.Join(l, "\n"), "Anna is back") {
		t.Errorf("%q", l)
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "25 days left") // the fifth had begun
	c.refused("Anna", hall, "vacation start 26", "25 days")
	c.say("Anna", hall, "vacation start 25")
	c.later(25 * day)
	c.refused("Anna", hall, "vacation start 1", "0 days", "not 1")
	// A game that begins while somebody is away knows of it at once.
	c.say("Ben", hall, "vacation start 3")
	c.say("Anna", hall, "challenge @Ben chess black 1d")
	has(t, c.say("Ben", hall, "accept").Reply, "Deadline: "+chat.When(c.time().Add(4*day)))
}

// TestVacationOverNewYear checks that each day counts for the year in which it begins.
func TestVacationOverNewYear(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.later(28 * day) // the 21st of December
	c.say("Anna", hall, "vacation start 5")
	c.later(6 * day) // the 27th, noon
	has(t, c.say("Anna", hall, "vacation start 30").Reply, "20 days left")
	c.later(20 * day) // January
	has(t, c.say("Anna", hall, "vacation").Reply, "on vacation", "5 days left")
	c.later(10 * day)
	c.refused("Anna", hall, "vacation start 6", "5 days", "not 6")
	c.say("Anna", hall, "vacation start 5")
}
