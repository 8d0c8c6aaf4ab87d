package game

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stackmate/rules"
)

func moves(g *Game) (list []string) {
	for _, p := range g.Plies {
		list = append(list, p.Move)
	}
	return list
}

func TestTakeback(t *testing.T) {
	three := []string{"e2-e4", "e7-e5", "g1-f3"}
	for name, tt := range map[string]struct {
		moves []string
		by    rules.Color
		err   error
		left  []string
	}{
		"nothing to take back":        {nil, white, ErrNoMove, nil},
		"Black has not moved":         {three[:1], black, ErrNoMove, nil},
		"the first move":              {three[:1], white, nil, nil},
		"one's last move":             {three, white, nil, three[:2]},
		"with the answer":             {three, black, nil, three[:1]},
		"White's with the answer":     {three[:2], white, nil, nil},
		"Black's last, White to move": {three[:2], black, nil, three[:1]},
	} {
		t.Run(name, func(t *testing.T) {
			g := timed(t, Terms{Clock: clock(t, "3d")}, "")
			play(t, g, tt.moves...)
			g.Remind()
			if err := g.AnswerTakeback(tt.by.Other(), true, noon); !errors.Is(err, ErrNoTakeback) {
				t.Error(err)
			}
			if err := g.AskTakeback(tt.by); !errors.Is(err, tt.err) || tt.err != nil {
				if tt.err == nil || g.TakebackBy != nil {
					t.Error(err, g.TakebackBy)
				}
				return
			}
			if err := g.AskTakeback(tt.by); !errors.Is(err, ErrTakebackPending) {
				t.Error(err)
			}
			if err := g.AnswerTakeback(tt.by, true, noon); !errors.Is(err, ErrOwnTakeback) {
				t.Error(err)
			}
			must(t, g.OfferDraw(tt.by, noon))
			before := slices.Clone(g.Log)
			must(t, g.AnswerTakeback(tt.by.Other(), true, after(day)))
			if diff := cmp.Diff(tt.left, moves(g)); diff != "" && len(tt.left)+len(g.Plies) > 0 {
				t.Error(diff)
			}
			if g.Turn() != tt.by || g.TakebackBy != nil || g.DrawOfferBy != nil || g.Timing.Reminders != 0 || !g.Timing.Since.Equal(after(day)) {
				t.Errorf("%v to move, asked %v, offer %v, %+v", g.Turn(), g.TakebackBy, g.DrawOfferBy, g.Timing)
			}
			if d, _ := g.Deadline(); !d.Equal(after(4 * day)) {
				t.Errorf("until %v", d)
			}
			if len(g.Log) <= len(before) || cmp.Diff(before, g.Log[:len(before)]) != "" {
				t.Errorf("log %v, then %v", before, g.Log)
			}
		})
	}
	g := begin(t, "orthodox", "", Terms{})
	play(t, g, three...)
	must(t, g.AskTakeback(white))
	must(t, g.AnswerTakeback(black, false, noon))
	if g.TakebackBy != nil || len(g.Plies) != 3 {
		t.Error("a refusal took something back")
	}
	must(t, g.AskTakeback(white))
	play(t, g, "b8-c6")
	if g.TakebackBy != nil {
		t.Error("the request outlives a move")
	}
	must(t, g.AskTakeback(white))
	must(t, g.Resign(black, noon))
	if g.TakebackBy != nil || g.AskTakeback(white) != ErrOver || g.AnswerTakeback(black, true, noon) != ErrOver {
		t.Error("asked when it is over")
	}
}

// TestLogGrows plays, asks, grants and refuses at random: the log only grows, and
// replaying it leads to the same game.
func TestLogGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &Game{ID: 7, Variant: rules.VariantByKey("orthodox"), Seats: [2]int64{1, 2}, Started: noon, Terms: Terms{Clock: Clock{Bank: 9 * day, Increment: day}}}
		if err := g.Load(); err != nil {
			t.Fatal(err)
		}
		g.startClock(noon)
		now := noon
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			before := slices.Clone(g.Log)
			now = now.Add(hour)
			by := rules.Color(rapid.IntRange(0, 1).Draw(t, "by"))
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0, 1, 2:
				p := g.Position()
				if list := p.Moves(); len(list) > 0 {
					_ = g.MoveWithNote(p.Turn(), list[rapid.IntRange(0, len(list)-1).Draw(t, "move")], "note", now)
				}
			case 3:
				_ = g.AskTakeback(by)
			case 4:
				_ = g.AnswerTakeback(by, rapid.Bool().Draw(t, "yes"), now)
			}
			if len(g.Log) < len(before) || !slices.Equal(before, g.Log[:len(before)]) {
				t.Fatalf("log %v, then %v", before, g.Log)
			}
			again := &Game{ID: 7, Variant: g.Variant, Log: g.Log, Terms: g.Terms}
			if err := again.Load(); err != nil {
				t.Fatal(err)
			}
			if again.Position() != g.Position() || !slices.Equal(again.Plies, g.Plies) || again.Rules().Repetitions() != g.Rules().Repetitions() {
				t.Fatal("replayed, it is another game")
			}
			for c, left := range g.Timing.Left {
				made := (len(g.Plies) + 1 - c) / 2
				if most := time.Duration(9+made) * day; left > most {
					t.Fatalf("%v has %v after %d moves", rules.Color(c), left, made)
				}
			}
		}
	})
}

func TestAbort(t *testing.T) {
	for n, want := range []error{nil, nil, ErrTooLate, ErrTooLate} {
		g := begin(t, "orthodox", "", Terms{})
		play(t, g, []string{"e2-e4", "e7-e5", "g1-f3"}[:n]...)
		if err := g.Abort(after(day)); err != want {
			t.Errorf("after %d plies: %v", n, err)
		}
		if want == nil && (state(g) != "* aborted" || g.Outcome != rules.Undecided || g.Ended != after(day) || g.Abort(noon) != ErrOver) {
			t.Errorf("after %d plies: %q", n, state(g))
		}
	}
}

func TestAdjudicate(t *testing.T) {
	for _, o := range []rules.Outcome{rules.WhiteWins, rules.BlackWins, rules.Draw, rules.Undecided} {
		g := begin(t, "orthodox", "", Terms{})
		must(t, g.OfferDraw(white, noon))
		must(t, g.Adjudicate(o, after(day)))
		if g.Outcome != o || g.Reason != Adjudicated || !g.Over() || g.DrawOfferBy != nil || g.ToMove() != 0 || g.Ended != after(day) {
			t.Errorf("%v: %+v", o, g)
		}
		if g.Adjudicate(o, noon) != ErrOver {
			t.Error("twice")
		}
	}
}
