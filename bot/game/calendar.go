package game

import (
	"slices"
	"time"

	"stackmate/bot/timeutil"
)

// Span is a time span. It includes From, but not To.
type Span struct{ From, To time.Time }

// Union returns the spans in order of time, with those that overlap or touch joined.
func Union(list []Span) (union []Span) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Span) int { return a.From.Compare(b.From) })
	for _, s := range list {
		if n := len(union); n > 0 && !s.From.After(union[n-1].To) {
			if s.To.After(union[n-1].To) {
				union[n-1].To = s.To
			}
			continue
		}
		union = append(union, s)
	}
	return union
}

// Calendar says when a clock is stopped.
type Calendar struct {
	// WeekendsOff is whether the clock is stopped on Saturdays and Sundays, in UTC.
	WeekendsOff bool
	// Pauses are other times in which the clock is stopped. They may overlap.
	Pauses []Span
}

// pausedUntil returns when a clock that is stopped at t runs again; zero if it runs at t.
func (c Calendar) pausedUntil(t time.Time) (until time.Time) {
	for changed := true; changed; {
		changed = false
		at := t
		if !until.IsZero() {
			at = until
		}
		if c.WeekendsOff {
			if day := at.UTC().Weekday(); day == time.Saturday || day == time.Sunday {
				monday := at.UTC().Truncate(timeutil.Day).AddDate(0, 0, (8-int(day))%7)
				until, changed = monday, true
				continue
			}
		}
		for _, v := range c.Pauses {
			if !at.Before(v.From) && at.Before(v.To) {
				until, changed = v.To, true
				break
			}
		}
	}
	return until
}

// nextPause returns when the clock next stops after t; zero if it never does.
func (c Calendar) nextPause(t time.Time) (next time.Time) {
	if c.WeekendsOff {
		t := t.UTC()
		next = t.Truncate(timeutil.Day).AddDate(0, 0, int(time.Saturday-t.Weekday()))
	}
	for _, v := range c.Pauses {
		if v.From.After(t) && (next.IsZero() || v.From.Before(next)) {
			next = v.From
		}
	}
	return next
}

// Add returns when a clock that is started at start has run for d.
func (c Calendar) Add(start time.Time, d time.Duration) time.Time {
	t := start
	for {
		if until := c.pausedUntil(t); !until.IsZero() {
			t = until
		}
		next := c.nextPause(t)
		if next.IsZero() || t.Add(d).Before(next) {
			return t.Add(d)
		}
		d -= next.Sub(t)
		t = next
	}
}

// Elapsed returns how long a clock runs between two times; 0 if to is not after from.
func (c Calendar) Elapsed(from, to time.Time) (d time.Duration) {
	for t := from; t.Before(to); {
		if until := c.pausedUntil(t); !until.IsZero() {
			t = until
			continue
		}
		next := c.nextPause(t)
		if next.IsZero() || next.After(to) {
			next = to
		}
		d += next.Sub(t)
		t = next
	}
	return d
}
