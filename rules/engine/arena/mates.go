package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
)

// hunt looks for mates at the ends of games in which one side plays random moves.
type hunt struct {
	variant  *rules.Variant
	nodes    uint64        // a move of the side that plays well
	patience time.Duration // to prove one mate
	random   *rand.Rand
	engine   *engine.Engine
	prover   puzzle.Prover
	seen     map[uint64]bool
}

// maxHunted is how many plies a game may have before it is given up.
const maxHunted = 300

func runMates(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("mates", flag.ContinueOnError)
	variants := f.String("variant", strings.Join(mainKeys, ","), "the `games`, separated by commas")
	count := f.Int("count", 40, "how many mates of each length")
	longest := f.Int("longest", 3, "the longest mates in `moves`; at most 2 in 3d8l")
	nodes := f.Uint64("nodes", 300, "a move of the side that plays well")
	games := f.Int("games", 2000, "give a length up after so many games")
	patience := f.Duration("patience", 20*time.Second, "give a proof up after this time")
	seed := f.Uint64("seed", 1, "the same seed gives the same games")
	if err := parse(f, args); err != nil {
		return err
	}
	if *longest < 1 || *longest > 3 {
		return fmt.Errorf("-longest is from 1 to 3")
	}
	for _, name := range strings.Split(*variants, ",") {
		v, err := variantNamed(name)
		if err != nil {
			return err
		}
		h := &hunt{variant: v, nodes: *nodes, patience: *patience, random: rand.New(rand.NewPCG(*seed, 0)),
			engine: engine.New(engine.Options{}), seen: map[uint64]bool{}}
		most := *longest
		if v.Key() == "3d8l" {
			most = min(most, 2)
		}
		if err := h.run(ctx, most, *count, *games, out); err != nil {
			return err
		}
	}
	return nil
}

// run writes mates of each length, a line each: the game, the number of moves and the
// position string, separated by tabs.
func (h *hunt) run(ctx context.Context, longest, count, games int, out io.Writer) error {
	found := make([]int, longest+1)
	missing := longest * count
	for range games {
		g := h.play(ctx)
		for n := 1; n <= longest && missing > 0; n++ {
			if found[n] == count || g.Len() < 2*n-1 {
				continue
			}
			p := g.At(g.Len() - 2*n + 1)
			if h.seen[p.Hash()] || !h.shortest(ctx, &p, n) {
				continue
			}
			h.seen[p.Hash()] = true
			found[n]++
			missing--
			if _, err := fmt.Fprintf(out, "%s\t%d\t%s\n", h.variant.Key(), n, p.FEN()); err != nil {
				return err
			}
		}
		if missing == 0 || ctx.Err() != nil {
			break
		}
	}
	return nil
}

// play plays a game, and returns one without moves unless it ends with a mate.
func (h *hunt) play(ctx context.Context) *rules.Game {
	none := rules.NewGame(h.variant.Start(), 0)
	g := rules.NewGame(h.variant.Start(), 0)
	gr := ground{variant: h.variant, plies: maxHunted}
	loser := rules.Color(h.random.IntN(2))
	h.engine.Forget()
	for {
		p := g.Position()
		switch outcome, reason := gr.over(g); {
		case reason == rules.Checkmate.String():
			return g
		case outcome != rules.Undecided:
			return none
		}
		moves := p.Moves()
		m := moves[h.random.IntN(len(moves))]
		if p.Turn() != loser {
			r := h.engine.Search(ctx, g, engine.Limits{Nodes: h.nodes}, nil)
			if ctx.Err() != nil {
				return none
			}
			m, _ = r.Best()
		}
		g.Play(m)
	}
}

// shortest reports whether the side to move mates in n moves against every defence, and not
// sooner.
func (h *hunt) shortest(ctx context.Context, p *rules.Position, n int) bool {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	return (n == 1 || len(h.prover.Mates(ctx, p, n-1, 1)) == 0) && len(h.prover.Mates(ctx, p, n, 1)) == 1 && ctx.Err() == nil
}
