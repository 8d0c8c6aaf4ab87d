package computer

import (
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/store"
	"stackmate/store/storetest"
)

// TestLevels checks that people can choose the levels that there are.
func TestLevels(t *testing.T) {
	if game.MaxLevel != int(engine.MaxLevel) {
		t.Errorf("people can choose %d levels, and the engine has %d", game.MaxLevel, engine.MaxLevel)
	}
}

func turn(id, player int64, waits int) data.ComputerTurn {
	return data.ComputerTurn{Game: id, Level: 3, Opponent: player, ToMove: true, Since: time.Unix(int64(1000-waits), 0)}
}

// games returns the games that are assigned while there are no tasks.
func (s *scheduler) games(ctx context.Context, turns []data.ComputerTurn, now time.Time) []job {
	jobs, _ := s.assign(ctx, turns, now)
	return jobs
}

// TestFairness has one player with many games and one with few, who are served in turn, each
// player's longest wait first.
func TestFairness(t *testing.T) {
	s, now := newScheduler(1), time.Unix(2000, 0)
	waiting := []data.ComputerTurn{turn(1, 10, 9), turn(2, 10, 8), turn(3, 10, 7), turn(4, 20, 6), turn(5, 10, 5), turn(6, 20, 4)}
	var order []int64
	for len(waiting) > 0 {
		jobs := s.games(t.Context(), waiting, now)
		if len(jobs) != 1 {
			t.Fatalf("%d jobs", len(jobs))
		}
		if more := s.games(t.Context(), waiting, now); len(more) != 0 {
			t.Fatal("one worker has two games")
		}
		done := jobs[0].turn
		order = append(order, done.Game)
		for i, w := range waiting {
			if w == done {
				waiting = append(waiting[:i:i], waiting[i+1:]...)
				break
			}
		}
		s.finish(thought{worker: jobs[0].worker, turn: done}, now)
	}
	for i, want := range []int64{1, 4, 2, 6, 3, 5} {
		if order[i] != want {
			t.Fatalf("the order is %v", order)
		}
	}
	s.games(t.Context(), nil, now)
	if len(s.served) != 0 {
		t.Error("players are remembered who do not wait")
	}
}

// TestChangedGame has a game change while a worker thinks about it.
func TestChangedGame(t *testing.T) {
	s, now := newScheduler(2), time.Unix(2000, 0)
	first := turn(1, 10, 9)
	job := s.games(t.Context(), []data.ComputerTurn{first}, now)[0]
	if s.games(t.Context(), []data.ComputerTurn{first}, now); job.ctx.Err() != nil {
		t.Error("the thinking ends although nothing has changed")
	}
	changed := first
	changed.Since = changed.Since.Add(time.Second)
	if jobs := s.games(t.Context(), []data.ComputerTurn{changed}, now); len(jobs) != 0 || job.ctx.Err() == nil {
		t.Errorf("%d jobs, %v", len(jobs), job.ctx.Err())
	}
	s.finish(thought{worker: job.worker, turn: first}, now)
	if jobs := s.games(t.Context(), []data.ComputerTurn{changed}, now); len(jobs) != 1 {
		t.Errorf("%d jobs", len(jobs))
	}
}

// TestFailedTurn leaves a turn alone for a minute after an error, but no other one, not even in the same game.
func TestFailedTurn(t *testing.T) {
	s, now := newScheduler(1), time.Unix(2000, 0)
	bad, good := turn(1, 10, 9), turn(2, 10, 8)
	job := s.games(t.Context(), []data.ComputerTurn{bad, good}, now)[0]
	s.finish(thought{worker: job.worker, turn: bad, err: context.DeadlineExceeded}, now)
	if jobs := s.games(t.Context(), []data.ComputerTurn{bad, good}, now); len(jobs) != 1 || jobs[0].turn != good {
		t.Fatalf("jobs %+v", jobs)
	}
	s.finish(thought{worker: 0, turn: good}, now)
	if jobs := s.games(t.Context(), []data.ComputerTurn{bad}, now.Add(59*time.Second)); len(jobs) != 0 {
		t.Error("it is tried again at once")
	}
	jobs := s.games(t.Context(), []data.ComputerTurn{bad}, now.Add(time.Minute))
	if len(jobs) != 1 {
		t.Fatal("it is never tried again")
	}
	s.finish(thought{worker: 0, turn: bad, err: errChanged}, now)
	changed := bad
	changed.Plies++
	if jobs := s.games(t.Context(), []data.ComputerTurn{changed}, now); len(jobs) != 1 {
		t.Error("the game is left alone although it has changed")
	}
}

