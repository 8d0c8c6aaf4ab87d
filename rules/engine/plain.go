package engine

import (
	"context"

	"stackmate/rules"
)

// plain is a first search: alpha-beta on material.
func (e *Engine) plain(ctx context.Context, g *rules.Game, l Limits, report func(Info)) Result {
	start := e.options.Now()
	s := &plainSearch{stop: func(n uint64) bool {
		return l.Nodes > 0 && n > l.Nodes || ctx.Err() != nil || l.Hard > 0 && e.options.Now().Sub(start) > l.Hard
	}}
	var r Result
	p := g.Position()
	moves := l.Moves
	if moves == nil {
		moves = p.Moves()
	}
	for depth := 1; depth <= 30 && (l.Depth == 0 || depth <= l.Depth); depth++ {
		var lines []Line
		for _, m := range moves {
			next := p.Play(m)
			score := -s.search(&next, depth-1, -mateScore, mateScore)
			lines = append(lines, Line{Moves: []rules.Move{m}, Score: score, Depth: depth})
		}
		if s.stopped && depth > 1 {
			break
		}
		best := max(1, l.Lines)
		for i := range lines {
			for j := i; j > 0 && lines[j].Score > lines[j-1].Score; j-- {
				lines[j], lines[j-1] = lines[j-1], lines[j]
			}
		}
		r.Lines = lines[:min(best, len(lines))]
		for i, line := range r.Lines {
			if report != nil {
				report(Info{Line: line, Rank: i + 1, Selected: depth, Nodes: s.nodes, Elapsed: e.options.Now().Sub(start)})
			}
		}
		if s.stopped || len(lines) == 0 {
			break
		}
	}
	r.Nodes, r.Elapsed = s.nodes, e.options.Now().Sub(start)
	return r
}

type plainSearch struct {
	nodes   uint64
	stopped bool
	stop    func(uint64) bool
}

var plainValues = [...]Score{rules.Pawn: 100, rules.Knight: 300, rules.Bishop: 320, rules.Rook: 500, rules.Queen: 900,
	rules.GrandKnight: 900, rules.Rookbishop: 800, rules.Rookmace: 700, rules.Bishopmace: 700, rules.Mace: 300, rules.RedKnight: 300, rules.GreenKnight: 300}

func (s *plainSearch) search(p *rules.Position, depth int, alpha, beta Score) Score {
	s.nodes++
	if s.stopped || s.nodes%256 == 0 && s.stop(s.nodes) {
		s.stopped = true
		return 0
	}
	moves := p.Moves()
	if len(moves) == 0 {
		if p.InCheck() {
			return -mateScore + Score(p.Ply())
		}
		return 0
	}
	if depth <= 0 {
		var score Score
		for c := range rules.Cell(p.Variant().Cells()) {
			if piece := p.At(c); piece.Exists() {
				if piece.Color() == p.Turn() {
					score += plainValues[piece.Role()]
				} else {
					score -= plainValues[piece.Role()]
				}
			}
		}
		return score
	}
	for _, m := range moves {
		next := p.Play(m)
		alpha = max(alpha, -s.search(&next, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}
