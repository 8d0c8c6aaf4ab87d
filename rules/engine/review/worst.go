package review

import (
	"cmp"
	"slices"

	"stackmate/rules"
)

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