// newStore opens an empty database.
func newStore(t *testing.T) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	path = storetest.New(t, path)
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// newGame stores a game of a person against a level. The person has White.
func newGame(t *testing.T, db *store.Store, moves ...string) *game.Game {
	t.Helper()
	var g *game.Game
	err := db.Update(t.Context(), func(tx data.Tx) error {
		p, err := tx.Computer(1, time.Unix(1000, 0))
		if err != nil {
			return err
		}
		anna, err := tx.Computer(8, time.Unix(1000, 0)) // any other player will do
		if err != nil {
			return err
		}
		ch := &game.Challenge{Variant: rules.VariantByKey("orthodox"), From: anna.ID, To: p.ID, Color: game.AsWhite, State: game.Open, Made: time.Unix(1000, 0)}
		if err := tx.AddChallenge(ch); err != nil {
			return err
		}
		if err := tx.AnswerChallenge(ch.ID, game.Accepted); err != nil {
			return err
		}
		if g, err = ch.Start(p.ID, true, time.Unix(1000, 0)); err != nil {
			return err
		}
		if err := tx.AddGame(g); err != nil {
			return err
		}
		for _, text := range moves {
			p := g.Position()
			m, err := p.ParseMove(text)
			if err != nil {
				return err
			}
			if err := g.Move(g.Turn(), m, time.Unix(1001, 0)); err != nil {
				return err
			}
		}
		return tx.SaveGame(g)
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestDecide checks how the program answers offers and claims draws.
func TestDecide(t *testing.T) {
	db := newStore(t)
	shuffle := []string{"Nf3", "Nf6", "Ng1", "Ng8"}
	short := newGame(t, db, shuffle...)
	repeated := newGame(t, db, append(append(shuffle, shuffle...), "e4")...)
	claimable := newGame(t, db, append(shuffle, shuffle...)...)
	long := newGame(t, db, "e4", "e5", "d3", "d6", "a3", "a6", "b3", "b6", "c3", "c6", "f3", "f6", "g3", "g6", "h3", "h6", "Bd2", "Bd7", "Be2", "Be7")
	var moves []string
	for i := range 21 {
		moves = append(moves, []string{"Nf3", "Nd4", "Nf5", "Nd4", "Nf3", "Ng1"}[i%6], []string{"Nf6", "Ng4", "Nh6", "Ng8"}[i%4])
	}
	dead, notYet := newGame(t, db, moves[:40]...), newGame(t, db, moves[:39]...)
	offered, own, both := data.ComputerTurn{Offered: true}, data.ComputerTurn{ToMove: true}, data.ComputerTurn{Offered: true, ToMove: true}
	for name, tt := range map[string]struct {
		g     *game.Game
		turn  data.ComputerTurn
		score engine.Score // for the side to move
		want  string
	}{
		"equal, but early":          {short, offered, 0, "declines"},
		"equal":                     {long, offered, 0, "accepts"},
		"the program is worse":      {long, offered, 100, "accepts"},
		"the program is better":     {long, offered, -1, "declines"},
		"dead, and hardly better":   {dead, both, 49, "accepts"},
		"dead, in Anna's turn":      {dead, offered, -49, "accepts"},
		"dead, but clearly better":  {dead, both, 50, "plays"},
		"dead, and nothing offered": {dead, own, 10, "plays"},
		"not yet dead":              {notYet, offered, -10, "declines"},
		"worse, in its turn":        {long, both, -100, "accepts"},
		"better, in its turn":       {long, both, 1, "plays"},
		"nothing offered":           {long, own, -500, "plays"},
		"threefold":                 {claimable, own, -10, "claims"},
		"threefold, but better":     {claimable, own, 10, "plays"},
		"no threefold any more":     {repeated, own, -10, "plays"},
		"threefold, in Anna's turn": {claimable, offered, -10, "declines"},
	} {
		a := decide(tt.g, tt.turn, rules.Move{}, tt.score)
		got := "declines"
		switch {
		case a.AcceptsDraw:
			got = "accepts"
		case a.ClaimsDraw:
			got = "claims"
		case a.Plays:
			got = "plays"
		}
		if got != tt.want {
			t.Errorf("%s: %s, not %s", name, got, tt.want)
		}
	}
}

// TestRunEnds ends a player in the middle of its thinking, and has one game panic, which does not
// keep it from another. No goroutine is left.
func TestRunEnds(t *testing.T) {
	db := newStore(t)
	newGame(t, db, "e4")
	newGame(t, db, "e4")
	newGame(t, db, "e4")
	before := runtime.NumGoroutine()
	begun := make(chan int64, 10)
	acted := make(chan int64, 10)
	p := New(Options{Store: db, Threads: 1, Now: time.Now, Ran: func(string) {}, Log: slog.New(slog.DiscardHandler),
		Act: func(_ context.Context, w data.ComputerTurn, entries int, a data.ComputerAction) (bool, error) {
			if entries != 1 || !a.Plays {
				t.Errorf("%d entries, %+v", entries, a)
			}
			acted <- w.Game
			return true, db.Update(t.Context(), func(tx data.Tx) error {
				g, err := tx.Game(w.Game)
				if err == nil {
					err = g.Resign(w.Color, time.Unix(1002, 0))
				}
				if err != nil {
					return err
				}
				return tx.SaveGame(g)
			})
		},
		think: func(ctx context.Context, _ int, g *rules.Game, l engine.Level, seed uint64) (rules.Move, engine.Score, bool) {
			id := int64(seed >> 16)
			begun <- id
			switch pos := g.Position(); id {
			case 1:
				panic("a defect")
			case 2:
				return pos.Moves()[0], 0, true
			}
			<-ctx.Done()
			return rules.Move{}, 0, false
		}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	p.Wake()
	for range 3 {
		<-begun
	}
	if id := <-acted; id != 2 {
		t.Errorf("acted in game %d", id)
	}
	cancel()
	<-done
	if len(acted) != 0 || p.Waiting() != 2 {
		t.Errorf("%d more decisions, %d games wait", len(acted), p.Waiting())
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, there were %d", runtime.NumGoroutine(), before)
		}
	}
}
