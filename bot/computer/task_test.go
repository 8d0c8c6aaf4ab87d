package computer

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// bench is a scheduler with one worker, for which time passes while something has it.
type bench struct {
	*scheduler
	t     *testing.T
	now   time.Time
	turns []data.ComputerTurn // that wait for ever
}

func newBench(t *testing.T) *bench {
	return &bench{newScheduler(1), t, time.Unix(2000, 0), nil}
}

func (b *bench) task(person int64, brief bool) *loan {
	l := &loan{Task: Task{Person: person, Brief: brief}}
	b.tasks = append(b.tasks, l)
	return l
}

// step gives the worker to what is next, for a time that depends on what that is.
func (b *bench) step(game, task time.Duration) (served string, l *loan) {
	b.t.Helper()
	jobs, loans := b.assign(b.t.Context(), b.turns, b.now)
	switch {
	case len(jobs) == 1 && len(loans) == 0:
		b.now = b.now.Add(game)
		b.finish(thought{worker: jobs[0].worker, turn: jobs[0].turn}, b.now)
		return "game", nil
	case len(jobs) == 0 && len(loans) == 1:
		l, b.now = loans[0], b.now.Add(task)
		l.begun = true
		b.pause(pause{l, l.Brief}, b.now)
		return fmt.Sprint(l.Person), l
	}
	return "", nil
}

// order returns what is served in n steps.
func (b *bench) order(n int, game, task time.Duration) string {
	b.t.Helper()
	var list []string
	for range n {
		served, _ := b.step(game, task)
		list = append(list, served)
	}
	return strings.Join(list, " ")
}

// TestTasksTakeTurns has a hint go in between the steps of a review, and another person's review wait until that has
// ended, although its owner has asked for a second one before.
func TestTasksTakeTurns(t *testing.T) {
	b := newBench(t)
	first, _, _ := b.task(10, false), b.task(10, false), b.task(20, false)
	if got := b.order(3, 0, time.Second); got != "10 10 10" {
		t.Errorf("order %s", got)
	}
	b.task(30, true)
	if got := b.order(3, 0, time.Second); got != "30 10 10" {
		t.Errorf("order %s, with a hint", got)
	}
	b.assign(t.Context(), nil, b.now)
	b.pause(pause{first, true}, b.now)
	if got := b.order(2, 0, time.Second); got != "20 20" {
		t.Errorf("order %s, after the first review", got)
	}
	if b.scheduler.begun != 1 || len(b.tasks) != 2 || len(b.lent) != 2 {
		t.Errorf("%d begun, %d tasks, people %v", b.scheduler.begun, len(b.tasks), b.lent)
	}
}

// TestTasksAndGames gives games and tasks that wait at the same time as much of the worker; a game that takes long gives
// the tasks no more than a second.
func TestTasksAndGames(t *testing.T) {
	b := newBench(t)
	b.task(10, false)
	if got := b.order(20, 0, time.Second); strings.Contains(got, "game") {
		t.Errorf("order %s", got)
	}
	b.turns = []data.ComputerTurn{turn(1, 20, 9), turn(2, 30, 8)}
	if got := b.order(6, time.Second, time.Second); strings.Count(got, "game") != 3 {
		t.Errorf("order %s", got)
	}
	if got := strings.Count(b.order(60, 10*time.Second, 200*time.Millisecond), "game"); got < 9 {
		t.Errorf("%d games of 10 s in 60 turns", got)
	}
	if got := strings.Count(b.order(60, 100*time.Millisecond, 500*time.Millisecond), "game"); got < 45 {
		t.Errorf("%d games of 0.1 s in 60 turns", got)
	}
	b.tasks = nil
	if got := b.order(5, time.Second, time.Second); strings.Count(got, "game") != 5 {
		t.Errorf("order %s", got)
	}
}

// TestRunTasks submits tasks of several people, before and while the player runs. Never more of them run than there are
// workers. When the player ends, those that wait are told, and those that are submitted later.
func TestRunTasks(t *testing.T) {
	db := newStore(t)
	newGame(t, db, "e4")
	ctx, cancel := context.WithCancel(t.Context())
	p := New(Options{Store: db, Threads: 2, Now: time.Now, Ran: func(string) {}, Log: slog.New(slog.DiscardHandler),
		Act: func(context.Context, data.ComputerTurn, int, data.ComputerAction) (bool, error) { return true, nil },
		think: func(context.Context, int, *rules.Game, engine.Level, uint64) (rules.Move, engine.Score, bool) {
			return rules.Move{}, 0, false
		}})
	var mu sync.Mutex
	var running, most int
	count := func(by int) {
		mu.Lock()
		running += by
		most = max(most, running)
		mu.Unlock()
	}
	var all sync.WaitGroup
	submit := func(person int64, steps int) {
		all.Add(1)
		p.Submit(Task{Person: person, Do: func(ctx context.Context, yield func() bool) {
			defer all.Done()
			for range steps {
				count(1)
				time.Sleep(time.Millisecond)
				count(-1)
				if !yield() {
					t.Error("the task may not go on")
				}
			}
		}})
	}
	for i := range 4 {
		submit(int64(i), 5)
	}
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	for i := range 4 {
		submit(int64(i), 5)
	}
	all.Wait()
	if most < 1 || most > 2 {
		t.Errorf("%d tasks at once", most)
	}
	ends, begun := make(chan string, 10), make(chan struct{}, 10)
	for range 2 {
		p.Submit(Task{Person: 1, Do: func(ctx context.Context, yield func() bool) {
			begun <- struct{}{}
			<-ctx.Done()
			ends <- fmt.Sprint("interrupted ", yield())
		}})
	}
	<-begun
	<-begun
	waits := Task{Person: 1, Do: func(ctx context.Context, yield func() bool) {
		ends <- fmt.Sprint("never begun ", yield(), " ", ctx.Err())
	}}
	p.Submit(waits)
	cancel()
	<-done
	p.Submit(waits)
	var got []string
	for range 4 {
		got = append(got, <-ends)
	}
	slices.Sort(got)
	if want := []string{"interrupted false", "interrupted false", "never begun false context canceled", "never begun false context canceled"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
