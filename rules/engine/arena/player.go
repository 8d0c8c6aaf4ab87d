package main

import (
	"context"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// player chooses moves. It plays one game at a time.
type player interface {
	// begin prepares for a new game of a variant.
	begin(ctx context.Context, v *rules.Variant) error
	// choose returns a legal move in a game that is not over. The error is a failure when it
	// costs the player the game, and the context's when that has ended.
	choose(ctx context.Context, g *rules.Game) (thought, error)
	// close releases what the player holds.
	close()
}

// failure is a reason for which a player loses a game that is not over on the board.
type failure string

func (f failure) Error() string { return string(f) }

// The failures of players.
const (
	failTime    failure = "time"
	failCrash   failure = "crash"
	failIllegal failure = "illegal move"
)

// thought is a move with what its player says about it.
type thought struct {
	move  rules.Move
	score engine.Score // for the side to move
	rated bool         // whether the player said a score
	depth int
	nodes uint64
	took  time.Duration
	late  time.Duration // by how much that is more than the time for a move, if one was set
}

// time notes how long a move took of the time that was set for it.
func (t *thought) time(start time.Time, limit time.Duration) {
	t.took = time.Since(start)
	if limit > 0 {
		t.late = t.took - limit
	}
}

// newPlayer returns the player that a spec describes. The seed is for levels, which choose
// among moves by chance.
func newPlayer(s spec, seed uint64, patience time.Duration) player {
	if s.command != nil {
		return &program{spec: s, patience: patience}
	}
	return &ours{spec: s, seed: seed, engine: engine.New(engine.Options{Hash: s.hash, Threads: s.threads})}
}

// ours is our engine in this process.
type ours struct {
	spec   spec
	seed   uint64
	engine *engine.Engine
}

func (o *ours) begin(context.Context, *rules.Variant) error {
	o.engine.Forget()
	o.seed++
	return nil
}

func (o *ours) choose(ctx context.Context, g *rules.Game) (thought, error) {
	start := time.Now()
	if o.spec.level != 0 {
		m, score, ok := o.engine.Play(ctx, g, o.spec.level, o.seed)
		return thought{move: m, score: score, rated: ok, took: time.Since(start)}, ctx.Err()
	}
	r := o.engine.Search(ctx, g, engine.Limits{Nodes: o.spec.nodes, Depth: o.spec.depth, Hard: o.spec.movetime}, nil)
	t := thought{nodes: r.Nodes}
	t.time(start, o.spec.movetime)
	if len(r.Lines) > 0 {
		t.move, t.score, t.rated, t.depth = r.Lines[0].Moves[0], r.Lines[0].Score, true, r.Lines[0].Depth
	}
	return t, ctx.Err()
}

func (o *ours) close() {}
