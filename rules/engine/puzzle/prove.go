package puzzle

import (
	"context"
	"slices"

	"stackmate/rules"
)

// Prover finds forced mates by trying every move of both sides: what it says is proven. The
// zero value is usable. A Prover must not be used by two goroutines at the same time.
type Prover struct {
	// Nodes counts the positions that were looked at.
	Nodes   uint64
	ctx     context.Context
	buffers [][]rules.Move
	replies [2*maxMate + 2]rules.Move // by depth: the reply that refuted the last move
}

// maxMate is the longest mate, in moves of the side that mates, that a Prover looks for.
const maxMate = 4

// Forces reports whether a legal move mates in at most n moves, itself included, against
// every defence; n is at most 4. It reports false when the context ends first, so look at
// that before believing it.
func (pr *Prover) Forces(ctx context.Context, p *rules.Position, m rules.Move, n int) bool {
	if n < 1 || n > maxMate {
		return false
	}
	pr.ctx = ctx
	next := p.Play(m)
	return pr.mated(&next, n-1, 0)
}

// Mates returns the moves that mate in at most n moves against every defence. It stops after
// the first `most` of them; 0 means all.
func (pr *Prover) Mates(ctx context.Context, p *rules.Position, n, most int) (list []rules.Move) {
	for _, m := range p.Moves() {
		if pr.Forces(ctx, p, m, n) {
			if list = append(list, m); len(list) == most {
				break
			}
		}
	}
	return list
}

// mated reports whether the side to move is mated now, or in at most n more moves of the
// other side whatever it does.
func (pr *Prover) mated(p *rules.Position, n, depth int) bool {
	pr.Nodes++
	if n == 0 {
		return p.Status() == rules.Checkmate
	}
	if pr.ctx.Err() != nil {
		return false
	}
	moves := pr.moves(p, depth)
	if len(moves) == 0 {
		return p.InCheck()
	}
	// What refuted one attack often refutes the next.
	if i := slices.Index(moves, pr.replies[depth]); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	for _, m := range moves {
		var u rules.Undo
		p.Make(m, &u)
		mates := pr.mates(p, n, depth+1)
		p.Unmake(m, &u)
		if !mates {
			pr.replies[depth] = m
			return false
		}
	}
	return true
}

// mates reports whether the side to move can mate in at most n moves. It tries checks first,
// since they mate more often, and with one move left nothing else does.
func (pr *Prover) mates(p *rules.Position, n, depth int) bool {
	pr.Nodes++
	moves := pr.moves(p, depth)
	quiet := moves[:0]
	for _, m := range moves {
		var u rules.Undo
		p.Make(m, &u)
		check := p.InCheck()
		mated := check && pr.mated(p, n-1, depth+1)
		p.Unmake(m, &u)
		if mated {
			return true
		}
		if !check {
			quiet = append(quiet, m)
		}
	}
	if n == 1 {
		return false
	}
	for _, m := range quiet {
		var u rules.Undo
		p.Make(m, &u)
		mated := pr.mated(p, n-1, depth+1)
		p.Unmake(m, &u)
		if mated {
			return true
		}
	}
	return false
}

// moves returns the legal moves of a position in a buffer of its depth.
func (pr *Prover) moves(p *rules.Position, depth int) []rules.Move {
	for len(pr.buffers) <= depth {
		pr.buffers = append(pr.buffers, make([]rules.Move, 0, 256))
	}
	pr.buffers[depth] = p.AppendMoves(pr.buffers[depth][:0])
	return pr.buffers[depth]
}
