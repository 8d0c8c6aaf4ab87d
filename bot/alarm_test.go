package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/timeutil"
	"stackmate/store"
	"stackmate/store/storetest"
)

const day = timeutil.Day

// checkClocks checks the clocks, as the desk does every few seconds.
func (c *club) checkClocks() {
	c.t.Helper()
	if err := c.desk.CheckClocks(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// skip lets time pass while the bot runs, and checks the clocks only at the end.
func (c *club) skip(d time.Duration) {
	c.t.Helper()
	c.later(d)
	c.checkClocks()
}

// until returns what a reminder says of the time that is left.
func until(d time.Duration) string { return "Deadline: " + chat.When(noon.Add(d)) }

// clocked begins a game with terms such as "clock 3d".
func (c *club) clocked(in chat.Place, terms string) {
	c.t.Helper()
	c.say("Anna", in, "challenge @Ben chess white "+terms)
	c.say("Ben", in, "accept")
	c.checkClocks()
}

// TestTerms agrees on all terms, as text and as arguments, and checks that the game has
// them.
func TestTerms(t *testing.T) {
	t.Parallel()
	for name, offer := range map[string]func(*club) *bot.Answer{
		"text": func(c *club) *bot.Answer {
			return c.say("Anna", hall, "challenge @Ben chess white 3d rated weekends limit:60")
		},
		"text in another order": func(c *club) *bot.Answer {
			return c.say("Anna", hall, "play weekends limit:60 3d white @Ben rated chess")
		},
		"call": func(c *club) *bot.Answer {
			m := c.message("Anna", hall, "@Ben")
			m.Text, m.Call = "", &chat.Call{Path: []string{"challenge"}, Args: map[string]string{"opponent": "@Ben", "variant": "orthodox",
				"color": "white", "clock": "3d", "rated": "yes", "weekends": "yes", "limit": "60"}}
			return c.handle(m)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			terms := []string{"Time: 3 day", "Clocks stop at weekends (UTC).", "after 60 moves", "Rated game."}
			has(t, offer(c).Reply, terms...)
			// Monday noon and three days; and for Ben from Wednesday noon, without the weekend.
			has(t, c.say("Ben", hall, "accept").Reply, until(3*day))
			c.later(2 * day)
			has(t, c.say("Anna", hall, "e4").Reply, until(7*day))
			has(t, c.say("Carl", hall, "board").Reply, until(7*day))
			c.refused("Anna", hall, "draw claim", "of 60")
			if dump := c.dump("games"); !strings.Contains(dump, `"rated":true`) {
				t.Error(dump)
			}
		})
	}
	c := newClub(t)
	has(t, c.say("Anna", hall, "challenge @Ben chess 30d+12h").Reply, "30 days for the game plus 12 hours per move")
	has(t, c.say("Anna", hall, "challenge open nextgen:shared").Reply, "is looking for an opponent:")
	for text, part := range map[string]string{"limit:9": "“9” is not a valid number of moves.", "limit:501": "“501”", "limit:x": "“x”", "4d": "“4d”", "36h+1h": "“36h+1h”"} {
		c.refused("Anna", hall, "challenge @Ben chess "+text, part)
	}
	m := c.message("Anna", hall, "@Ben")
	m.Text, m.Call = "", &chat.Call{Path: []string{"challenge"}, Args: map[string]string{"opponent": "@Ben", "clock": "4d"}}
	has(t, c.handle(m).Reply, "“4d” is not a time control.")
}

// TestReminders checks that the player to move gets each reminder once, at half of the
// time and near its end.
func TestReminders(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "5d")
	c.post()
	expect := func(parts ...string) {
		t.Helper()
		messages := c.post()
		if len(messages) != len(parts) {
			t.Fatalf("messages %v, want %q", texts(messages), parts)
		}
		for i, l := range messages {
			has(t, l.Reply, parts[i], until(5*day))
			if l.to != "hall" || l.Picture == nil || !strings.HasPrefix(l.Buttons[0][0].Command, "pick #1@") {
				t.Errorf("%+v", l)
			}
			notifies(t, l.Reply, "Anna")
		}
	}
	for _, tt := range []struct {
		d     time.Duration
		parts []string
	}{{60*time.Hour - 1*time.Second, nil}, {time.Second, []string{"Anna, it's your turn in game 1."}}, {time.Hour, nil},
		{35*time.Hour - time.Second, nil}, {time.Second, []string{"Anna, it's your turn in game"}}, {23 * time.Hour, nil}} {
		c.skip(tt.d)
		c.checkClocks()
		expect(tt.parts...)
	}
	has(t, c.say("Anna", hall, "e4").Reply, until(9*day+23*time.Hour))
	c.skip(time.Hour)
	expect() // Anna has moved
}

