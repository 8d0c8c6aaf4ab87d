package main

import (
	"context"
	"slices"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
	"stackmate/rules/engine/review"
)

// What a puzzle about material asks for, in parts of what a minor piece is worth: what the
// solution wins at least, by how much the best move is better than the next, and what the
// next best wins at most.
const wins, clearly, little = 0.8, 0.6, 0.3

// part returns a part of what a minor piece is worth in a game.
func part(v *rules.Variant, of float64) engine.Score {
	return engine.Score(of * float64(min(engine.Value(v, rules.Bishop), engine.Value(v, rules.Knight))))
}

// How many times more positions than for a move of a game the engine looks at to find a
// solution, to look closer at what it found, and to confirm it.
const finding, checking, confirming = 3, 20, 200

// longestLine is how many moves of the solver a solution has at most.
const longestLine = 4

// slips is how many moves that could be mistakes are tried in each position.
const slips = 4

// material returns puzzles about material after moves that could have been played in the
// game while it was even.
func (s *selfPlay) material(ctx context.Context) (list []*puzzle.Puzzle) {
	for n := s.opening; n < len(s.scores) && ctx.Err() == nil; n++ {
		before := s.game.At(n)
		if v := before.Variant(); max(s.scores[n], -s.scores[n]) > 2*part(v, little) {
			continue
		}
		for range slips {
			if p := s.findMaterial(ctx, n, before); p != nil {
				p.Seed = s.seed
				list = append(list, p)
				n += apart
				break
			}
		}
	}
	return list
}

// findMaterial makes a puzzle of the position after the first n plies of the game and a move
// at random if one move wins material there, and not at first sight.
func (s *selfPlay) findMaterial(ctx context.Context, n int, before rules.Position) *puzzle.Puzzle {
	moves := before.Moves()
	led := moves[s.random.IntN(len(moves))]
	pos := before.Play(led)
	if pos.Status().Over() || review.Gain(pos, nil) >= part(pos.Variant(), wins) || !worthSolving(&pos) {
		return nil
	}
	at := s.prefix(n)
	at.Play(led)
	line := s.winning(ctx, at, finding)
	if line == nil || takesBack(&before, led, line[0]) {
		return nil
	}
	for _, effort := range []uint64{checking, confirming} { // what looks good at one depth may not at another
		s.engine.Forget()
		first := line[0]
		if line = s.winning(ctx, at, effort); line == nil || line[0] != first {
			return nil
		}
	}
	solution := s.follow(ctx, at, line)
	if ctx.Err() != nil || review.Gain(pos, solution) < part(pos.Variant(), wins) {
		return nil // it does not show what it wins
	}
	return puzzle.NewMaterial(before, led, solution)
}

// winning returns the best line of a position if it wins material, its first move is clearly
// better than every other, and the next best does not win, too; otherwise nil. Mates are not
// for it.
func (s *selfPlay) winning(ctx context.Context, g *rules.Game, effort uint64) []rules.Move {
	r := s.engine.Search(ctx, g, engine.Limits{Nodes: s.options.nodes * effort, Lines: 2}, nil)
	if ctx.Err() != nil || len(r.Lines) < 2 {
		return nil
	}
	best, next, pos := r.Lines[0], r.Lines[1], g.Position()
	v := pos.Variant()
	_, mate := best.Score.Mate()
	if mate || best.Score < part(v, wins) || next.Score > min(part(v, little), best.Score-part(v, clearly)) ||
		review.Gain(pos, best.Moves) < part(v, wins) {
		return nil
	}
	return best.Moves
}

// follow plays a winning line on until the material is taken, but only for as long as the
// solver has one move that wins. What it returns ends with the solver's move.
func (s *selfPlay) follow(ctx context.Context, g *rules.Game, line []rules.Move) (solution []rules.Move) {
	start := g.Position()
	us, had := start.Turn(), lead(&start, start.Turn())
	solution = line[:1]
	for len(solution) < 2*longestLine-1 && len(line) > 2 {
		g.Play(line[0])
		if now := g.Position(); lead(&now, us) >= had+part(now.Variant(), wins) {
			break
		}
		g.Play(line[1])
		next := s.winning(ctx, g, checking)
		if next == nil {
			break
		}
		solution = append(slices.Clone(solution), line[1], next[0])
		line = next
	}
	return solution
}

// takesBack reports whether a move only takes back what has just captured.
func takesBack(before *rules.Position, led, m rules.Move) bool {
	_, taken := before.Captures(led)
	return taken && m.To == led.To
}

// prefix returns the game with its first n plies alone.
func (s *selfPlay) prefix(n int) *rules.Game {
	g := rules.NewGame(s.game.Start(), 0)
	for _, m := range s.game.Moves()[:n] {
		g.Play(m)
	}
	return g
}
