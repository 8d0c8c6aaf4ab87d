// Package advice says what the program thinks of positions and games: hints, the best line of a
// position, and reviews of games.
//
// To think takes longer than a transaction may. So a command that needs an answer is refused with a
// request.UnansweredError as long as that is not known: then the desk waits for it and does the
// command again. Answers are kept in memory for a while and nowhere else. After a crash, or when one
// has been forgotten, the same command has it found again.
package advice

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/command"
	"stackmate/bot/computer"
	"stackmate/bot/lru"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/rules/engine"
)

// Options are what an advisor needs; all are required.
type Options struct {
	// Submit has a task be done; see computer.Player.
	Submit func(computer.Task)
	// Now returns the time.
	Now func() time.Time
	Log *slog.Logger
}

// Bounds of what people may ask.
const (
	// maxPerPerson is how many answers somebody may wait for at the same time.
	maxPerPerson = 2
	// maxPending is how many answers are waited for in all. Reviews take about 20 seconds each, and
	// Discord forgets an interaction after 15 minutes.
	maxPending = 24
	// maxKnown is how much is remembered, in plies of reviews; a single line counts as one.
	maxKnown = 20_000
)

// Advisor answers what people ask the program. It is safe for concurrent use.
type Advisor struct {
	opt   Options
	known *lru.Cache[key, any]

	mu      sync.Mutex
	pending map[key]*question
	stopped bool // whether the program ends
}

// New returns an advisor.
func New(o Options) *Advisor {
	return &Advisor{opt: o, known: lru.New[key, any](maxKnown), pending: map[key]*question{}}
}

// key is a question. The log of a game only grows, so that its length tells positions apart.
type key struct {
	kind    string
	game    int64
	entries int
	ply     int
}

// question is a question that is being answered.
type question struct {
	person int64 // who has asked first
	done   chan struct{}
	err    error // set before done is closed
}

// Handle does the commands that need the engine.
func (a *Advisor) Handle(req *request.Request) error {
	switch req.Cmd.Path {
	case command.Hint:
		return a.hint(req)
	case command.Analyse:
		return a.analyse(req)
	case command.Quiz:
		return a.quiz(req)
	}
	return a.review(req)
}

// search is how an answer is found.
type search struct {
	// brief is whether it takes at most a second or two.
	brief bool
	// cost is what it costs to remember the answer.
	cost int
	// find finds it with a new engine; see computer.Task about yield.
	find func(ctx context.Context, e *engine.Engine, yield func() bool) (any, error)
}

// ask returns the answer to a question. The error is a request.UnansweredError if it is not known
// yet, and a Refusal if the speaker, or everybody together, asks too much, or if the program ends.
func (a *Advisor) ask(req *request.Request, k key, s search) (any, error) {
	if answer, ok := a.known.Get(k); ok {
		return answer, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return nil, request.Refuse("advice.stopped")
	}
	if a.pending[k] == nil {
		own := 0
		for _, q := range a.pending {
			if q.person == req.Player.ID {
				own++
			}
		}
		switch {
		case own >= maxPerPerson:
			return nil, request.Refuse("advice.busy", "count", own)
		case len(a.pending) >= maxPending:
			return nil, request.Refuse("advice.queue")
		}
	}
	person := req.Player.ID
	return nil, &request.UnansweredError{Wait: func(ctx context.Context) error { return a.wait(ctx, person, k, s) }}
}

// wait returns when a question has been answered, or cannot be because the program ends. What has
// begun goes on if the context ends.
func (a *Advisor) wait(ctx context.Context, person int64, k key, s search) error {
	a.mu.Lock()
	q := a.pending[k]
	if q == nil {
		if _, ok := a.known.Get(k); ok {
			a.mu.Unlock()
			return nil
		}
		q = &question{person: person, done: make(chan struct{})}
		a.pending[k] = q
		a.mu.Unlock()
		asked := a.opt.Now()
		a.opt.Submit(computer.Task{Person: person, Brief: s.brief, Do: func(ctx context.Context, yield func() bool) {
			a.answer(ctx, k, q, s, asked, yield)
		}})
	} else {
		a.mu.Unlock()
	}
	select {
	case <-q.done:
		return q.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answer finds the answer to a question and remembers it.
func (a *Advisor) answer(ctx context.Context, k key, q *question, s search, asked time.Time, yield func() bool) {
	began := a.opt.Now()
	answer, err := find(ctx, s, yield)
	now := a.opt.Now()
	switch {
	case err == nil:
		a.known.Set(k, answer, s.cost)
		a.opt.Log.InfoContext(ctx, "advised", "kind", k.kind, "game", k.game, "player", q.person, "ply", k.ply,
			"waited_ms", began.Sub(asked).Milliseconds(), "ms", now.Sub(began).Milliseconds())
	case ctx.Err() == nil:
		a.opt.Log.ErrorContext(ctx, "advice", "kind", k.kind, "game", k.game, "error", err)
	}
	a.mu.Lock()
	delete(a.pending, k)
	if ctx.Err() != nil {
		a.stopped, err = true, nil
	}
	a.mu.Unlock()
	q.err = err
	close(q.done)
}

func find(ctx context.Context, s search, yield func() bool) (answer any, err error) {
	defer panics.Catch(&err)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.find(ctx, engine.New(engine.Options{}), yield)
}
