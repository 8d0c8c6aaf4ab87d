package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// TestMeter checks what is reported of transactions: what for, how long they waited and took, and
// whether the database is at fault.
func TestMeter(t *testing.T) {
	s, _ := fresh(t)
	var mu sync.Mutex
	var told []Transaction
	WithMeter(func(r Transaction) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, r)
	})(s)
	ctx := data.ForJob(t.Context(), "move")
	refusal := errors.New("not your turn")
	_ = s.View(ctx, func(data.Tx) error { return nil })
	_ = s.Update(ctx, func(data.Tx) error { return refusal })
	_ = s.View(t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(noon) }) // tried again with Update
	held, free, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Update(data.ForJob(t.Context(), "prune"), func(data.Tx) error { close(held); <-free; return nil })
	}()
	<-held
	late, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	_ = s.Update(late, func(data.Tx) error { return nil })
	mu.Lock()
	if last := told[len(told)-1]; last.Waited <= 0 || last.Took != 0 {
		t.Errorf("a transaction that did not get its turn: %+v", last)
	}
	mu.Unlock()
	close(free)
	<-ended // it is reported after the next may begin
	if err := s.Update(ctx, func(data.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	var got []string
	for _, r := range told {
		got = append(got, fmt.Sprintf("%t %s %q", r.Write, r.Job, r.Failure))
	}
	want := []string{`false move ""`, `true move ""`, `false other ""`, `true move "timeout"`, `true prune ""`, `true move ""`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	for err, want := range map[error]string{ErrFull: "full", ErrLocked: "locked", ErrBusy: "busy", ErrDamaged: "damaged",
		data.ErrReadOnly: "readonly", data.ErrConflict: "", context.Canceled: ""} {
		if got := failureOf(fmt.Errorf("commit: %w", err), true, false); got != want {
			t.Errorf("%v is %q, not %q", err, got, want)
		}
	}
}

// TestRunning counts the games of each variant that are not over, also after one has ended, was
// resumed or deleted.
func TestRunning(t *testing.T) {
	s, _ := fresh(t)
	var games []int64
	for _, variant := range []string{"orthodox", "orthodox", "millennium"} {
		update(t, s, func(tx data.Tx) error {
			g, err := newGame(tx, variant)
			games = append(games, g.ID)
			return err
		})
	}
	counts := func(want map[string]int) {
		t.Helper()
		got, err := s.Running(t.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("running, %v (-want +got):\n%s", err, diff)
		}
	}
	counts(map[string]int{"orthodox": 2, "millennium": 1})
	mustExec(t, s.write, fmt.Sprintf("UPDATE games SET ended = 1, outcome = '1-0' WHERE id = %d", games[0]))
	counts(map[string]int{"orthodox": 1, "millennium": 1})
	mustExec(t, s.write, fmt.Sprintf("UPDATE games SET ended = 2 WHERE id = %d", games[0])) // again: it counts once
	counts(map[string]int{"orthodox": 1, "millennium": 1})
	mustExec(t, s.write, fmt.Sprintf("UPDATE games SET ended = NULL, outcome = '*' WHERE id = %d", games[0]))
	counts(map[string]int{"orthodox": 2, "millennium": 1})
	mustExec(t, s.write, fmt.Sprintf("DELETE FROM games WHERE id = %d", games[2]))
	counts(map[string]int{"orthodox": 2, "millennium": 0})
}

// TestBacklog counts the messages that are due, up to a bound, and finds the oldest.
func TestBacklog(t *testing.T) {
	s, _ := fresh(t)
	if due, since, err := s.Backlog(t.Context(), "discord", noon); due != 0 || !since.IsZero() || err != nil {
		t.Errorf("%d, %v, %v", due, since, err)
	}
	to := chat.Address{Transport: "discord", ID: "channel:1"}
	add := func(game int64, at time.Time) {
		update(t, s, func(tx data.Tx) error {
			_, err := tx.Enqueue(data.OutboxMessage{To: to, NotBefore: at, Reply: chat.Reply{Game: game}})
			return err
		})
	}
	add(7, noon.Add(-time.Minute))
	add(7, noon.Add(-time.Minute)) // waits behind the first
	add(8, noon.Add(-time.Second))
	add(9, noon.Add(time.Hour))
	if due, since, err := s.Backlog(t.Context(), "discord", noon); due != 2 || !since.Equal(noon.Add(-time.Minute)) || err != nil {
		t.Errorf("%d, %v, %v", due, since, err)
	}
	update(t, s, func(tx data.Tx) error { return tx.Postpone(1, noon.Add(time.Second), "no network") })
	if due, since, err := s.Backlog(t.Context(), "discord", noon); due != 1 || !since.Equal(noon.Add(-time.Minute)) || err != nil {
		t.Errorf("between two attempts: %d, %v, %v", due, since, err)
	}
	if due, _, err := s.Backlog(t.Context(), "email", noon); due != 0 || err != nil {
		t.Errorf("%d by mail, %v", due, err)
	}
}
