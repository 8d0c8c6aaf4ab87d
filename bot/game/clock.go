package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/timeutil"
	"stackmate/rules"
)

// Clock is an agreement on time. The zero value is no clock.
type Clock struct {
	// PerMove is the time for each move.
	PerMove time.Duration `json:"per_move,omitempty"`
	// Bank is the time for all moves, whole days, to which Increment is added after each move.
	// PerMove and Bank exclude one another.
	Bank      time.Duration `json:"bank,omitempty"`
	Increment time.Duration `json:"increment,omitempty"`
}

// PerMoveDays are the times per move that can be agreed on, in days.
var PerMoveDays = []int{1, 2, 3, 5, 7, 14, 30}

// Bounds of a bank of time.
const (
	maxBank      = 365 * timeutil.Day
	maxIncrement = 7 * timeutil.Day
)

// ErrClock says that a text is no clock.
var ErrClock = errors.New("not a clock")

// IsZero reports whether there is no clock.
func (c Clock) IsZero() bool { return c == Clock{} }

// String writes a clock as ParseClock reads it: "none", "3d", or "30d+12h".
func (c Clock) String() string {
	switch {
	case c.PerMove > 0:
		return shortDuration(c.PerMove)
	case c.Bank > 0:
		return shortDuration(c.Bank) + "+" + shortDuration(c.Increment)
	}
	return "none"
}

func shortDuration(d time.Duration) string {
	if d%timeutil.Day == 0 {
		return fmt.Sprintf("%dd", d/timeutil.Day)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// ParseClock reads "none", days per move such as "3d", or a bank with an increment
// per move such as "30d+12h".
func ParseClock(s string) (Clock, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "none" {
		return Clock{}, nil
	}
	bank, increment, isBank := strings.Cut(s, "+")
	first, err := parseDuration(bank)
	if err != nil {
		return Clock{}, err
	}
	if !isBank {
		if first%timeutil.Day != 0 || !slices.Contains(PerMoveDays, int(first/timeutil.Day)) {
			return Clock{}, ErrClock
		}
		return Clock{PerMove: first}, nil
	}
	second, err := parseDuration(increment)
	if err != nil {
		return Clock{}, err
	}
	if first < timeutil.Day || first%timeutil.Day != 0 || first > maxBank || second > maxIncrement {
		return Clock{}, ErrClock
	}
	return Clock{Bank: first, Increment: second}, nil
}

func parseDuration(s string) (time.Duration, error) {
	unit := time.Hour
	if days, ok := strings.CutSuffix(s, "d"); ok {
		s, unit = days, timeutil.Day
	} else if hours, ok := strings.CutSuffix(s, "h"); ok {
		s = hours
	} else if s != "0" {
		return 0, ErrClock
	}
	n, err := strconv.ParseUint(s, 10, 16) // takes no sign
	if err != nil || n > 10000 {
		return 0, ErrClock
	}
	return time.Duration(n) * unit, nil
}

// Timing is the state of a game's clock.
type Timing struct {
	// Since is when the clock of the side to move began to run, after it had run for Spent in
	// this turn.
	Since time.Time
	Spent time.Duration
	// Left is what each side has left of its bank.
	Left [2]time.Duration
	// Reminders counts the reminders sent for this move: at half time and near the end.
	Reminders int
}

// allowance is the time that a side had when its turn began.
func (g *Game) allowance(c rules.Color) time.Duration {
	if g.Terms.Clock.PerMove > 0 {
		return g.Terms.Clock.PerMove
	}
	return g.Timing.Left[c]
}

// Deadline returns when the side to move oversteps its time; ok is false if it has
// all the time in the world.
func (g *Game) Deadline() (t time.Time, ok bool) {
	if g.Terms.Clock.IsZero() || g.Over() {
		return t, false
	}
	return g.turnBegan(g.allowance(g.Turn())), true
}

// turnBegan returns when the clock of the side to move has run for d in this turn; not before
// Timing.Since.
func (g *Game) turnBegan(d time.Duration) time.Time {
	if d <= g.Timing.Spent {
		return g.Timing.Since
	}
	return g.calendar().Add(g.Timing.Since, d-g.Timing.Spent)
}

// SettleClock reckons what the side to move has used of its time until now, once and for
// all: what is known later of its pauses before now changes nothing.
func (g *Game) SettleClock(now time.Time) {
	if !g.Terms.Clock.IsZero() && !g.Over() && now.After(g.Timing.Since) {
		g.Timing.Spent += g.calendar().Elapsed(g.Timing.Since, now)
		g.Timing.Since = now
	}
}

// NextAlarm returns when the clock must next be looked at: for a reminder at half
// time, one when a day (or an eighth of a short time) is left, and the deadline.
func (g *Game) NextAlarm() (t time.Time, ok bool) {
	deadline, ok := g.Deadline()
	if !ok {
		return t, false
	}
	all := g.allowance(g.Turn())
	switch g.Timing.Reminders {
	case 0:
		return g.turnBegan(all / 2), true
	case 1:
		return g.turnBegan(all - reminderLead(all)), true
	}
	return deadline, true
}

// reminderLead is how long before the end the second reminder comes.
func reminderLead(all time.Duration) time.Duration {
	if all < 4*timeutil.Day {
		return all / 8
	}
	return timeutil.Day
}

// calendar is that of the side to move.
func (g *Game) calendar() Calendar { return g.calendarOf(g.Turn()) }

// calendarOf is that of a side: its clock stands still while its player is away, and
// while its player could not reach the bot.
func (g *Game) calendarOf(c rules.Color) Calendar {
	return Calendar{WeekendsOff: g.Terms.WeekendsOff, Pauses: slices.Concat(g.Vacations[c], g.Outages[c])}
}

// startClock sets the clock at the beginning of a game.
func (g *Game) startClock(now time.Time) {
	g.Timing = Timing{Since: now, Left: [2]time.Duration{g.Terms.Clock.Bank, g.Terms.Clock.Bank}}
}

// pressClock ends the time of a side that has just moved.
func (g *Game) pressClock(by rules.Color, now time.Time) {
	if g.Terms.Clock.Bank > 0 {
		spent := g.Timing.Spent + g.calendarOf(by).Elapsed(g.Timing.Since, now)
		g.Timing.Left[by] = max(g.Timing.Left[by]-spent, 0) + g.Terms.Clock.Increment
	}
	g.Timing.Since, g.Timing.Spent, g.Timing.Reminders = now, 0, 0
}

// Remind counts a reminder.
func (g *Game) Remind() { g.Timing.Reminders++ }

// FlagIfExpired ends a game in which the side to move has overstepped its time: it loses, or
// draws if the opponent could never mate (M9). It reports whether that was so.
func (g *Game) FlagIfExpired(now time.Time) bool {
	deadline, ok := g.Deadline()
	if !ok || now.Before(deadline) {
		return false
	}
	p, other := g.play.Position(), g.Turn().Other()
	if p.CanWinOnTime(other) {
		g.end(rules.WinFor(other), TimeOut, now)
	} else {
		g.end(rules.Draw, TimeOut, now)
	}
	return true
}
