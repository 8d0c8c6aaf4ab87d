package bot_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// halves returns a club with Anna in the hall and Anne by mail, who will be linked. Each
// is to move in one game with a clock, and waits in another.
func halves(t *testing.T, clock string) *club {
	c := withMail(t)
	for i, color := range []string{"white", "black"} {
		c.say("Anna", hall, "challenge @Ben orthodox "+color+" "+clock)
		c.say("Ben", hall, fmt.Sprint("accept ", 2*i+1))
		c.say("Carl", hall, "challenge anne@example.org orthodox "+color+" "+clock)
		c.byMail("Anne", fmt.Sprint("accept ", 2*i+2))
	}
	return c
}

var codes = regexp.MustCompile(`[A-Z2-7]{12}`)

// becomeOne links Anna and Anne.
func (c *club) becomeOne() *bot.Answer {
	c.t.Helper()
	code := codes.FindString(c.say("Anna", hall, "link").Text)
	c.byMail("Anne", "link "+code)
	return c.handle(c.message("Anna", hall, "link "+code+" yes"))
}

// deadlines returns the deadlines of all games, and the vacations of Anna in the hall.
func (c *club) deadlines() (list [4]time.Time, vacations []game.Span) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx data.Tx) error {
		for i := range list {
			g, err := tx.Game(int64(i + 1))
			if err != nil {
				return err
			}
			list[i], _ = g.Deadline()
			if alarm, ok := g.NextAlarm(); !ok || alarm.After(list[i]) {
				c.t.Errorf("game %d: alarm at %v, deadline %v", i+1, alarm, list[i])
			}
		}
		anna, err := tx.FindPlayer(person("Anna").Address)
		if err != nil {
			return err
		}
		vacations, err = tx.Vacations(anna.ID)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return list, vacations
}

var daysOf = regexp.MustCompile(`(\d+) day(?:s|\(s\))? (?:of vacation )?left`)

// daysLeft returns the number of days in an answer about vacations.
func daysLeft(t *testing.T, text string) (days int) {
	t.Helper()
	found := daysOf.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no days in %q", text)
	}
	fmt.Sscan(found[1], &days)
	return days
}

// TestMergedVacations links two players with vacations at any times. A deadline moves only
// by the rest of a vacation that goes on, and no day counts twice.
func TestMergedVacations(t *testing.T) {
	t.Parallel()
	onVacation, refused := 0, 0
	for seed := range uint64(14) {
		random := rand.New(rand.NewPCG(seed, 2))
		c := halves(t, []string{"30d", "60d+1d"}[seed%2])
		for range 4 {
			c.later(time.Duration(random.IntN(5*24)) * time.Hour)
			days := fmt.Sprint("vacation start ", 1+random.IntN(9))
			switch random.IntN(4) {
			case 0:
				c.handle(c.message("Anna", hall, days))
			case 1:
				c.byMail("Anne", days)
			case 2:
				c.handle(c.message("Anna", hall, "vacation end"))
			}
		}
		before, annas := c.deadlines()
		var annes []game.Span
		if err := c.store.View(t.Context(), func(tx data.Tx) error {
			anne, err := tx.FindPlayer(mailbox("Anne"))
			if err == nil {
				annes, err = tx.Vacations(anne.ID)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		all := game.Union(append(annas, annes...))
		taken, rest := 0, time.Duration(0)
		for _, v := range all {
			taken += int((v.To.Sub(v.From) + 24*time.Hour - 1) / (24 * time.Hour))
			rest = max(rest, v.To.Sub(c.time()))
		}
		if a := c.becomeOne(); a.Refused {
			refused++
			if taken <= 30 || rest == 0 {
				t.Errorf("seed %d: refused after %d days: %s", seed, taken, a.Text)
			}
			continue
		}
		after, merged := c.deadlines()
		if len(merged) < len(all) {
			t.Errorf("seed %d: vacations %v of %v", seed, merged, all)
		}
		for i := range before {
			if moved := after[i].Sub(before[i]); moved < 0 || moved > rest {
				t.Errorf("seed %d: the deadline of game %d moves by %v, %v of a vacation are left", seed, i+1, moved, rest)
			}
		}
		if rest > 0 {
			onVacation++
		}
		if left := daysLeft(t, c.say("Anna", hall, "vacation").Text); left != max(30-taken, 0) {
			t.Errorf("seed %d: %d days left after %d", seed, left, taken)
		}
	}
	if onVacation < 2 {
		t.Errorf("only %d were on vacation", onVacation)
	}
}

// TestMergeTellsOpponents links Anna, who is on vacation, with Anne: Carl, who plays
// against Anne, is told, and the days that Anna has used stay used.
func TestMergeTellsOpponents(t *testing.T) {
	t.Parallel()
	c := halves(t, "7d")
	c.byMail("Anne", "vacation start 3")
	c.later(3 * day)
	c.later(day) // both have used of their time: Anna 4 days, Anne 1
	c.say("Anna", hall, "vacation start 10")
	c.post()
	if a := c.becomeOne(); a.Refused {
		t.Fatal(a.Text)
	}
	var told []string
	for _, l := range c.post() {
		told = append(told, l.to+": "+l.Text)
	}
	if all := strings.Join(told, "\n"); strings.Count(all, "is on vacation until") != 1 || !strings.Contains(all, "hall: ") {
		t.Errorf("told: %s", all)
	}
	list, _ := c.deadlines()
	for i, want := range []time.Duration{17, 7, 7, 17 + 3} { // where Ben or Carl is to move nothing changes
		if got := list[i].Sub(noon); got != want*day {
			t.Errorf("game %d: deadline after %v, not %v days", i+1, got, want)
		}
	}
	if left := daysLeft(t, c.say("Anna", hall, "vacation").Text); left != 30-13 {
		t.Errorf("%d days left", left)
	}
	c.say("Anna", hall, "vacation end")
	if ended, _ := c.deadlines(); ended[0].Sub(noon) != 7*day || ended[3].Sub(noon) != 10*day {
		t.Errorf("after the vacation: %v", ended)
	}
	has(t, c.byMail("Anne", "#4 e4").Reply, "plays 1. e4")
}

// TestMergeTooMuchVacation checks that players who would have too many days of vacation
// together cannot be linked.
func TestMergeTooMuchVacation(t *testing.T) {
	t.Parallel()
	c := halves(t, "30d")
	c.say("Anna", hall, "vacation start 25")
	c.later(26 * day)
	c.byMail("Anne", "vacation start 12")
	before, _ := c.deadlines()
	if a := c.becomeOne(); !a.Refused || !strings.Contains(a.Text, "more than 30 days") {
		t.Fatalf("%+v", a.Text)
	}
	if after, _ := c.deadlines(); after != before {
		t.Errorf("deadlines %v are %v now", before, after)
	}
	c.later(time.Hour)
	c.byMail("Anne", "vacation end")
	if a := c.becomeOne(); a.Refused {
		t.Fatal(a.Text)
	}
	if left := daysLeft(t, c.say("Anna", hall, "vacation").Text); left != 30-25-1 {
		t.Errorf("%d days left", left)
	}
}
