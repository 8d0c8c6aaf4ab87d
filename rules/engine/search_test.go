package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"stackmate/rules"
)

// each runs a test for every game.
func each(t *testing.T, f func(t *testing.T, v *rules.Variant)) {
	for _, v := range rules.Variants() {
		t.Run(v.Key(), func(t *testing.T) { f(t, v) })
	}
}

// random returns a game of n random plies, fewer if it ends before. Captures are as likely as all
// other moves together, so that the boards get empty.
func random(v *rules.Variant, seed uint64, n int) *rules.Game {
	rng := rand.New(rand.NewPCG(seed, 7))
	g := rules.NewGame(v.Start(), 0)
	for range n {
		p := g.Position()
		var k rules.KingState
		p.Inspect(&k)
		list := p.AppendCaptures(nil, &k)
		if len(list) == 0 || rng.IntN(2) == 0 {
			list = p.Moves()
		}
		if len(list) == 0 || p.Status().Over() {
			break
		}
		g.Play(list[rng.IntN(len(list))])
	}
	return g
}

// searcherOf returns a searcher of the current position of a game that never stops.
func searcherOf(g *rules.Game) *searcher {
	s := &searcher{table: newTable(1), pruned: true, cached: true, captures: maxPly, shared: new(atomic.Uint64)}
	s.stop = func(uint64) (bool, uint64) { return false, 1 << 62 }
	s.reset(g)
	return s
}

// minimax is search without anything that saves work: every move of package rules, every
// evaluation anew. It shares only the captures at the end.
func minimax(s *searcher, depth int) int32 {
	if depth <= 0 {
		return s.quiesce(-infinite, infinite, 0)
	}
	if _, drawn := s.drawn(); drawn {
		return 0
	}
	check := s.p.InCheck()
	if !check && s.p.HalfmoveClock() >= int(s.limit) {
		return 0
	}
	moves := s.p.Moves()
	if len(moves) == 0 {
		if check {
			return -mated + int32(s.ply)
		}
		return 0
	}
	next := depth - 1
	if check && s.ply < 2*s.depth {
		next++
	}
	best := -infinite
	for _, m := range moves {
		s.make(m)
		best = max(best, -minimax(s, next))
		s.unmake()
	}
	return best
}

// TestSearchEqualsMinimax shows that windows and move ordering change neither value nor
// move.
func TestSearchEqualsMinimax(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		compared := 0
		defer func() {
			if compared < 5 {
				t.Errorf("only %d positions compared", compared)
			}
		}()
		for seed := range uint64(8) {
			g := random(v, seed, 5+int(seed)*20)
			p := g.Position()
			if p.Status().Over() {
				continue
			}
			depth := 2
			switch n := len(p.Moves()); {
			case n < 20:
				depth = 3
			case n > 100:
				depth = 1
			}
			s := searcherOf(g)
			s.pruned, s.cached, s.captures = false, false, 1
			s.stop = func(nodes uint64) (bool, uint64) { return nodes > 6000, nodes + 100 }
			r := &run{ctx: context.Background(), limits: Limits{Depth: depth}, e: &Engine{searchers: []*searcher{s}}}
			got := r.deepen(s, nil).Lines[0]
			if s.stopped {
				continue // minimax would take too long
			}
			compared++
			plain := searcherOf(g)
			plain.pruned, plain.cached, plain.captures, plain.depth = false, false, 1, depth
			plain.frames[0].extra = plain.evaluator.sum(&plain.p, plain.pawns)
			want, ok := -infinite, false
			for _, m := range p.Moves() {
				next := depth - 1
				if p.InCheck() {
					next++
				}
				plain.make(m)
				score := -minimax(plain, next)
				plain.unmake()
				if score > want {
					want, ok = score, false
				}
				ok = ok || score == want && m == got.Moves[0]
			}
			if got.Score != Score(want) || !ok {
				t.Errorf("%s, depth %d: %s %v, want %v", p.FEN(), depth, v.LAN(got.Moves[0]), got.Score, Score(want))
			}
		}
	})
}

