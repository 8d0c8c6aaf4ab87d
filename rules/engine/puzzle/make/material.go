package main

import (
	"context"
	"slices"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
	"stackmate/rules/engine/review"
)

// What a puzzle about material asks for, in hundredths of a pawn.
const (
	wins    engine.Score = 200 // what the solution wins at least
	clearly engine.Score = 150 // by how much the best move is better than the next
	won     engine.Score = 500 // a side that is so much ahead has nothing to solve
)

// longestLine is how many moves of the solver a solution has at most.
const longestLine = 4

// material returns the puzzles about material in the game.
func (s *selfPlay) material(ctx context.Context) (list []*puzzle.Puzzle) {
	for n := s.opening + 1; n < len(s.scores) && ctx.Err() == nil; n++ {
		if p := s.findMaterial(ctx, n); p != nil {
			p.Seed = s.seed
			list = append(list, p)
			n += apart
		}
	}
	return list
}

// findMaterial makes a puzzle of the position after the first n plies of the game if one move
// wins material there, and not at first sight.
func (s *selfPlay) findMaterial(ctx context.Context, n int) *puzzle.Puzzle {
	moves := s.game.Moves()
	before := s.game.At(n - 1)
	pos := before.Play(moves[n-1])
	if s.scores[n-1] < -won || s.scores[n]+s.scores[n-1] < wins || !worthSolving(&pos) {
		return nil // the move that led here gave nothing away, or there was nothing left to give
	}
	at := s.prefix(n)
	line := s.winning(ctx, at, s.options.nodes*16)
	if line == nil || obvious(&before, moves[n-1], &pos, line[0]) {
		return nil
	}
	if again := s.winning(ctx, at, s.options.nodes*64); again == nil || again[0] != line[0] {
		return nil // what looks good at one depth does not at another
	}
	return puzzle.NewMaterial(before, moves[n-1], s.follow(ctx, at, line))
}

// winning returns the best line of a position if it wins material, its first move is clearly
// better than every other, and the next best does not win, too; otherwise nil. Mates are not
// for it.
func (s *selfPlay) winning(ctx context.Context, g *rules.Game, nodes uint64) []rules.Move {
	s.engine.Forget()
	r := s.engine.Search(ctx, g, engine.Limits{Nodes: nodes, Lines: 2}, nil)
	if ctx.Err() != nil || len(r.Lines) < 2 {
		return nil
	}
	best, next := r.Lines[0], r.Lines[1]
	_, mate := best.Score.Mate()
	if mate || best.Score < wins || best.Score < next.Score+clearly || next.Score > won || review.Gain(g.Position(), best.Moves) < wins {
		return nil
	}
	return best.Moves
}

// follow plays a winning line on for as long as the solver has one move that wins, but no
// longer than until all is won. What it returns ends with the solver's move.
func (s *selfPlay) follow(ctx context.Context, g *rules.Game, line []rules.Move) (solution []rules.Move) {
	start, all := g.Position(), review.Gain(g.Position(), line)
	solution = line[:1]
	for len(solution) < 2*longestLine-1 && review.Gain(start, solution) < all-clearly && len(line) > 2 {
		g.Play(line[0])
		g.Play(line[1])
		next := s.winning(ctx, g, s.options.nodes*16)
		if next == nil {
			break
		}
		solution = append(slices.Clone(solution), line[1], next[0])
		line = next
	}
	return solution
}

// obvious reports whether a move only takes back what has just captured, or wins what it
// wins by captures alone.
func obvious(before *rules.Position, led rules.Move, pos *rules.Position, m rules.Move) bool {
	if _, takes := pos.Captures(m); !takes {
		return false
	}
	_, taken := before.Captures(led)
	return taken && m.To == led.To || review.Gain(*pos, []rules.Move{m}) >= wins
}

// prefix returns the game with its first n plies alone.
func (s *selfPlay) prefix(n int) *rules.Game {
	g := rules.NewGame(s.game.Start(), 0)
	for _, m := range s.game.Moves()[:n] {
		g.Play(m)
	}
	return g
}
