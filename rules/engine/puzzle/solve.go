package puzzle

import (
	"context"
	"slices"

	"stackmate/rules"
)

// Verdict says what a solver's move was.
type Verdict uint8

const (
	// Wrong means that the move does not solve the puzzle.
	Wrong Verdict = iota
	// Continue means that the move is right and the other side has answered it.
	Continue
	// Solved means that the move is right and the puzzle is solved.
	Solved
)

// Try judges a move of the solver. Played are the moves since the puzzle's position, the
// solver's and the replies to them, all as Try returned them; m must be legal after them.
// With Continue, reply is the move with which the other side answers.
//
// The first move is right only if it is the solution's. After that every move is right that
// mates in as many moves as are left, and a mate is always right.
func (p *Puzzle) Try(played []rules.Move, m rules.Move) (v Verdict, reply rules.Move) {
	game := p.Game(played...)
	pos := game.Position()
	after := pos.Play(m)
	if after.Status() == rules.Checkmate {
		return Solved, rules.Move{}
	}
	next := len(played) + 1 // how many moves there are with m
	line := slices.Concat(played, []rules.Move{m})
	onLine := next <= len(p.Solution) && slices.Equal(line, p.Solution[:next])
	left := (len(p.Solution) - next + 1) / 2 // moves of the solver after m
	switch {
	case onLine && next == len(p.Solution):
		return Solved, rules.Move{}
	case onLine:
		return Continue, p.Solution[next]
	case len(played) == 0 || p.Theme != Mate || left < 1:
		return Wrong, rules.Move{}
	}
	var pr Prover
	ctx := context.Background() // two moves are left at most
	if !pr.Forces(ctx, &pos, m, left+1) {
		return Wrong, rules.Move{}
	}
	return Continue, pr.Defence(ctx, &after, left)
}

// Defence returns the reply that holds out longest in a position in which the side to move
// is mated in at most n more moves of the other side, and of several such replies the one
// that leaves the fewest moves that mate. There must be a legal move.
func (pr *Prover) Defence(ctx context.Context, p *rules.Position, n int) rules.Move {
	var best rules.Move
	longest, fewest := 0, 0
	for _, m := range p.Moves() {
		next := p.Play(m)
		length, ways := 0, 0
		for ways == 0 && length < n {
			length++
			ways = len(pr.Mates(ctx, &next, length, 0))
		}
		if length > longest || length == longest && ways < fewest {
			best, longest, fewest = m, length, ways
		}
	}
	return best
}
