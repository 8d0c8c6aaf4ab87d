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

// Options are what an advisor needs; all are required except Nodes and Ended.
type Options struct {
	// Submit has a task be done; see computer.Player.
	Submit func(computer.Task)
	// Now returns the time.
	Now func() time.Time
	// Nodes is how many positions are searched for a line; 0 for lineNodes.
	Nodes uint64
	// Ended, unless nil, is told how each question ended.
	Ended func(Ended)
	Log   *slog.Logger
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

// Results are how questions end: the answer was found, the search failed, the bot ended first, or nobody
// waited any more. Or they are refused, since who asks waits for too many answers already, or all together do.
const (
	Answered = "answered"
	Failed   = "failed"
	Stopped  = "stopped"
	Left     = "left"
	Busy     = "busy"
	Full     = "full"
)

// Results are all of them, and Verbs the commands that ask.
var (
	Results = []string{Answered, Failed, Stopped, Left, Busy, Full}
	Verbs   = []string{string(command.Hint), string(command.Analyse), string(command.Review), string(command.Quiz)}
)

// Ended is how a question has ended. One that several people ask at the same time is one question.
type Ended struct {
	Verb, Result string
	// Waited is how long it waited for its turn and Took how long the search took, other people's
	// turns in between included. Both are 0 if it was not begun.
	Waited, Took time.Duration
}

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
	study   [32]byte // of a study, which is in no game
}

// question is a question that is being answered.
type question struct {
	person int64  // who has asked first
	verb   string // and with which command
	done   chan struct{}
	err    error // set before done is closed

	waiting int             // how many wait for the answer
	watched context.Context // ends, by left, when nobody does any more and the search is watched
	left    context.CancelFunc
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
	// watched is whether the search ends when nobody waits for the answer any more.
	watched bool
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
	verb := string(req.Cmd.Path)
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
			a.ended(Ended{Verb: verb, Result: Busy})
			return nil, request.Refuse("advice.busy", "count", own)
		case len(a.pending) >= maxPending:
			a.ended(Ended{Verb: verb, Result: Full})
			return nil, request.Refuse("advice.queue")
		}
	}
	q := &question{person: req.Player.ID, verb: verb, done: make(chan struct{})}
	q.watched, q.left = context.WithCancel(context.Background())
	return nil, &request.UnansweredError{Wait: func(ctx context.Context) error { return a.wait(ctx, q, k, s) }}
}

// wait returns when a question has been answered, or cannot be because the program ends. It asks it
// unless somebody waits for the answer already. What has begun goes on if the context ends, unless the search is watched.
func (a *Advisor) wait(ctx context.Context, q *question, k key, s search) error {
	a.mu.Lock()
	if other := a.pending[k]; other != nil {
		q = other
		q.waiting++
		a.mu.Unlock()
	} else if _, ok := a.known.Get(k); ok {
		a.mu.Unlock()
		return nil
	} else {
		a.pending[k] = q
		q.waiting++
		a.mu.Unlock()
		asked := a.opt.Now()
		a.opt.Submit(computer.Task{Person: q.person, Brief: s.brief, Do: func(ctx context.Context, yield func() bool) {
			a.answer(ctx, k, q, s, asked, yield)
		}})
	}
	select {
	case <-q.done:
		return q.err
	case <-ctx.Done():
		a.leave(q, k, s)
		return ctx.Err()
	}
}

// leave notes that somebody does not wait for an answer any more.
func (a *Advisor) leave(q *question, k key, s search) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if q.waiting--; q.waiting > 0 || !s.watched || a.pending[k] != q {
		return
	}
	delete(a.pending, k) // who asks now has it asked anew
	q.left()
}

// answer finds the answer to a question and remembers it.
func (a *Advisor) answer(ctx context.Context, k key, q *question, s search, asked time.Time, yield func() bool) {
	began := a.opt.Now()
	watched, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(q.watched, cancel)
	if q.watched.Err() != nil {
		cancel() // before the search begins
	}
	answer, err := find(watched, s, yield)
	stop()
	cancel()
	now := a.opt.Now()
	e := Ended{Verb: q.verb, Result: Answered, Waited: began.Sub(asked), Took: now.Sub(began)}
	switch {
	case err == nil:
		a.known.Set(k, answer, s.cost)
		a.opt.Log.InfoContext(ctx, "advised", "kind", k.kind, "game", k.game, "player", q.person, "ply", k.ply,
			"waited_ms", e.Waited.Milliseconds(), "ms", e.Took.Milliseconds())
	case ctx.Err() != nil:
		e = Ended{Verb: q.verb, Result: Stopped}
	case q.watched.Err() != nil:
		e = Ended{Verb: q.verb, Result: Left}
	default:
		e.Result = Failed
		a.opt.Log.ErrorContext(ctx, "advice", "kind", k.kind, "game", k.game, "error", err)
	}
	a.mu.Lock()
	if a.pending[k] == q {
		delete(a.pending, k)
	}
	if ctx.Err() != nil {
		a.stopped, err = true, nil
	}
	a.mu.Unlock()
	a.ended(e)
	q.err = err
	close(q.done)
	q.left()
}

// ended tells how a question has ended.
func (a *Advisor) ended(e Ended) {
	if a.opt.Ended != nil {
		a.opt.Ended(e)
	}
}

// Waiting returns how many questions are not answered yet, by the command that asked.
func (a *Advisor) Waiting() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := map[string]int{}
	for _, q := range a.pending {
		n[q.verb]++
	}
	return n
}

func find(ctx context.Context, s search, yield func() bool) (answer any, err error) {
	defer panics.Catch(&err)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.find(ctx, engine.New(engine.Options{}), yield)
}
