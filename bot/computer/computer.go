// Package computer plays the seats of the program: it thinks about the games in which it is to
// move, and hands the desk what it has decided.
//
// What it owes is not stored anywhere: it follows from the games, which it reads when it starts
// and whenever the desk wakes it. A list of its own, or messages to itself in the outbox, could be
// lost, held after a restore, or late after a takeback; the games cannot. After a crash while it
// thinks, the game still waits for the same move: it depends on the position, the level and a seed
// made of the game's number and the ply. The desk carries out a decision only if the game is as it
// was when the thinking began.
package computer

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"stackmate/bot/cluster"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/panics"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// Options are what a player needs. Threads and Hash may be 0; Thought may be nil.
type Options struct {
	Store data.Store
	// Act carries out a decision if the game's log still has a number of entries; see bot.Desk.
	Act func(ctx context.Context, w data.ComputerTurn, entries int, a data.ComputerAction) (done bool, err error)
	// Threads is how many games it thinks about at the same time; 0 for all cores but one, which
	// is left to people, and at least one.
	Threads int
	// Hash is the memory for positions in MB, of all threads together.
	Hash int
	Now  func() time.Time
	// Cluster are the processes that share the games; nil if this is the only one.
	Cluster *cluster.Member
	// Ran is called in each round of its loop, with the loop's name.
	Ran func(loop string)
	// Thought, unless nil, is told of each decision how long it took.
	Thought func(level int, took time.Duration)
	Log     *slog.Logger

	think thinker // nil for the engine, in tests something else
}

// thinker chooses a move, as engine.Engine.Play does.
type thinker func(ctx context.Context, worker int, g *rules.Game, l engine.Level, seed uint64) (rules.Move, engine.Score, bool)

// Times and sizes of the player's work.
const (
	// most is how many games that wait are looked at in a round.
	most = 1000
	// pollInterval is how often the games are looked at without being woken.
	pollInterval = 10 * time.Second
	// retryPause is when a turn is tried again that could not be read or played.
	retryPause = time.Minute
)

// The games are shared among processes in parts.
const (
	work  = "computer"
	parts = 16
)

// Rating returns the published rating of a level in a game.
func Rating(v *rules.Variant, level int) int { return engine.Rating(v, engine.Level(level)) }

// Player plays the program's seats. It is safe for concurrent use.
type Player struct {
	opt  Options
	wake chan struct{}

	mu        sync.Mutex
	waiting   int     // how many games wait or are thought about
	submitted []*loan // tasks that Run has not seen yet
	ended     bool    // whether Run has returned
}

// New returns a player, which plays in Run.
func New(o Options) *Player {
	if o.Threads == 0 {
		o.Threads = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if o.think == nil {
		engines := make([]*engine.Engine, o.Threads)
		for i := range engines {
			engines[i] = engine.New(engine.Options{Hash: max(1, o.Hash/o.Threads), Now: o.Now})
		}
		o.think = func(ctx context.Context, worker int, g *rules.Game, l engine.Level, seed uint64) (rules.Move, engine.Score, bool) {
			return engines[worker].Play(ctx, g, l, seed)
		}
	}
	p := &Player{opt: o, wake: make(chan struct{}, 1)}
	o.Cluster.Hear(work, func(string) { p.wakeHere() })
	return p
}

// Wake tells the player, also that of other processes, that games may have changed.
func (p *Player) Wake() {
	p.wakeHere()
	p.opt.Cluster.Tell(work, "")
}

func (p *Player) wakeHere() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Waiting returns how many games wait for the program.
func (p *Player) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}

// thought is what a worker returns.
type thought struct {
	worker int
	turn   data.ComputerTurn
	err    error
}

// Run plays until the context ends.
func (p *Player) Run(ctx context.Context) {
	ctx = data.ForJob(ctx, "computer")
	s := newScheduler(p.opt.Threads)
	done, paused := make(chan thought, p.opt.Threads), make(chan pause, p.opt.Threads)
	addProcessors(p.opt.Threads)
	defer addProcessors(-p.opt.Threads)
	var group sync.WaitGroup
	defer group.Wait()
	defer p.drop(ctx, s)
	group.Go(func() { p.opt.Cluster.Mind(ctx, work, parts) })
	poll := time.NewTimer(0)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		case <-poll.C:
		case t := <-done:
			s.finish(t, p.opt.Now())
			if t.err != nil && !errors.Is(t.err, errChanged) && ctx.Err() == nil {
				p.opt.Log.ErrorContext(ctx, "computer", "game", t.turn.Game, "error", t.err, "again_in", retryPause)
			}
		case l := <-paused:
			s.pause(l, p.opt.Now())
		}
		s.tasks = append(s.tasks, p.takeSubmitted(false)...)
		p.opt.Ran("computer")
		turns, err := p.turns(ctx)
		if err != nil {
			if ctx.Err() == nil {
				p.opt.Log.ErrorContext(ctx, "computer", "error", err)
			}
		} else {
			jobs, loans := s.assign(ctx, turns, p.opt.Now())
			for _, j := range jobs {
				group.Go(func() { done <- thought{j.worker, j.turn, p.play(j.ctx, j.worker, j.turn)} })
			}
			for _, l := range loans {
				l.lend(ctx, group.Go, paused)
			}
		}
		poll.Reset(pollInterval)
	}
}

