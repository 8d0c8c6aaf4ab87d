package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// openings makes random openings: legal plies from the starting position after which no
// side is better than the bound. The same seed gives the same openings as long as the engine
// that judges them is the same.
type openings struct {
	variant *rules.Variant
	plies   int
	bound   engine.Score
	random  *rand.Rand
	judge   *engine.Engine
	seen    map[uint64]bool // hashes of the positions that were given out
}

// judgeNodes is how many positions are searched to judge an opening.
const judgeNodes = 5000

// maxTries is how many random openings are made to find one that is balanced and new.
const maxTries = 1000

func newOpenings(v *rules.Variant, plies int, bound engine.Score, seed uint64) *openings {
	return &openings{variant: v, plies: plies, bound: bound, random: rand.New(rand.NewPCG(seed, 0)),
		judge: engine.New(engine.Options{Hash: 1}), seen: map[uint64]bool{}}
}

// next returns an opening that differs from those before.
func (o *openings) next(ctx context.Context) ([]rules.Move, error) {
	for range maxTries {
		g := rules.NewGame(o.variant.Start(), 0)
		if !o.wander(g) {
			continue
		}
		p := g.Position()
		if o.seen[p.Hash()] || p.Status() != rules.Ongoing {
			continue
		}
		o.judge.Forget()
		r := o.judge.Search(ctx, g, engine.Limits{Nodes: judgeNodes}, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s := r.Lines[0].Score; max(s, -s) <= o.bound {
			o.seen[p.Hash()] = true
			return g.Moves(), nil
		}
	}
	return nil, fmt.Errorf("among %d random openings of %d plies in %s none is new and within %s; try -plies or -balance",
		maxTries, o.plies, o.variant.Key(), o.bound)
}

// wander plays random legal moves; it reports whether there were enough.
func (o *openings) wander(g *rules.Game) bool {
	for range o.plies {
		p := g.Position()
		moves := p.Moves()
		if len(moves) == 0 {
			return false
		}
		g.Play(moves[o.random.IntN(len(moves))])
	}
	return true
}
