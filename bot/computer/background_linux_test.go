package computer

import (
	"context"
	"log/slog"
	"runtime"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestBackground checks that what takes long is done with a low priority, and Go may run as many more
// threads meanwhile, but that the program's moves are made with the priority of all else.
func TestBackground(t *testing.T) {
	db := newStore(t)
	newGame(t, db, "e4")
	priority := func() int { // the greater, the sooner
		n, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	normal, processors := priority(), runtime.GOMAXPROCS(0)
	low := max(1, normal-nice)
	found := make(chan [2]int, 10)
	seen := func() { found <- [2]int{priority(), runtime.GOMAXPROCS(0)} }
	p := New(Options{Store: db, Threads: 2, Now: time.Now, Ran: func(string) {}, Log: slog.New(slog.DiscardHandler),
		Act: func(context.Context, data.ComputerTurn, int, data.ComputerAction) (bool, error) {
			seen()
			return false, nil // so that it does not come again
		},
		think: func(_ context.Context, _ int, g *rules.Game, _ engine.Level, _ uint64) (rules.Move, engine.Score, bool) {
			seen()
			p := g.Position()
			return p.Moves()[0], 0, true
		}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	defer func() { cancel(); <-done }()
	if got, want := <-found, [2]int{low, processors + 2}; got != want {
		t.Errorf("thinking has priority and processors %v, not %v", got, want)
	}
	if got, want := <-found, [2]int{normal, processors + 2}; got != want {
		t.Errorf("acting has priority and processors %v, not %v", got, want)
	}
	cancel()
	<-done
	if n := runtime.GOMAXPROCS(0); n != processors {
		t.Errorf("%d processors are left of %d", n, processors)
	}
	running, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	another := New(Options{Store: db, Threads: 1, Hash: 1, Now: time.Now, Ran: func(string) {}, Log: slog.New(slog.DiscardHandler)})
	another.Submit(Task{Person: 1, Do: func(context.Context, func() bool) { seen(); stop() }})
	go func() { defer close(over); another.Run(running) }()
	if got := <-found; got[0] != low {
		t.Errorf("a task has priority %d, not %d", got[0], low)
	}
	<-over
}
