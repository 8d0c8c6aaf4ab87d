package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"stackmate/rules"
)

// run is one search by one or more threads.
type run struct {
	ctx    context.Context
	e      *Engine
	limits Limits
	report func(Info)
	start  time.Time
	nodes  atomic.Uint64 // of all threads, in steps
	ended  atomic.Bool
	skill  *skill // of a level; nil at full strength
	seed   uint64
}

// rootMove is a move of the position that is searched, with the line that is expected.
type rootMove struct {
	line  []rules.Move
	score int32 // bias included
	bias  int32 // by how much the move is overrated
}

// result returns what was found out about a move.
func (m *rootMove) result(depth int) Line {
	return Line{slices.Clone(m.line), Score(m.score - m.bias), depth}
}

// checkEvery is how many nodes are searched before time is looked at.
const checkEvery = 512

// stop says whether a thread that has searched a number of nodes must stop, and if not,
// after how many it should ask again.
func (r *run) stop(nodes uint64) (bool, uint64) {
	if r.ended.Load() || r.ctx.Err() != nil {
		return true, 0
	}
	if n := r.limits.Nodes; n > 0 && (nodes >= n || len(r.e.searchers) > 1 && r.nodes.Load() >= n) {
		return true, 0
	}
	if r.limits.Hard > 0 && r.elapsed() >= r.limits.Hard {
		return true, 0
	}
	next := nodes + checkEvery
	if r.limits.Nodes > 0 {
		next = min(next, r.limits.Nodes)
	}
	return false, next
}

func (r *run) elapsed() time.Duration { return r.e.options.Now().Sub(r.start) }

// deepen searches the position of a searcher deeper and deeper until a limit is reached.
func (r *run) deepen(s *searcher, tell func(s *searcher, line Line, rank int)) (result Result) {
	moves := r.rootMoves(s)
	if len(moves) == 0 {
		return result
	}
	lines := min(max(1, r.limits.Lines), len(moves))
	result.Lines = []Line{{Moves: moves[0].line}}
	greatest := maxPly - 20
	if r.limits.Depth > 0 {
		greatest = min(greatest, r.limits.Depth)
	}
	var hunt mateHunt
	for depth := 1; depth <= greatest; depth++ {
		done := true
		for rank := range lines {
			if done = s.aspire(moves[rank:], depth); !done {
				// What was found in this depth counts for the best line alone.
				if rank == 0 && moves[0].score > -infinite {
					result.Lines[0] = moves[0].result(depth)
				}
				break
			}
		}
		if !done {
			break
		}
		if tell != nil {
			if line, exact := r.hunt(s, &hunt, moves[0].result(depth)); exact {
				result.Lines = []Line{line}
				tell(s, line, 1)
				break
			}
		}
		slices.SortStableFunc(moves[:lines], func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
		result.Lines = result.Lines[:0]
		for i := range lines {
			result.Lines = append(result.Lines, moves[i].result(depth))
			if tell != nil {
				tell(s, result.Lines[i], i+1)
			}
		}
		if r.enough(moves, depth) {
			break
		}
	}
	return result
}

// enough reports whether a search may end after a depth although no limit forces it.
func (r *run) enough(moves []rootMove, depth int) bool {
	if n, ok := Score(moves[0].score - moves[0].bias).Mate(); ok {
		if r.limits.Mate > 0 && n > 0 && n <= r.limits.Mate {
			return true
		}
		limited := r.limits.Nodes > 0 || r.limits.Soft > 0 || r.limits.Hard > 0
		if limited && r.limits.Lines <= 1 && depth > 2*max(n, -n)+2 {
			return true
		}
	}
	if r.limits.Soft > 0 && (r.elapsed() >= r.limits.Soft || len(moves) == 1 && depth >= 4) {
		return true
	}
	return false
}

// rootMoves returns the moves to choose from.
func (r *run) rootMoves(s *searcher) (list []rootMove) {
	for _, m := range s.p.Moves() {
		if r.limits.Moves == nil || slices.Contains(r.limits.Moves, m) {
			bias := int32(0)
			if r.skill != nil {
				bias = r.skill.bias(r.seed, m)
			}
			list = append(list, rootMove{line: []rules.Move{m}, bias: bias})
		}
	}
	return list
}

// aspire searches the root with a window around the last score, and wider ones while the
// score is outside. It reports whether the search was completed.
func (s *searcher) aspire(moves []rootMove, depth int) bool {
	alpha, beta := -infinite, infinite
	last, delta := moves[0].score, int32(25)
	if depth >= 5 && last > -mating && last < mating {
		alpha, beta = last-delta, last+delta
	}
	for {
		score, ok := s.searchRoot(moves, alpha, beta, depth)
		if !ok {
			return false
		}
		switch {
		case score <= alpha && alpha > -infinite:
			alpha = max(-infinite, score-delta)
		case score >= beta && beta < infinite:
			beta = min(infinite, score+delta)
		default:
			return true
		}
		if delta *= 3; delta > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// searchRoot searches the moves of the root and puts the best first.
func (s *searcher) searchRoot(moves []rootMove, alpha, beta int32, depth int) (best int32, ok bool) {
	f := &s.frames[0]
	s.depth = depth
	s.p.Inspect(&f.king)
	check := f.king.InCheck()
	f.static = s.evaluate(-infinite, infinite)
	if check {
		f.static = -infinite
	}
	best = -infinite
	low := alpha
	for i := range moves {
		moves[i].score = -infinite
	}
	for i := range moves {
		m := moves[i].line[0]
		quiet := s.quiet(m)
		history := int32(0)
		if quiet {
			history = int32(*s.history(m)) + int32(*s.answer(m))
		}
		bias := moves[i].bias
		s.make(m)
		score := s.searchMove(f, low-bias, beta-bias, depth, i+1, quiet, check, false, history) + bias
		s.unmake()
		if score-bias >= mating { // a mate is a mate
			score, moves[i].bias = score-bias, 0
		}
		if s.stopped {
			return best, false
		}
		if score <= best {
			continue
		}
		best = score
		if score > low || i == 0 {
			moves[i].score = score
			moves[i].line = append(append(make([]rules.Move, 0, 8), m), s.frames[1].line...)
			chosen := moves[i]
			copy(moves[1:i+1], moves[:i])
			moves[0] = chosen
			low = max(low, score)
		}
		if score >= beta {
			break
		}
	}
	return best, true
}

// tell reports a line.
func (r *run) tell(s *searcher, line Line, rank int) {
	if r.report == nil {
		return
	}
	r.report(Info{Line: line, Rank: rank, Selected: max(s.selected, line.Depth), Nodes: r.nodes.Load() + s.nodes - s.told, Elapsed: r.elapsed(), HashFull: r.e.table.full()})
}
