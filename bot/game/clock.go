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

// Clock is a time control: either a time for each move, or a bank of time with an increment. The
// zero value is no time limit.
type Clock struct {
	// PerMove is the time for each move, in whole days; 0 for a bank.
	PerMove time.Duration `json:"per_move,omitempty"`
	// Bank is each side's time for all moves, in whole days. Increment is added to it after
	// each move.
	Bank      time.Duration `json:"bank,omitempty"`
	Increment time.Duration `json:"increment,omitempty"`
}

// PerMoveDays are the possible times per move, in days.
var PerMoveDays = []int{1, 2, 3, 5, 7, 14, 30}

// Limits of a bank of time.
const (
	maxBank      = 365 * timeutil.Day
	maxIncrement = 7 * timeutil.Day
)

// ErrClock means that a text is not a time control, or not one that the bot offers.
var ErrClock = errors.New("not a time control")

// IsZero reports whether there is no time limit.
func (c Clock) IsZero() bool { return c == Clock{} }

// String returns the clock in the format of ParseClock, such as "none", "3d" or "30d+12h".
func (c Clock) String() string {
	switch {
	case c.PerMove > 0:
		return shortDuration(c.PerMove)
	case c.Bank > 0:
		return shortDuration(c.Bank) + "+" + shortDuration(c.Increment)
	}
	return "none"
}

// shortDuration returns a duration in days if it is whole days, else in hours.
func shortDuration(d time.Duration) string {
	if d%timeutil.Day == 0 {
		return fmt.Sprintf("%dd", d/timeutil.Day)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// ParseClock reads "none", a time per move in days such as "3d", or a bank with an increment such
// as "30d+12h". The time per move is one of PerMoveDays, the bank has 1 to 365 whole days, and
// the increment at most 7 days. It returns ErrClock for other texts.
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

// parseDuration reads a number of days or hours, such as "3d" or "12h", or "0".
func parseDuration(s string) (time.Duration, error) {
	unit := time.Hour
	if days, ok := strings.CutSuffix(s, "d"); ok {
		s, unit = days, timeutil.Day
	} else if hours, ok := strings.CutSuffix(s, "h"); ok {
		s = hours
	} else if s != "0" {
		return 0, ErrClock
	}
	n, err := strconv.ParseUint(s, 10, 16) // accepts no sign
	if err != nil || n > 10000 {
		return 0, ErrClock
	}
	return time.Duration(n) * unit, nil
}

// Timing is the state of the clocks of a game.
type Timing struct {
	// Since is the time from which the clock of the side to move is computed: the beginning of
	// the turn, or the last SettleClock.
	Since time.Time
	// Spent is the time of this turn that was used before Since.
	Spent time.Duration
	// Left is what each side had left of its bank at the beginning of the turn, by color.
	Left [2]time.Duration
	// Reminders is the number of reminders sent in this turn. There are at most two.
	Reminders int
}

// allowance returns the time that a side had at the beginning of its turn.
func (g *Game) allowance(c rules.Color) time.Duration {
	if g.Terms.Clock.PerMove > 0 {
		return g.Terms.Clock.PerMove
	}
	return g.Timing.Left[c]
}

// Deadline returns when the time of the side to move runs out; ok is false if there is no time
// limit or the game is over.
func (g *Game) Deadline() (t time.Time, ok bool) {
	if g.Terms.Clock.IsZero() || g.Over() {
		return t, false
	}
	return g.whenSpent(g.allowance(g.Turn())), true
}

// whenSpent returns when the side to move has used the time d in this turn; Timing.Since at the
// earliest.
func (g *Game) whenSpent(d time.Duration) time.Time {
	if d <= g.Timing.Spent {
		return g.Timing.Since
	}
	return g.calendar().Add(g.Timing.Since, d-g.Timing.Spent)
}

// SettleClock adds the time that the side to move has used since Timing.Since to Timing.Spent.
// Vacations and outages before now that become known later no longer change it.
func (g *Game) SettleClock(now time.Time) {
	if !g.Terms.Clock.IsZero() && !g.Over() && now.After(g.Timing.Since) {
		g.Timing.Spent += g.calendar().Elapsed(g.Timing.Since, now)
		g.Timing.Since = now
	}
}

// NextAlarm returns when something must be done about the clock: the first reminder when half of
// the time is used, the second a day before the deadline, or an eighth of the time if that is
// less than four days, and then the deadline. If ok is false, there is no time limit or the game
// is over.
func (g *Game) NextAlarm() (t time.Time, ok bool) {
	deadline, ok := g.Deadline()
	if !ok {
		return t, false
	}
	all := g.allowance(g.Turn())
	switch g.Timing.Reminders {
	case 0:
		return g.whenSpent(all / 2), true
	case 1:
		return g.whenSpent(all - reminderLead(all)), true
	}
	return deadline, true
}

// reminderLead returns how long before the deadline the second reminder is due.
func reminderLead(all time.Duration) time.Duration {
	if all < 4*timeutil.Day {
		return all / 8
	}
	return timeutil.Day
}

// calendar returns the calendar of the side to move.
func (g *Game) calendar() Calendar { return g.calendarOf(g.Turn()) }

// calendarOf returns the calendar of a side, with the vacations and outages of its player.
func (g *Game) calendarOf(c rules.Color) Calendar {
	return Calendar{WeekendsOff: g.Terms.WeekendsOff, Pauses: slices.Concat(g.Vacations[c], g.Outages[c])}
}

// startClock starts the clocks at the beginning of a game.
func (g *Game) startClock(now time.Time) {
	g.Timing = Timing{Since: now, Left: [2]time.Duration{g.Terms.Clock.Bank, g.Terms.Clock.Bank}}
}

// pressClock stops the clock of a side that has moved and starts that of the other side.
func (g *Game) pressClock(by rules.Color, now time.Time) {
	if g.Terms.Clock.Bank > 0 {
		spent := g.Timing.Spent + g.calendarOf(by).Elapsed(g.Timing.Since, now)
		g.Timing.Left[by] = max(g.Timing.Left[by]-spent, 0) + g.Terms.Clock.Increment
	}
	g.Timing.Since, g.Timing.Spent, g.Timing.Reminders = now, 0, 0
}

// Remind counts a reminder in Timing.Reminders.
func (g *Game) Remind() { g.Timing.Reminders++ }

// FlagIfExpired ends the game if the time of the side to move has run out. That side loses, but the
// game is drawn if the opponent could never checkmate (M9). It reports whether it has ended the
// game.
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
