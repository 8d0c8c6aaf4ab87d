package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/uptime"
)

// TestAsleep gives a command after the machine slept or its clock was set, before the desk
// has checked the clocks: nobody loses time.
func TestAsleep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ who, text, want string }{
		{"Anna", "e4", "plays 1. e4"}, {"Anna", "resign yes", "resigns"}, {"Ben", "draw offer", "Ben offers Anna a draw"}, {"Carl", "board #1", until(4 * day)},
	} {
		c := newClub(t)
		c.clocked(hall, "1d")
		c.asleep(3 * day)
		has(t, c.say(tt.who, hall, tt.text).Reply, tt.want)
		c.checkClocks()
		if dump := c.dump("games"); strings.Contains(dump, " time ") {
			t.Errorf("after %q: %s", tt.text, dump)
		}
	}
	c := newClub(t) // slept in the middle of a turn: what was used before is used
	c.clocked(hall, "1d")
	c.later(20 * time.Hour)
	c.asleep(3 * day)
	has(t, c.say("Ben", hall, "draw offer").Reply, "Ben offers Anna a draw")
	has(t, c.say("Carl", hall, "board #1").Reply, until(4*day))
	c.later(3*time.Hour + 59*time.Minute)
	c.checkClocks()
	c.later(time.Minute)
	has(t, c.handle(c.message("Anna", hall, "e4")).Reply, "ran out of time.")
}

// TestClockAhead sets the clock three days ahead and back: games are unchanged, and
// messages that became due are sent.
func TestClockAhead(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "1d")
	c.clocked(library, "1d")
	c.asleep(3 * day)
	c.checkClocks() // sets every alarm again, three days late
	has(t, c.say("Anna", library, "#2 e4").Reply, until(4*day))
	c.say("Anna", alone("Anna"), "#1 e4") // the hall is told later
	c.asleep(5*time.Minute - 3*day)
	c.checkClocks()
	same(t, texts(c.post()), "hall: Anna (White) plays 1")
	has(t, c.say("Carl", hall, "board #1").Reply, until(day+5*time.Minute))
	has(t, c.say("Carl", library, "board #2").Reply, until(day+5*time.Minute))
	c.later(day - time.Second)
	c.checkClocks()
	if dump := c.dump("games"); strings.Contains(dump, " time ") {
		t.Fatalf("too early: %s", dump)
	}
	c.later(time.Second)
	c.checkClocks()
	if dump := c.dump("games"); strings.Count(dump, "1-0 time") != 2 {
		t.Errorf("nobody looked at the clocks: %s", dump)
	}
}

// TestOutOfReach checks that a lost connection stops the clocks of the people whom it
// serves, and no others.
func TestOutOfReach(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	links := map[string]*uptime.Connection{"test": {Up: true}, "post": {Up: true}}
	watch := func() {
		for transport, l := range links {
			c.desk.WatchConnections(transport, func() []uptime.Connection { return []uptime.Connection{{Name: "other", Up: true}, *l} })
		}
	}
	set := func(transport string, up bool) { *links[transport] = uptime.Connection{Up: up, Since: c.time()} }
	watch()
	dora := chat.Person{Address: chat.Address{Transport: "post", ID: "dora"}, Name: "Dora"}
	offer := c.message("Anna", hall, "challenge @Dora chess white 1d")
	offer.Mentioned["@Dora"] = dora
	c.handle(offer)
	accept := c.message("Anna", chat.Place{Address: dora.Address, Private: true}, "accept #1")
	accept.From = dora
	c.handle(accept)
	board := func(want time.Duration) {
		t.Helper()
		has(t, c.say("Carl", hall, "board #1").Reply, until(want))
	}
	c.later(time.Hour)
	set("post", false)
	c.later(5 * time.Hour)
	c.checkClocks()
	board(day) // Anna moves, and she is not cut off
	set("post", true)
	c.checkClocks()

	set("test", false)
	c.later(30 * time.Hour)
	c.desk.CheckClocks(t.Context())
	board(day + 30*time.Hour)
	c.later(10 * time.Second) // between two checks of the clocks
	c.say("Anna", hall, "#1 draw offer")
	board(day + 30*time.Hour + 10*time.Second)
	c.later(10 * time.Second)
	set("test", true)
	c.later(10 * time.Second)
	c.checkClocks()
	board(day + 30*time.Hour + 20*time.Second)
	c.later(time.Hour)
	c.reopen()
	watch()
	board(day + 30*time.Hour + 20*time.Second)

	c.say("Anna", hall, "#1 e4")
	began := c.time()
	set("post", false)
	c.later(2 * day)
	c.checkClocks()
	set("post", true)
	c.checkClocks()
	board(began.Add(3 * day).Sub(noon))
	c.later(day - time.Second)
	c.checkClocks()
	if dump := c.dump("games"); strings.Contains(dump, " time ") {
		t.Fatalf("too early: %s", dump)
	}
	c.later(time.Second)
	c.checkClocks()
	if dump := c.dump("games"); !strings.Contains(dump, "1-0 time") {
		t.Errorf("Dora has not lost: %s", dump)
	}
}

// TestShortOutage checks that nobody loses on time who cannot reach the bot at that
// moment.
func TestShortOutage(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "1d")
	link := uptime.Connection{Up: true}
	c.desk.WatchConnections("test", func() []uptime.Connection { return []uptime.Connection{link} })
	c.later(day - time.Second)
	link = uptime.Connection{Since: c.time()}
	c.later(10 * time.Hour)
	c.checkClocks()
	link = uptime.Connection{Up: true, Since: c.time()}
	c.later(500 * time.Millisecond)
	has(t, c.say("Anna", hall, "e4").Reply, "plays 1. e4")
}

// TestManyAlarms has more alarms due than are read at once.
func TestManyAlarms(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "1d")
	c.exec(`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 2100)
		INSERT INTO challenges SELECT i, challenger, opponent, variant, terms, color, home_transport, 'elsewhere', server, state, made, address FROM challenges, n WHERE id = 1`)
	c.exec(`INSERT INTO games SELECT c.id, version, g.variant, g.terms, white, black, '', '', '', plies, offer, outcome, reason, started, moved, ended,
		origin, turn, asked, since, left_white, left_black, 1, since + 1, spent FROM games AS g, challenges AS c WHERE g.id = 1 AND c.id > 1`)
	c.numbersGiven()
	c.later(time.Minute)
	c.checkClocks()
	if dump := c.dump("games"); strings.Count(dump, "\n") != 2101 {
		t.Fatal(strings.Count(dump, "\n"))
	}
	var waiting int
	c.query("SELECT count(*) FROM games WHERE alarm <= $1", &waiting, c.time().UnixMilli())
	if waiting != 0 {
		t.Errorf("%d clocks were not looked at", waiting)
	}
}
