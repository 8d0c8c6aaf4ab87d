package game_test

import (
	"testing"
	"time"

	"stackmate/bot/game"
	"stackmate/rules"
)

// TestSettledClock settles clocks in the middle of a turn: nothing changes but that pauses
// before that count no more.
func TestSettledClock(t *testing.T) {
	start := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, clock := range []string{"3d", "5d+12h"} {
		terms, err := game.ParseClock(clock)
		if err != nil {
			t.Fatal(err)
		}
		begin := func() *game.Game {
			ch := &game.Challenge{Variant: rules.VariantByKey("orthodox"), Terms: game.Terms{Clock: terms, WeekendsOff: true}, From: 1, Color: game.AsWhite}
			g, err := ch.Start(2, true, start)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		plain, settled := begin(), begin()
		pause := game.Span{From: start.Add(10 * time.Hour), To: start.Add(20 * time.Hour)}
		plain.Vacations[0], settled.Vacations[0] = []game.Span{pause}, []game.Span{pause}
		for _, at := range []time.Duration{5, 15, 15, 30, 50} {
			settled.SettleClock(start.Add(at * time.Hour))
			want, _ := plain.Deadline()
			if got, ok := settled.Deadline(); !ok || !got.Equal(want) {
				t.Errorf("%s settled after %d hours: deadline %v, not %v", clock, at, got, want)
			}
			a, _ := plain.NextAlarm()
			if b, _ := settled.NextAlarm(); b.Before(a) || b.After(a) && b.After(start.Add(at*time.Hour)) {
				t.Errorf("%s settled after %d hours: alarm %v, not %v", clock, at, b, a)
			}
		}
		want, _ := settled.Deadline()
		settled.Vacations[0] = append(settled.Vacations[0], game.Span{From: start, To: start.Add(50 * time.Hour)})
		if got, _ := settled.Deadline(); !got.Equal(want) {
			t.Errorf("%s: what is known later moves the deadline from %v to %v", clock, want, got)
		}
		settled.Vacations = plain.Vacations
		now := start.Add(51 * time.Hour)
		for _, g := range []*game.Game{plain, settled} {
			p := g.Position()
			if err := g.Move(rules.White, p.Moves()[0], now); err != nil {
				t.Fatal(err)
			}
		}
		if plain.Timing != settled.Timing {
			t.Errorf("%s: after a move %+v, not %+v", clock, settled.Timing, plain.Timing)
		}
		settled.SettleClock(now.AddDate(1, 0, 0))
		if at, _ := settled.Deadline(); !at.Equal(now.AddDate(1, 0, 0)) || !settled.FlagIfExpired(now.AddDate(1, 0, 0)) {
			t.Errorf("%s: time is over, but the deadline is %v", clock, at)
		}
	}
}
