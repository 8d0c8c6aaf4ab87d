package computer

import (
	"context"
	"time"
)

// Task is work that somebody waits for, such as a hint. It shares the workers with the games.
type Task struct {
	// Person is who asked for it. People with tasks take turns.
	Person int64
	// Brief is whether the work is over in a moment. Other tasks wait until one is done: only as
	// many are begun as there are workers.
	Brief bool
	// Do does the work, on one core. It is called exactly once: as soon as it is its turn, or when
	// the player ends, with a context that has ended. Every half second or so it calls yield, which
	// returns when it may go on; it must end when yield returns false.
	Do func(ctx context.Context, yield func() bool)
}

// maxCredit is how long the games or the tasks may have the workers in turn while the other ones
// wait, apart from a single game or a single step of a task that takes longer.
const maxCredit = time.Second

// loan is a task, and the worker that it has at the moment.
type loan struct {
	Task
	granted chan struct{} // gets a value each time the task may go on
	begun   bool
	running bool
	worker  int
	since   time.Time // when it got the worker
}

// pause is what a worker tells of its task: that it yields, or that it has ended.
type pause struct {
	*loan
	ended bool
}

// Submit has a task be done.
func (p *Player) Submit(t Task) {
	p.mu.Lock()
	ended := p.ended
	if !ended {
		p.submitted = append(p.submitted, &loan{Task: t, granted: make(chan struct{}, 1)})
	}
	p.mu.Unlock()
	if ended {
		cancelled, cancel := context.WithCancel(context.Background())
		cancel()
		t.Do(cancelled, never)
		return
	}
	p.Wake()
}

// never is the yield of a task that may not go on.
func never() bool { return false }

// takeSubmitted returns the tasks that were submitted since it was called last. With end, none is
// accepted any more.
func (p *Player) takeSubmitted(end bool) []*loan {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.submitted
	p.submitted, p.ended = nil, p.ended || end
	return list
}

// drop ends the tasks that have not begun when the player ends, and those to come.
func (p *Player) drop(ctx context.Context, s *scheduler) {
	for _, l := range append(s.tasks, p.takeSubmitted(true)...) {
		if !l.begun {
			l.Do(ctx, never)
		}
	}
}

// lend gives a worker to a task until it yields or ends, which paused hears of.
func (l *loan) lend(ctx context.Context, start func(func()), paused chan<- pause) {
	if l.begun {
		l.granted <- struct{}{}
		return
	}
	l.begun = true
	start(func() {
		tell := func(ended bool) {
			select {
			case paused <- pause{l, ended}:
			case <-ctx.Done(): // nobody listens any more
			}
		}
		defer tell(true)
		inBackground()
		l.Do(ctx, func() bool {
			tell(false)
			select {
			case <-l.granted:
				return ctx.Err() == nil
			case <-ctx.Done():
			}
			return false
		})
	})
}

// nextTask returns the task that is next: of the person served longest ago, the one submitted
// first. It returns nil if none can go on.
func (s *scheduler) nextTask() (next *loan) {
	for _, l := range s.tasks {
		begins := l.begun || l.Brief || s.begun < s.workers
		if !l.running && begins && (next == nil || s.lent[l.Person] < s.lent[next.Person]) {
			next = l
		}
	}
	return next
}

// grant gives a task a worker.
func (s *scheduler) grant(l *loan, now time.Time) {
	s.round++
	s.lent[l.Person] = s.round
	if !l.begun && !l.Brief {
		s.begun++
	}
	l.worker, l.running, l.since = s.free[0], true, now
	s.free = s.free[1:]
}

// pause takes the worker of a task back, and forgets the task if it has ended.
func (s *scheduler) pause(l pause, now time.Time) {
	l.running = false
	s.free = append(s.free, l.worker)
	s.balance = min(s.balance+now.Sub(l.since), maxCredit)
	if !l.ended {
		return
	}
	if !l.Brief {
		s.begun--
	}
	others := false
	kept := s.tasks[:0]
	for _, t := range s.tasks {
		if t != l.loan {
			kept = append(kept, t)
			others = others || t.Person == l.Person
		}
	}
	if s.tasks = kept; !others {
		delete(s.lent, l.Person)
	}
}
