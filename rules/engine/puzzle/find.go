package puzzle

import (
	"context"

	"stackmate/rules"
)

// Longest returns the longest mate, in moves, that puzzles of a game ask for. Three moves are
// too many in 3D-8L Chess, where a side has hundreds of moves.
func Longest(v *rules.Variant) int {
	if v.Cells() == rules.MaxCells {
		return 2
	}
	return 3
}

// FindMate makes a puzzle of the position to which a move leads, if exactly one move mates
// there in at most n moves, and none mates sooner; otherwise it returns nil. It tries every
// move, so what it says is proven.
func FindMate(ctx context.Context, before rules.Position, led rules.Move, n int) *Puzzle {
	p := &Puzzle{Variant: before.Variant(), Before: before, Led: led, Theme: Mate}
	pos := p.Position()
	var pr Prover
	for shorter := 1; shorter < n; shorter++ {
		if len(pr.Mates(ctx, &pos, shorter, 1)) > 0 {
			return nil
		}
	}
	first := pr.Mates(ctx, &pos, n, 2)
	if len(first) != 1 {
		return nil
	}
	p.Solution = pr.line(ctx, &pos, first[0], n)
	if ctx.Err() != nil {
		return nil
	}
	return p.described()
}

// NewMaterial makes a puzzle about material of the position to which a move leads. Its
// solution must be legal; that it wins is for the caller to know.
func NewMaterial(before rules.Position, led rules.Move, solution []rules.Move) *Puzzle {
	p := &Puzzle{Variant: before.Variant(), Before: before, Led: led, Solution: solution, Theme: Material}
	return p.described()
}

// described fills in what follows from the position and the solution.
func (p *Puzzle) described() *Puzzle {
	pos := p.Position()
	p.ID, p.Rating = newID(&pos), guessRating(p)
	return p
}

// line returns a move that mates in exactly n moves, the best defence and so on.
func (pr *Prover) line(ctx context.Context, p *rules.Position, m rules.Move, n int) (moves []rules.Move) {
	at := p.Play(m)
	for moves = append(moves, m); n > 1 && ctx.Err() == nil; moves = append(moves, m) {
		n--
		reply := pr.Defence(ctx, &at, n)
		at = at.Play(reply)
		ways := pr.Mates(ctx, &at, n, 1)
		if len(ways) == 0 {
			return nil // only when the context has ended
		}
		m = ways[0]
		moves = append(moves, reply)
		at = at.Play(m)
	}
	return moves
}
