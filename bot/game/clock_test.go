package game

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stackmate/rules"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]Clock{
		"none": {}, " None ": {}, "1d": {PerMove: day}, "2d": {PerMove: 2 * day}, "3D": {PerMove: 3 * day}, "72h": {PerMove: 3 * day},
		"5d": {PerMove: 5 * day}, "7d": {PerMove: 7 * day}, "14d": {PerMove: 14 * day}, "30d": {PerMove: 30 * day},
		"30d+12h": {Bank: 30 * day, Increment: 12 * hour}, "1d+0": {Bank: day}, "1d+0h": {Bank: day}, "48h+1d": {Bank: 2 * day, Increment: day},
		"365d+7d": {Bank: 365 * day, Increment: 7 * day},
	} {
		if got, err := ParseClock(text); err != nil || got != want || got.IsZero() != (want == Clock{}) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "0", "0d", "4d", "6d", "31d", "1h", "36h", "1.5d", "-1d", "+1d", "1", "1m", "d1", "3 d", "3d ay",
		"+", "3d+", "+3d", "3d++5h", "3d+-0h", "3d+5", "3d+5h+5h", "0d+1d", "23h+1h", "36h+1h", "366d+1h", "30d+8d", "30d+169h",
		"99999999999999999999d", "10001d+1h", "١d", "none+1d"} {
		if got, err := ParseClock(text); !errors.Is(err, ErrClock) || !got.IsZero() {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		c := Clock{PerMove: time.Duration(rapid.SampledFrom(append([]int{0}, PerMoveDays...)).Draw(t, "days")) * day}
		if c.PerMove == 0 && rapid.Bool().Draw(t, "bank") {
			c.Bank = time.Duration(rapid.IntRange(1, 365).Draw(t, "bank days")) * day
			c.Increment = time.Duration(rapid.IntRange(0, 168).Draw(t, "hours")) * hour
		}
		if got, err := ParseClock(c.String()); err != nil || got != c {
			t.Fatalf("%v is read as %v, %v", c, got, err)
		}
	})
}

// timed begins a game with a clock.
func timed(t *testing.T, terms Terms, origin string) *Game {
	t.Helper()
	g := begin(t, "orthodox", origin, terms)
	g.startClock(noon)
	return g
}

func clock(t *testing.T, s string) Clock {
	t.Helper()
	c, err := ParseClock(s)
	must(t, err)
	return c
}

// TestStages walks through half time, the last call, and the deadline.
func TestStages(t *testing.T) {
	for _, tt := range []struct {
		clock                string
		half, last, deadline time.Duration
	}{
		{"1d", 12 * hour, 21 * hour, day}, {"2d", day, 42 * hour, 2 * day}, {"3d", 36 * hour, 63 * hour, 3 * day},
		{"5d", 60 * hour, 4 * day, 5 * day}, {"30d", 15 * day, 29 * day, 30 * day},
		{"10d+12h", 5 * day, 9 * day, 10 * day}, {"1d+0", 12 * hour, 21 * hour, day},
	} {
		g := timed(t, Terms{Clock: clock(t, tt.clock)}, "")
		for _, want := range []time.Duration{tt.half, tt.last, tt.deadline, tt.deadline} {
			if at, ok := g.NextAlarm(); !ok || !at.Equal(after(want)) {
				t.Errorf("%s: alarm %d at %v, want after %v", tt.clock, g.Timing.Reminders, at.Sub(noon), want)
			}
			if d, ok := g.Deadline(); !ok || !d.Equal(after(tt.deadline)) {
				t.Errorf("%s: deadline %v", tt.clock, d.Sub(noon))
			}
			g.Remind()
		}
		must(t, g.Move(white, read(t, g, "e2-e4"), after(hour)))
		if at, ok := g.NextAlarm(); !ok || !at.Equal(after(hour+tt.half)) {
			t.Errorf("%s: after a move the alarm is at %v", tt.clock, at.Sub(noon))
		}
		must(t, g.Resign(white, after(hour)))
		if _, ok := g.Deadline(); ok || g.FlagIfExpired(after(1000*day)) {
			t.Error("a game that is over has a deadline")
		}
	}
	g := timed(t, Terms{WeekendsOff: true}, "")
	if _, ok := g.NextAlarm(); ok || g.FlagIfExpired(after(1000*day)) {
		t.Error("no clock rings")
	}
}

// TestCalendarOfMover has only the vacation of the side to move stop the clock.
func TestCalendarOfMover(t *testing.T) {
	g := timed(t, Terms{Clock: clock(t, "3d"), WeekendsOff: true}, "")
	g.Vacations[black] = []Span{{noon, after(2 * day)}}
	deadline := func(want time.Duration) {
		t.Helper()
		if d, _ := g.Deadline(); !d.Equal(after(want)) {
			t.Errorf("until %v, want %v", d.Sub(noon), want)
		}
	}
	deadline(3 * day)
	must(t, g.Move(white, read(t, g, "e2-e4"), after(day)))
	deadline(7 * day) // Wednesday noon and three days, without the weekend
}