// TestIncremental shows that what is kept up to date move by move equals what is made anew.
func TestIncremental(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		rng := rand.New(rand.NewPCG(3, 4))
		s := searcherOf(random(v, 1, 30))
		for range 3000 {
			moves := s.p.Moves()
			if len(moves) == 0 || s.ply == maxPly || s.ply > 0 && rng.IntN(3) == 0 {
				if s.ply == 0 {
					break
				}
				s.unmake()
			} else {
				s.make(moves[rng.IntN(len(moves))])
			}
			acc, phase, count, placed := s.acc, s.phase, s.count, s.pawns
			if s.recount(); s.acc != acc || s.phase != phase || s.count != count || s.pawns != placed {
				t.Fatalf("%s: %v %d %d %x, made anew %v %d %d %x", s.p.FEN(), acc, phase, count, placed, s.acc, s.phase, s.count, s.pawns)
			}
			extra, fresh := s.evaluator.sum(&s.p, s.pawns), evaluator{t: s.t, known: make([]pawns, knownPawns)}
			if anew := fresh.sum(&s.p, s.pawns); extra != anew {
				t.Fatalf("%s: features worth %v, found anew %v", s.p.FEN(), extra, anew)
			}
			if s.keys[len(s.keys)-1] != s.p.Hash() {
				t.Fatalf("%s: another key", s.p.FEN())
			}
		}
	})
}

// TestPickerHandsOutEveryMoveOnce tries it with moves of other positions as killers.
func TestPickerHandsOutEveryMoveOnce(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		var killers [2]rules.Move
		for seed := range uint64(40) {
			s := searcherOf(random(v, seed, 3*int(seed)))
			legal := s.p.Moves()
			f := &s.frames[0]
			s.p.Inspect(&f.king)
			table := rules.Move{}
			if len(legal) > 0 && seed%2 == 0 {
				table = legal[int(seed)%len(legal)]
			}
			f.picker.start(table, killers, killers[1])
			var got []rules.Move
			for m, ok := s.pick(f, false); ok; m, ok = s.pick(f, false) {
				got = append(got, m)
			}
			if len(legal) > 1 {
				killers = [2]rules.Move{legal[len(legal)/2], legal[len(legal)/3]}
			}
			order := func(a, b rules.Move) int { return int(pack(a)) - int(pack(b)) }
			slices.SortFunc(got, order)
			slices.SortFunc(legal, order)
			if !slices.Equal(got, legal) {
				t.Fatalf("%s: %d moves, want %d", s.p.FEN(), len(got), len(legal))
			}
		}
	})
}

// TestPackedMoves shows that a move survives the transposition table.
func TestPackedMoves(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		table := newTable(1)
		for seed := range uint64(20) {
			g := random(v, seed, 5*int(seed))
			p := g.Position()
			for i, m := range p.Moves() {
				score, depth := int32(i)*17-900, i%90
				table.store(p.Hash(), m, score, depth, exact)
				f, ok := table.probe(p.Hash())
				if !ok || f.move != m || f.score != score || f.depth != depth || f.bound != exact {
					t.Fatalf("%s %s: %+v", p.FEN(), v.LAN(m), f)
				}
			}
		}
	})
}

// TestRepeatable shows that a search limited by nodes has one result, whatever was searched
// before.
func TestRepeatable(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		g := random(v, 5, 14)
		first, second := New(Options{}), New(Options{Hash: 32})
		a := first.Search(context.Background(), g, Limits{Nodes: 3000}, nil)
		second.Search(context.Background(), random(v, 6, 9), Limits{Nodes: 2000}, nil)
		for _, l := range []Level{1, 3, 5} {
			m1, s1, ok1 := first.Play(context.Background(), g, l, 77)
			m2, s2, ok2 := second.Play(context.Background(), g, l, 77)
			if !ok1 || !ok2 || m1 != m2 || s1 != s2 {
				t.Errorf("level %d: %s %v, then %s %v", l, v.LAN(m1), s1, v.LAN(m2), s2)
			}
		}
		first.Forget()
		b := first.Search(context.Background(), g, Limits{Nodes: 3000}, nil)
		if a.Lines[0].Score != b.Lines[0].Score || !slices.Equal(a.Lines[0].Moves, b.Lines[0].Moves) || a.Nodes != b.Nodes {
			t.Errorf("%v, then %v", a, b)
		}
	})
}