// Minds reports whether it plays in a game, rather than in another process.
func (p *Player) Minds(game int64) bool { return p.opt.Cluster.Has(work, int(game%parts)) }

// turns returns the games that wait for this process.
func (p *Player) turns(ctx context.Context) (turns []data.ComputerTurn, err error) {
	err = p.opt.Store.View(ctx, func(tx data.Tx) (err error) {
		turns, err = tx.ComputerTurns(most)
		return err
	})
	if err != nil {
		return nil, err // as many wait as before
	}
	turns = slices.DeleteFunc(turns, func(w data.ComputerTurn) bool { return !p.Minds(w.Game) })
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = len(turns)
	return turns, nil
}

// play thinks about a game and has the desk carry out what it decides.
func (p *Player) play(ctx context.Context, worker int, w data.ComputerTurn) (err error) {
	defer panics.Catch(&err)
	began := p.opt.Now()
	var g *game.Game
	err = p.opt.Store.View(ctx, func(tx data.Tx) (err error) {
		g, err = tx.Game(w.Game)
		return err
	})
	if err != nil {
		return err
	}
	if len(g.Plies) != w.Plies {
		return errChanged
	}
	entries := len(g.Log)
	m, score, ok, err := p.think(ctx, worker, g.Rules(), w)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil: // the game has changed, or the program ends
		return nil
	case !ok:
		return errors.New("no move was found")
	}
	if p.opt.Thought != nil {
		p.opt.Thought(w.Level, p.opt.Now().Sub(began))
	}
	done, err := p.opt.Act(ctx, w, entries, decide(g, w, m, score))
	if err == nil && !done {
		return errChanged
	}
	return err
}

// think chooses a move in the background. A panic becomes an error.
func (p *Player) think(ctx context.Context, worker int, g *rules.Game, w data.ComputerTurn) (m rules.Move, score engine.Score, ok bool, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer panics.Catch(&err)
		inBackground()
		m, score, ok = p.opt.think(ctx, worker, g, engine.Level(w.Level), seed(w))
	}()
	<-done
	return m, score, ok, err
}

// errChanged says that a game has changed since it was decided what to do in it. It then has another
// turn, if any; if not, its row is damaged, and thinking again at once would be no use.
var errChanged = errors.New("the game has changed")

// seed makes the choice among equal moves the same whenever it is made again.
func seed(w data.ComputerTurn) uint64 { return uint64(w.Game)<<16 + uint64(w.Plies) }

// When the program agrees to a draw.
const (
	// minDrawPlies is how many plies must have been played before.
	minDrawPlies = 20
	// quietPlies is for how many nothing must have happened in a dead position, in which it is
	// better by less than deadScore.
	quietPlies = 40
	deadScore  = 50
)

// decide returns what to do, given the best move of the side to move and its score. The program
// claims a draw, or agrees to one, unless it is better. It also agrees if it is hardly better in a
// position in which nothing has happened for long. It never resigns: somebody who has won a game
// wants to mate.
func decide(g *game.Game, w data.ComputerTurn, m rules.Move, score engine.Score) data.ComputerAction {
	if !w.ToMove {
		score = -score
	}
	r := g.Rules()
	p := r.Position()
	dead := score < deadScore && p.HalfmoveClock() >= quietPlies
	switch {
	case w.Offered && (score <= 0 || dead) && len(g.Plies) >= minDrawPlies:
		return data.ComputerAction{AcceptsDraw: true}
	case !w.ToMove:
		return data.ComputerAction{}
	case score <= 0 && (r.ClaimRepetition() || r.ClaimMoveLimit()):
		return data.ComputerAction{ClaimsDraw: true}
	}
	return data.ComputerAction{Plays: true, Move: m}
}