// TestBank counts what each side has used, and adds the increment.
func TestBank(t *testing.T) {
	g := timed(t, Terms{Clock: clock(t, "10d+12h")}, "")
	g.Vacations[black] = []Span{{after(2 * day), after(3 * day)}}
	must(t, g.Move(white, read(t, g, "e2-e4"), after(day)))
	if g.Timing.Left != [2]time.Duration{9*day + 12*hour, 10 * day} {
		t.Error(g.Timing.Left)
	}
	must(t, g.Move(black, read(t, g, "e7-e5"), after(4*day)))
	if g.Timing.Left != [2]time.Duration{9*day + 12*hour, 8*day + 12*hour} {
		t.Error(g.Timing.Left)
	}
	if d, _ := g.Deadline(); !d.Equal(after(13*day + 12*hour)) {
		t.Error(d.Sub(noon))
	}
	must(t, g.AskTakeback(black)) // the increments of moves that were not made go too
	must(t, g.AnswerTakeback(white, true, after(5*day)))
	if g.Timing.Left != [2]time.Duration{9*day + 12*hour, 8 * day} || !g.Timing.Since.Equal(after(5*day)) {
		t.Error(g.Timing)
	}
	must(t, g.Move(black, read(t, g, "e7-e5"), after(5*day)))
	must(t, g.AskTakeback(white))
	must(t, g.AnswerTakeback(black, true, after(6*day)))
	if g.Timing.Left != [2]time.Duration{9 * day, 8 * day} || g.Turn() != white || len(g.Plies) != 0 {
		t.Error(g.Timing, g.Turn())
	}
}

// TestFlag ends games by the clock: the opponent wins unless it can never mate (M9).
func TestFlag(t *testing.T) {
	for name, tt := range map[string]struct{ origin, want string }{
		"loss":                  {"", "0-1 time"},
		"Black's loss":          {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1", "1-0 time"},
		"bare king":             {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1/2-1/2 time"},
		"bare king of White":    {"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "1/2-1/2 time"},
		"knight":                {"4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1", "1/2-1/2 time"},
		"a pawn may still mate": {"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "0-1 time"},
	} {
		t.Run(name, func(t *testing.T) {
			g := timed(t, Terms{Clock: clock(t, "1d")}, tt.origin)
			must(t, g.OfferDraw(g.Turn(), noon))
			if g.FlagIfExpired(after(day-1)) || g.Over() {
				t.Fatal("too early")
			}
			if !g.FlagIfExpired(after(day)) || state(g) != tt.want || !g.Ended.Equal(after(day)) || g.DrawOfferBy != nil {
				t.Errorf("%q, want %q", state(g), tt.want)
			}
			if g.FlagIfExpired(after(2 * day)) {
				t.Error("again")
			}
		})
	}
}

// TestOutage stops the clock of a player who could not reach the bot, for exactly the
// time that it would have run; a deadline from before the outage stays what it was.
func TestOutage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hours := func(label string, most int) time.Duration {
			return time.Duration(rapid.IntRange(0, most).Draw(t, label)) * hour
		}
		g := &Game{Variant: rules.VariantByKey("orthodox"), Terms: Terms{Clock: Clock{PerMove: 7 * day}, WeekendsOff: rapid.Bool().Draw(t, "weekends")}}
		if err := g.Load(); err != nil {
			t.Fatal(err)
		}
		g.startClock(after(hours("since", 300)))
		away := after(hours("vacation", 300))
		g.Vacations[white] = []Span{{away, away.Add(hours("for", 200))}}
		before, _ := g.Deadline()
		usual := g.calendar()
		from := after(hours("from", 300))
		to := from.Add(hours("out", 200))
		g.Outages[white] = []Span{{from, to}}
		if run, want := g.calendar().Elapsed(g.Timing.Since, to), usual.Elapsed(g.Timing.Since, from); run != want {
			t.Fatalf("the clock has run for %v, want %v", run, want)
		}
		got, _ := g.Deadline()
		want := before
		if !from.After(before) { // a deadline at the beginning of a pause is at its end
			want = usual.Add(before, usual.Elapsed(maxTime(from, g.Timing.Since), to))
		}
		if !got.Equal(want) {
			t.Fatalf("until %v, want %v", got, want)
		}
		g.Outages = [2][]Span{black: g.Outages[white]}
		if got, _ := g.Deadline(); !got.Equal(before) {
			t.Fatal("the opponent's outage moves the deadline")
		}
	})
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func ExampleClock_String() {
	for _, s := range []string{"none", "72h", "240h+24h", "2d+0"} {
		c, _ := ParseClock(s)
		fmt.Println(c)
	}
	// Output:
	// none
	// 3d
	// 10d+1d
	// 2d+0d
}
