package computer

import (
	"context"
	"time"

	"stackmate/bot/data"
)

// scheduler decides which games the workers think about. The people with games that wait take
// turns; of one person's games the one that waits longest is first. So somebody with many games
// holds up nobody.
type scheduler struct {
	free     []int             // workers
	thinking map[int64]job     // by game
	served   map[int64]uint64  // when the people whose games wait were last served
	failed   map[int64]failure // by game
	round    uint64

	tasks   []*loan          // oldest first
	lent    map[int64]uint64 // when the people with tasks were last served
	begun   int              // how many tasks have begun, without brief ones
	workers int
	balance time.Duration // for how much longer tasks had a worker than games, while both waited
}

func newScheduler(workers int) *scheduler {
	s := &scheduler{served: map[int64]uint64{}, thinking: map[int64]job{}, failed: map[int64]failure{}, lent: map[int64]uint64{}, workers: workers}
	for i := range workers {
		s.free = append(s.free, i)
	}
	return s
}

// failure is a turn that is left alone until a time, unless the game changes.
type failure struct {
	turn  data.ComputerTurn
	until time.Time
}

// job is a game that a worker thinks about.
type job struct {
	worker int
	since  time.Time
	turn   data.ComputerTurn
	ctx    context.Context
	cancel context.CancelFunc
}

// assign gives games that wait, longest first, and tasks to the workers that are free, and ends the
// thinking about games that wait no more or have changed.
func (s *scheduler) assign(ctx context.Context, turns []data.ComputerTurn, now time.Time) (jobs []job, loans []*loan) {
	waits, people := map[int64]data.ComputerTurn{}, map[int64]bool{}
	for _, w := range turns {
		waits[w.Game], people[w.Opponent] = w, true
	}
	for id, j := range s.thinking {
		if waits[id] != j.turn {
			j.cancel()
		}
	}
	for id := range s.served {
		if !people[id] {
			delete(s.served, id)
		}
	}
	for id, f := range s.failed {
		if waits[id] != f.turn || !now.Before(f.until) {
			delete(s.failed, id)
		}
	}
	for len(s.free) > 0 {
		next, ok := s.next(turns)
		task := s.nextTask()
		if !ok && task == nil {
			break
		}
		if !ok || task == nil {
			s.balance = 0
		}
		if task != nil && (!ok || s.balance <= 0) {
			s.grant(task, now)
			loans = append(loans, task)
			continue
		}
		s.round++
		s.served[next.Opponent] = s.round
		j := job{worker: s.free[0], since: now, turn: next}
		j.ctx, j.cancel = context.WithCancel(ctx)
		s.free, s.thinking[next.Game] = s.free[1:], j
		jobs = append(jobs, j)
	}
	return jobs, loans
}

// next returns the game that is next, of some that are sorted by how long they wait.
func (s *scheduler) next(turns []data.ComputerTurn) (next data.ComputerTurn, ok bool) {
	for _, w := range turns {
		_, busy := s.thinking[w.Game]
		_, failed := s.failed[w.Game]
		if !busy && !failed && (!ok || s.served[w.Opponent] < s.served[next.Opponent]) {
			next, ok = w, true
		}
	}
	return next, ok
}

// finish takes a worker back. A turn that failed is left alone for a while.
func (s *scheduler) finish(t thought, now time.Time) {
	s.thinking[t.turn.Game].cancel()
	s.balance = max(s.balance-now.Sub(s.thinking[t.turn.Game].since), -maxCredit)
	delete(s.thinking, t.turn.Game)
	s.free = append(s.free, t.worker)
	if t.err != nil {
		s.failed[t.turn.Game] = failure{t.turn, now.Add(retryPause)}
	}
}
