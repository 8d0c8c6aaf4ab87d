package engine

import (
	"context"
	"math"
	"slices"
	"strings"

	"stackmate/rules"
)

// Level is how well the engine plays against people, from 1, for beginners, to MaxLevel.
type Level int

// MaxLevel is the strongest level.
const MaxLevel Level = 8

// Valid reports whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// skill is how a level plays. Weak levels look less far, and choose among moves that seem
// nearly as good as the best: one that is temperature worse is chosen about a third as
// often, one that is tolerance worse never.
type skill struct {
	depth                  int
	temperature, tolerance int32
	seesMate               bool // never allows mate in one if there is another move
}

var skills = [MaxLevel + 1]skill{
	1: {depth: 1, temperature: 140, tolerance: 320},
	2: {depth: 1, temperature: 12, tolerance: 60},
	3: {temperature: 22, tolerance: 80, seesMate: true},
	4: {temperature: 16, tolerance: 60, seesMate: true},
	5: {temperature: 10, tolerance: 40, seesMate: true},
	6: {temperature: 5, tolerance: 25, seesMate: true},
	7: {temperature: 2, tolerance: 10, seesMate: true},
	8: {temperature: 1, tolerance: 5, seesMate: true},
}

// greatestNodes is how many positions the strongest level searches for a move, in every game.
const greatestNodes = 1_000_000

// nodes returns how many positions a level searches for a move. Level 3 searches more of them in
// games in which there are more moves; from level to level it is the same number of times more. Levels that look one move ahead need not end
// sooner. The number is rounded so that it is the same on every processor.
func (l Level) nodes(v *rules.Variant) uint64 {
	const first = 3
	if l < first {
		return 20_000
	}
	start := v.Start()
	moves := float64(len(start.Moves()))
	least := moves * max(20, moves/5) // with hundreds of moves captures follow one another for long
	n := least * math.Pow(greatestNodes/least, float64(l-first)/float64(MaxLevel-first))
	return uint64(math.Round(n/10)) * 10
}

// Rating returns the published rating of a level in a game, as ratings has it.
func Rating(v *rules.Variant, l Level) int {
	game, _, _ := strings.Cut(v.Key(), ":")
	return ratings[game][l-1]
}

// levelEntries is the size of the transposition table for levels. It must not depend on
// Options, since a level's moves must not.
const levelEntries = DefaultHash << 20 / entrySize

// Play chooses a move at a level in the current position of a game; ok is false in a
// position without legal moves, or when the context ended first. It depends on the game,
// the level and the seed alone: the same arguments always give the same move, also in
// another process. It uses one thread.
func (e *Engine) Play(ctx context.Context, g *rules.Game, l Level, seed uint64) (m rules.Move, s Score, ok bool) {
	k := skills[l]
	p := g.Position()
	moves := p.Moves()
	for len(moves) > 0 {
		r := &run{ctx: ctx, e: e, limits: Limits{Depth: k.depth, Nodes: l.nodes(p.Variant()), Moves: moves}, start: e.options.Now(), seed: seed, skill: &k}
		line, ok := e.playOnce(ctx, g, r)
		if !ok {
			return rules.Move{}, 0, false
		}
		m, s = line.Moves[0], line.Score
		if len(moves) == 1 || !k.seesMate || !allowsMate(p, m) {
			return m, s, true
		}
		if n, lost := s.Mate(); lost && n <= 0 {
			return m, s, true // every move loses
		}
		moves = slices.DeleteFunc(moves, func(other rules.Move) bool { return other == m })
	}
	return rules.Move{}, 0, false
}

// shyness is how much a level gives for going on instead of repeating positions, in hundredths
// of a pawn: people want to play.
const shyness = 25

// playOnce is one search for a level.
func (e *Engine) playOnce(ctx context.Context, g *rules.Game, r *run) (best Line, ok bool) {
	used := e.table.entries[:min(len(e.table.entries), levelEntries)]
	if r.limits.Nodes < levelEntries/16 {
		used = used[:len(used)/16]
	}
	whole := e.table
	e.table = &table{entries: used, mask: uint64(len(used) - 1)}
	e.table.clear()
	defer func() { e.table = whole }()
	s := e.searchers[0]
	s.table = e.table
	defer func() { s.table = whole }()
	s.forget()
	s.reset(g)
	s.shy = shyness
	s.shared, s.stop = &r.nodes, r.stop
	result := r.deepen(s, nil)
	if len(result.Lines) == 0 || ctx.Err() != nil {
		return Line{}, false
	}
	return result.Lines[0], true
}

// allowsMate reports whether a move can be answered with mate at once.
func allowsMate(p rules.Position, m rules.Move) bool {
	next := p.Play(m)
	for _, reply := range next.Moves() {
		after := next.Play(reply)
		if after.InCheck() && after.Status() == rules.Checkmate {
			return true
		}
	}
	return false
}

// bias returns by how much a level overrates a move: the move with the greatest sum of
// score and bias is then one chosen at the level's temperature (the Gumbel-max trick).
func (k *skill) bias(seed uint64, m rules.Move) int32 {
	u := (float64(mix(seed^uint64(pack(m))<<32)>>11) + 0.5) / (1 << 53)
	gumbel := -math.Log(-math.Log(u)) * float64(k.temperature)
	return max(0, min(k.tolerance, int32(gumbel)+k.tolerance/4))
}

// mix spreads the bits of a number over all 64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