// TestLateReminder checks that only the last of two overdue reminders is sent, and that
// the opponent gets none in private.
func TestLateReminder(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(alone("Anna"), "2d")
	c.say("Anna", alone("Anna"), "watch invite @Carl #1")
	c.say("Carl", alone("Carl"), "watch #1")
	c.post()
	c.skip(47 * time.Hour)
	c.checkClocks()
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-anna" {
		t.Fatalf("%v", messages)
	}
	has(t, messages[0].Reply, until(2*day))
	c.skip(59 * time.Minute)
	if messages := c.post(); len(messages) != 0 {
		t.Error(texts(messages))
	}
	c.skip(time.Minute)
	if messages := c.post(); len(messages) != 3 {
		t.Error(texts(messages))
	}
}

// TestFlagFalls loses on time with both kinds of clock (M9), also after a restart.
func TestFlagFalls(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "1d")
	c.skip(23 * time.Hour)
	c.reopen()
	c.checkClocks()
	has(t, c.say("Ben", hall, "board #1").Reply, until(day))
	c.skip(time.Hour - time.Second)
	c.post()
	if strings.Contains(c.dump("games"), "time") {
		t.Fatal("too early")
	}
	c.skip(time.Second)
	messages := c.post()
	if len(messages) != 1 {
		t.Fatal(texts(messages))
	}
	has(t, messages[0].Reply, "Anna ran out of time. Ben wins, 0-1.")
	notifies(t, messages[0].Reply, "Anna", "Ben")
	if messages[0].Buttons[0][0].Command != "rematch #1" {
		t.Errorf("%+v", messages[0].Buttons)
	}
	c.refused("Anna", hall, "#1 e4", "is over")
	c.skip(day)
	if messages := c.post(); len(messages) != 0 {
		t.Error(texts(messages))
	}
}

// TestFlagDraws checks that a player who runs out of time draws against a lone king.
func TestFlagDraws(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "1d")
	c.origin(1, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	c.skip(day)
	messages := c.post()
	if len(messages) == 0 {
		t.Fatal("nothing is said")
	}
	has(t, messages[len(messages)-1].Reply, "Out of time, but the opponent cannot checkmate: draw,", "1/2-1/2")
}

// TestTooLate gives commands after the flag fell but before the bot checked the clock.
func TestTooLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ who, text string }{
		{"Anna", "Nf3"}, {"Ben", "resign yes"}, {"Ben", "draw accept yes"}, {"Ben", "takeback decline"}, {"Anna", "resign yes"},
		{"Anna", "draw claim Nf3"}, {"Anna", "draw claim"}, {"Anna", "abort"}, {"Anna", "takeback accept"}, {"Anna", "vacation start 3"},
		{"Anna", "pick"}, {"Ben", "if e5"}, {"Anna", "draw offer"},
	} {
		c := newClub(t)
		c.clocked(hall, "1d")
		c.play(hall, two, "e4", "e5")
		c.say("Anna", hall, "draw offer")
		c.say("Ben", hall, "takeback")
		c.later(day + time.Second)
		a := c.handle(c.message(tt.who, hall, tt.text))
		if !strings.HasPrefix(tt.text, "vacation") {
			has(t, a.Reply, "Anna ran out of time. Ben wins, 0-1.")
			if a.Refused {
				t.Errorf("%s is refused: then nothing is kept", tt.text)
			}
		}
		c.skip(0)
		if dump := c.dump("games"); !strings.Contains(dump, "0-1 time") {
			t.Errorf("after %q: %s", tt.text, dump)
		}
	}
}

