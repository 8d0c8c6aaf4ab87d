package review

import (
	"cmp"
	"context"
	"slices"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// Exercise is a position of the game in which a player went wrong, to find something better.
type Exercise struct {
	// Ply is how many plies were played before it.
	Ply int
	Move
	// Solutions are the moves that are good enough, best first. The move played is not among
	// them.
	Solutions []rules.Move
}

// Worst returns the plies of a side's worst moves, at most n, worst first: only those that
// are at least inaccuracies.
func (r *Review) Worst(first, side rules.Color, n int) (plies []int) {
	for i, m := range r.Moves {
		if first^rules.Color(i&1) == side && m.Judgment != Good {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(a, b int) int { return cmp.Compare(r.Moves[b].Drop, r.Moves[a].Drop) })
	return plies[:min(n, len(plies))]
}

// solutions is how many moves an exercise has at most that are good enough.
const solutions = 8

// ExerciseAt makes an exercise of the position before a move of a reviewed game. It searches
// for that position with nodes, so that it knows other good moves than the best. The error
// is the context's.
func (r *Review) ExerciseAt(ctx context.Context, s Searcher, g *rules.Game, ply int, nodes uint64) (*Exercise, error) {
	e := &Exercise{Ply: ply, Move: r.Moves[ply]}
	found := s.Search(ctx, prefix(g, ply), engine.Limits{Nodes: nodes, Lines: solutions}, nil)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	e.Solutions = []rules.Move{e.Best[0]}
	for _, line := range found.Lines {
		m := line.Moves[0]
		if m != e.Played && m != e.Best[0] && Win(found.Lines[0].Score)-Win(line.Score) < least[Inaccuracy] {
			e.Solutions = append(e.Solutions, m)
		}
	}
	return e, nil
}
