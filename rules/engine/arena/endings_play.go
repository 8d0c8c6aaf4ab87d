package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// samples returns random positions of a table that White, who is to move, wins.
func (t *table) samples(n int, seed uint64) ([]rules.Position, error) {
	if t.deepest() == 0 {
		return nil, nil
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var list []rules.Position
	for len(list) < n {
		i := random.IntN(len(t.white))
		if w := t.white[i]; w == 0 || w == impossible {
			continue
		}
		p, err := t.position(i, rules.White)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// writeSamples writes positions, a line each: the game, the pieces, the position string and
// in how many moves White mates, separated by tabs.
func (t *table) writeSamples(out io.Writer, list []rules.Position) error {
	for _, p := range list {
		_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%d\n", t.variant.Key(), endingName(t.men[1:]), p.FEN(), t.wins(&p))
		if err != nil {
			return err
		}
	}
	return nil
}

// conversion says how well the engine wins positions that are won.
type conversion struct {
	games, mates int
	moves, least int // of the games that were won: played, and needed
	slowest      int
	failed       []string // position strings of the others, with how they ended
}

// playSamples lets the engine play White with some nodes a move, against a defence that
// holds out as long as possible.
func (t *table) playSamples(ctx context.Context, list []rules.Position, nodes uint64) conversion {
	var c conversion
	gr := &ground{variant: t.variant, plies: 1000}
	e := engine.New(engine.Options{})
	for _, p := range list {
		e.Forget()
		g := rules.NewGame(p, 0)
		outcome, reason := gr.over(g)
		for ; outcome == rules.Undecided; outcome, reason = gr.over(g) {
			now := g.Position()
			if now.Turn() == rules.Black {
				g.Play(t.defend(&now))
				continue
			}
			r := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
			if ctx.Err() != nil {
				return c
			}
			m, _ := r.Best()
			g.Play(m)
		}
		c.games++
		if outcome == rules.WhiteWins {
			c.mates++
			c.moves += (g.Len() + 1) / 2
			c.least += t.wins(&p)
			c.slowest = max(c.slowest, (g.Len()+1)/2)
		} else {
			c.failed = append(c.failed, fmt.Sprintf("%s: %s after %d plies", p.FEN(), reason, g.Len()))
		}
	}
	return c
}

// String returns "98 of 100 won in 12.3 moves (perfect: 9.8), the slowest in 31".
func (c conversion) String() string {
	s := fmt.Sprintf("%d of %d won", c.mates, c.games)
	if c.mates > 0 {
		s += fmt.Sprintf(" in %.1f moves (perfect: %.1f), the slowest in %d",
			float64(c.moves)/float64(c.mates), float64(c.least)/float64(c.mates), c.slowest)
	}
	return s
}
