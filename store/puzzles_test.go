package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/rating"
)

// TestPuzzlesMerge links two players who have both solved puzzles.
func TestPuzzlesMerge(t *testing.T) {
	s, _ := fresh(t)
	var players [2]int64
	update(t, s, func(tx data.Tx) error {
		for i := range players {
			p, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "test", ID: fmt.Sprint(i)}, Name: fmt.Sprint(i)}, noon)
			if err != nil {
				return err
			}
			players[i] = p.ID
			standing := data.Standing{Player: p.ID, Variant: "orthodox", Rating: rating.Rating{Value: float64(1400 + 200*i), Deviation: 90, Volatility: 0.06}, Games: 9 - i, Updated: noon}
			err = errors.Join(tx.SetSolverRating(standing),
				tx.SavePuzzleAttempt(data.PuzzleAttempt{Player: p.ID, Puzzle: "both", Variant: "orthodox", State: data.PuzzleOpen, Line: fmt.Sprint("line ", i), Shown: noon}),
				tx.SavePuzzleAttempt(data.PuzzleAttempt{Player: p.ID, Puzzle: fmt.Sprint("own", i), Variant: "orthodox", State: data.PuzzleSolved, Tried: true, Won: true, Shown: noon, Solved: noon}),
				tx.SavePuzzleAttempt(data.PuzzleAttempt{Player: p.ID, Puzzle: "tried once", Variant: "orthodox", State: data.PuzzleOpen, Tried: i == 0, Shown: noon}),
				tx.SavePuzzleAttempt(data.PuzzleAttempt{Player: p.ID, Puzzle: "solved once", Variant: "orthodox", State: []data.PuzzleState{data.PuzzleSolved, data.PuzzleGivenUp}[i],
					Tried: true, Shown: noon, Solved: []time.Time{noon, {}}[i]}),
				tx.AddPuzzleDay(p.ID, int64(100+i)), tx.AddPuzzleDay(p.ID, 102))
			if err != nil {
				return err
			}
		}
		return tx.Merge(players[0], players[1])
	})
	view(t, s, func(tx data.Tx) error {
		attempts, err := tx.PuzzleAttempts(players[1])
		if len(attempts) != 5 {
			t.Errorf("attempts: %+v, %v", attempts, err)
		}
		if both, err := tx.PuzzleAttempt(players[1], "both"); both.Line != "line 1" {
			t.Errorf("the other's attempt is kept: %+v, %v", both, err)
		}
		for _, id := range []string{"tried once", "solved once"} { // both by the first
			if a, err := tx.PuzzleAttempt(players[1], id); !a.Tried || a.Solved.IsZero() != (id == "tried once") {
				t.Errorf("the rated attempt is lost: %+v, %v", a, err)
			}
		}
		if r, err := tx.SolverRating(players[1], "orthodox"); r.Games != 9 || r.Rating.Value != 1400 {
			t.Errorf("rating: %+v, %v", r, err)
		}
		n, err := tx.PuzzleStreak(players[1], 102)
		if n != 3 {
			t.Errorf("a streak of %d days, %v", n, err)
		}
		if gone, _ := tx.PuzzleAttempts(players[0]); len(gone) != 0 {
			t.Errorf("the first still has %+v", gone)
		}
		return err
	})
}

// TestPuzzleAttempts holds what is saved, and counts solvers and days.
func TestPuzzleAttempts(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		p, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "test", ID: "a"}, Name: "A"}, noon)
		if err != nil {
			return err
		}
		if _, err := tx.LastPuzzle(p.ID); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("the last of none: %v", err)
		}
		for i, want := range []data.PuzzleAttempt{
			{Player: p.ID, Puzzle: "a", Variant: "nextgen", Shown: noon, State: data.PuzzleOpen},
			{Player: p.ID, Puzzle: "a", Variant: "nextgen", Shown: noon.Add(time.Hour), Line: "x y", State: data.PuzzleGivenUp, Tried: true, Before: 1500, After: 1400.5},
			{Player: p.ID, Puzzle: "b", Variant: "nextgen", Shown: noon.Add(2 * time.Hour), State: data.PuzzleSolved, Tried: true, Won: true, Solved: noon},
		} {
			if err := tx.SavePuzzleAttempt(want); err != nil {
				return err
			}
			got, err := tx.LastPuzzle(p.ID)
			if got != want {
				t.Errorf("%d: saved %+v, read %+v, %v", i, want, got, err)
			}
		}
		for since, want := range map[time.Time]int{noon.Add(-time.Second): 1, noon: 1, noon.Add(time.Second): 0} {
			if n, err := tx.CountSolvers("b", since); n != want {
				t.Errorf("%d solvers since %v, %v", n, since, err)
			}
		}
		for _, day := range []int64{7, 8, 8, 10} {
			if err := tx.AddPuzzleDay(p.ID, day); err != nil {
				return err
			}
		}
		for day, want := range map[int64]int{6: 0, 7: 1, 8: 2, 9: 0, 10: 1, 11: 0} {
			if n, err := tx.PuzzleStreak(p.ID, day); n != want {
				t.Errorf("%d days until day %d, %v", n, day, err)
			}
		}
		return nil
	})
}

// TestDailyPuzzles holds places with their times, and finds those that are due.
func TestDailyPuzzles(t *testing.T) {
	s, _ := fresh(t)
	place := func(id string) chat.Address { return chat.Address{Transport: "test", ID: id} }
	update(t, s, func(tx data.Tx) error {
		late := data.DailyPuzzle{Place: place("late"), Server: "s", Variant: "orthodox", Due: noon.Add(48 * time.Hour)}
		soon := data.DailyPuzzle{Place: place("soon"), Server: "s", Variant: "nextgen", Due: noon, Posted: noon.Add(-time.Hour), Puzzle: "x"}
		if err := errors.Join(tx.SetDailyPuzzle(late), tx.SetDailyPuzzle(soon)); err != nil {
			return err
		}
		for _, want := range []data.DailyPuzzle{late, soon} {
			if got, err := tx.DailyPuzzle(want.Place); got != want {
				t.Errorf("%+v is read as %+v, %v", want, got, err)
			}
		}
		due, err := tx.DueDailyPuzzles(noon, 9)
		if err != nil || len(due) != 1 || due[0] != soon {
			t.Errorf("due: %+v, %v", due, err)
		}
		if err := tx.ClockSetBack(noon); err != nil { // it was days ahead
			return err
		}
		if due, err = tx.DueDailyPuzzles(noon, 9); err != nil || len(due) != 2 {
			t.Errorf("due after the clock was set back: %+v, %v", due, err)
		}
		if n, err := tx.CountDailyPuzzles("s"); n != 2 {
			t.Errorf("%d in the server, %v", n, err)
		}
		for _, want := range []bool{true, false} {
			if had, err := tx.RemoveDailyPuzzle(place("soon")); had != want || err != nil {
				t.Errorf("removed: %v, %v", had, err)
			}
		}
		return nil
	})
}
