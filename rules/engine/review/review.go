// Package review says what a game's moves were worth: how likely each side was to win at
// each moment, how accurate the players were, which moves were mistakes, and why.
package review

import (
	"context"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// Searcher looks for the best moves of a position; *engine.Engine is one.
type Searcher interface {
	Search(ctx context.Context, g *rules.Game, l engine.Limits, report func(engine.Info)) engine.Result
}

// Options say how much a review costs.
type Options struct {
	// Nodes is how many positions are searched for each position of the game.
	Nodes uint64
	// Progress, unless it is nil, is called after each step: each position that was searched, and
	// then each move that was judged.
	Progress func(done, of int)
}

// Review is what there is to say about a game.
type Review struct {
	// Win is how likely White was to win, from 0 to 1, in each position of the game: before
	// its first move, then after each move.
	Win   []float64
	Moves []Move
	// Accuracy is how accurate each side was, from 0 to 100, by color. It is 100 for a side
	// that never had a choice.
	Accuracy [2]float64
}

// Move is a move of the game with what it was worth.
type Move struct {
	Played rules.Move
	// Best is the best line instead of it, from the same position. It begins with the move
	// played if that was best.
	Best []rules.Move
	// Score is the worth of that line for the side that moved.
	Score engine.Score
	// Refutation is what was expected to follow the move played; it may be empty.
	Refutation []rules.Move
	// Drop is by how much the move made it less likely to win, from 0 to 1. It is 0 for the
	// best move and for one without alternative.
	Drop     float64
	Judgment Judgment
	// Reason is why the move is judged as it is. It is the zero value for a good move.
	Reason Reason
}

// Of reviews a game. It has the same result whenever the searcher has, which an engine with
// one thread does after Forget. The error is the context's.
func Of(ctx context.Context, s Searcher, g *rules.Game, o Options) (*Review, error) {
	moves := g.Moves()
	found := make([]engine.Line, len(moves)+1)
	after := make([]engine.Line, len(moves)) // what follows each move, for the other side
	// From the last position to the first, so that the engine knows already what comes.
	for n := len(moves); n >= 0; n-- {
		at := prefix(g, n)
		found[n] = evaluate(ctx, s, at, o.Nodes)
		if n < len(moves) {
			after[n] = found[n+1]
			if judge(drop(&found[n], moves[n], &after[n])) != Good {
				found[n], after[n] = doubt(ctx, s, at, found[n], moves[n], o.Nodes)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.progress(len(moves)+1-n, len(moves))
	}
	r := &Review{}
	for n, line := range found {
		win := Win(line.Score)
		if turn(g, n) == rules.Black {
			win = 1 - win
		}
		r.Win = append(r.Win, win)
	}
	var drops [2][]float64
	for n, m := range moves {
		side := turn(g, n)
		move := Move{Played: m, Best: found[n].Moves, Score: found[n].Score, Refutation: after[n].Moves}
		if len(move.Best) == 0 { // the searcher has no opinion
			move.Best = moves[n : n+1]
		}
		before := g.At(n)
		if choices := len(before.Moves()); choices > 1 {
			move.Drop = drop(&found[n], m, &after[n])
			drops[side] = append(drops[side], move.Drop)
		}
		if move.Judgment = judge(move.Drop); move.Judgment != Good {
			move.Reason = reasonFor(ctx, prefix(g, n), &move, after[n].Score)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.Moves = append(r.Moves, move)
		o.progress(len(moves)+2+n, len(moves))
	}
	for side := range drops {
		r.Accuracy[side] = accuracy(drops[side])
	}
	return r, nil
}

// drop returns by how much a move makes it less likely to win than the best line; after is
// what follows it, for the other side.
func drop(best *engine.Line, m rules.Move, after *engine.Line) float64 {
	if len(best.Moves) == 0 || m == best.Moves[0] {
		return 0
	}
	return max(0, Win(best.Score)-(1-Win(after.Score)))
}

// doubt searches the best move of the current position of a game and the one that was played
// once more, alike, and each for as long as all moves together before. It returns the better
// line of the two, and what follows the move played, for the other side.
func doubt(ctx context.Context, s Searcher, g *rules.Game, best engine.Line, played rules.Move, nodes uint64) (better, after engine.Line) {
	var lines [2]engine.Line
	for i, m := range []rules.Move{best.Moves[0], played} {
		r := s.Search(ctx, g, engine.Limits{Nodes: nodes, Moves: []rules.Move{m}}, nil)
		if len(r.Lines) == 0 {
			return best, engine.Line{}
		}
		lines[i] = r.Lines[0]
	}
	if lines[0].Score < lines[1].Score {
		lines[0] = lines[1]
	}
	return lines[0], engine.Line{Moves: lines[1].Moves[1:], Score: answered(lines[1].Score)}
}

// answered returns the worth of a move for the side that makes it as the worth of the position
// after it for the other side.
func answered(s engine.Score) engine.Score {
	switch n, mate := s.Mate(); {
	case !mate:
		return -s
	case n > 0:
		return engine.MateIn(1 - n)
	default:
		return engine.MateIn(-n)
	}
}

func (o *Options) progress(done, moves int) {
	if o.Progress != nil {
		o.Progress(done, 2*moves+1)
	}
}

// evaluate returns the best line of the current position of a game and its worth for the
// side to move. There are no moves in a position that ends the game.
func evaluate(ctx context.Context, s Searcher, g *rules.Game, nodes uint64) engine.Line {
	p := g.Position()
	switch p.Status() {
	case rules.Checkmate:
		return engine.Line{Score: engine.MateIn(0)}
	case rules.Stalemate, rules.InsufficientMaterial:
		return engine.Line{}
	}
	var line engine.Line
	if r := s.Search(ctx, g, engine.Limits{Nodes: nodes}, nil); len(r.Lines) > 0 {
		line = r.Lines[0]
	}
	if drawn(g) {
		line.Score = max(0, line.Score)
	}
	return line
}

// drawn reports whether the side to move may claim a draw.
func drawn(g *rules.Game) bool { return g.Len() > 0 && (g.ClaimRepetition() || g.ClaimMoveLimit()) }

// prefix returns a game with its first n plies alone.
func prefix(g *rules.Game, n int) *rules.Game {
	short := rules.NewGame(g.Start(), g.MoveLimit())
	for _, m := range g.Moves()[:n] {
		short.Play(m)
	}
	return short
}

// turn returns who is to move after the first n plies of a game.
func turn(g *rules.Game, n int) rules.Color {
	start := g.Start()
	return start.Turn() ^ rules.Color(n&1)
}