// TestDown checks that time in which the bot did not run is given back: once, only beyond
// a minute, and only what the clocks would have used.
func TestDown(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		terms      string
		before     time.Duration // between the first move and the going down
		down, want time.Duration // the deadline after all
	}{
		"a minute":            {"3d", time.Hour, time.Minute, 3 * day},
		"longer":              {"3d", time.Hour, 11 * time.Minute, 3*day + 11*time.Minute},
		"beyond the deadline": {"1d", 2 * time.Hour, 5 * day, 6 * day},
		"bank":                {"10d+1d", time.Hour, 2 * day, 12 * day},
		// Down from Friday noon to Tuesday noon: two days of these the clock ran.
		"over a weekend": {"5d weekends", 4 * day, 4 * day, 9 * day},
		"on a weekend":   {"5d weekends", 5 * day, day, 7 * day},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.clocked(hall, tt.terms)
			c.skip(tt.before)
			c.asleep(tt.down)
			for range 3 {
				c.reopen()
				c.checkClocks()
				has(t, c.say("Carl", hall, "board #1").Reply, until(tt.want))
			}
			c.say("Anna", hall, "#1 e4")
		})
	}
}

// TestDownOnVacation checks that no time is given back for a clock that a vacation had
// stopped anyway.
func TestDownOnVacation(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.clocked(hall, "5d")
	c.skip(day)
	c.say("Anna", hall, "vacation start 7")
	c.skip(day)
	c.asleep(3 * day)
	c.checkClocks()
	has(t, c.say("Ben", hall, "board #1").Reply, until(12*day))
	if messages := c.post(); len(texts(messages)) != 1 { // that Anna is away
		t.Error(texts(messages))
	}
}

// TestDamagedGame checks that a game that cannot be read does not delay the clocks of
// others.
func TestDamagedGame(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	storetest.Damaged(c.path)
	c.clocked(hall, "1d")
	c.clocked(library, "1d")
	c.origin(1, "nonsense")
	c.asleep(2 * day) // the bot was down
	if err := c.desk.CheckClocks(t.Context()); err == nil {
		t.Error("nothing is said of game 1")
	}
	has(t, c.say("Anna", library, "board #2").Reply, until(3*day))
	c.later(day)
	if err := c.desk.CheckClocks(t.Context()); err == nil {
		t.Error("nothing is said of game 1")
	}
	if dump := c.dump("games"); strings.Count(dump, "0-1 time") != 1 {
		t.Error(dump)
	}
}

// TestForgets checks that data of more than a month ago is pruned once a day.
func TestForgets(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.say("Anna", hall, "games")
	c.checkClocks()
	counts := func() string {
		return fmt.Sprint(strings.Count(c.dump("inbound"), "\n"), strings.Count(c.dump("outbox"), "\n"))
	}
	c.later(29 * day)
	c.say("Ben", hall, "games")
	c.checkClocks()
	if got := counts(); got != "2 2" {
		t.Error(got)
	}
	c.later(day + time.Minute)
	c.checkClocks()
	if got := counts(); got != "1 1" {
		t.Error(got)
	}
	c.later(29*day - time.Minute)
	c.checkClocks()
	if got := counts(); got != "1 1" {
		t.Error(got)
	}
	c.later(day)
	c.checkClocks()
	if got := counts(); got != "0 0" {
		t.Error(got)
	}
}

// origin changes the first position of a stored game without moves.
func (c *club) origin(id int64, fen string) {
	c.t.Helper()
	c.exec("UPDATE games SET origin = $1 WHERE id = $2", fen, id)
}

// exec changes the database directly.
func (c *club) exec(query string, args ...any) {
	c.t.Helper()
	db := storetest.Open(c.t, c.path)
	defer db.Close()
	if _, err := db.Exec(query, args...); err != nil {
		c.t.Fatal(err)
	}
}

// movesMayChange lets a test change what has been played, which the database prevents.
func (c *club) movesMayChange() {
	c.t.Helper()
	if store.IsPostgres(c.path) {
		c.exec("DROP TRIGGER moves_stay ON moves")
		return
	}
	c.exec("DROP TRIGGER moves_stay")
}

// numbersGiven says that the numbers of all challenges are given, also those that a test has put there. SQLite sees that itself.
func (c *club) numbersGiven() {
	c.t.Helper()
	if store.IsPostgres(c.path) {
		c.exec("SELECT setval('challenges_id_seq', max(id)) FROM challenges")
	}
}

// query reads one value from the database directly.
func (c *club) query(query string, into any, args ...any) {
	c.t.Helper()
	db := storetest.Open(c.t, c.path)
	defer db.Close()
	if err := db.QueryRow(query, args...).Scan(into); err != nil {
		c.t.Fatal(err)
	}
}
