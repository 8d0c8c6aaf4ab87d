package engine

import (
	"math"

	"stackmate/rules"
)

// reductions says by how much later moves are searched less deep, by depth and number of
// the move.
var reductions = func() (table [64][256]int8) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 256; n++ {
			table[depth][n] = int8(0.6 + math.Log(float64(depth))*math.Log(float64(n))/2.3)
		}
	}
	return table
}()

// out reports whether the search must stop.
func (s *searcher) out() bool {
	if s.nodes >= s.checkAt && !s.stopped {
		s.shared.Add(s.nodes - s.told)
		s.told = s.nodes
		s.stopped, s.checkAt = s.stop(s.nodes)
	}
	return s.stopped
}

// search returns the score of the position, searched to a depth, within a window.
func (s *searcher) search(alpha, beta int32, depth int, cut bool) int32 {
	if depth <= 0 {
		return s.quiesce(alpha, beta, 0)
	}
	s.nodes++
	f := &s.frames[s.ply]
	f.line = f.line[:0]
	if s.out() {
		return 0
	}
	if score, ok := s.drawn(); ok {
		return score
	}
	if s.ply >= maxPly {
		return s.evaluate(alpha, beta)
	}
	alpha, beta = max(alpha, -mated+int32(s.ply)), min(beta, mated-int32(s.ply)-1) // mate distance
	if alpha >= beta {
		return alpha
	}
	pv := beta-alpha > 1
	key := s.keys[len(s.keys)-1]
	entry, known := s.table.probe(key)
	leaveOut := f.without != (rules.Move{})
	if known && !pv && s.cached && !leaveOut && entry.depth >= depth && s.p.HalfmoveClock() < int(s.limit)-20 {
		score := fromTable(entry.score, s.ply)
		if entry.bound == exact || entry.bound == lower && score >= beta || entry.bound == upper && score <= alpha {
			return score
		}
	}
	s.p.Inspect(&f.king)
	check := f.king.InCheck()
	if !check && s.p.HalfmoveClock() >= int(s.limit) {
		return 0
	}
	if entry.move != (rules.Move{}) && !s.p.Legal(entry.move, &f.king) {
		entry.move = rules.Move{} // of another position with the same key
	}
	if check {
		f.static, f.extra = -infinite, s.frames[s.ply-1].extra
	} else {
		wide := 100 * int32(depth)
		f.static = s.evaluate(alpha-wide, beta+wide)
		if s.pruned && !pv && !leaveOut && beta > -mating && beta < mating {
			value := f.static
			if known && entry.says(value) && entry.score > -mating && entry.score < mating {
				value = entry.score
			}
			if score, ok := s.prune(value, alpha, beta, depth, cut); ok {
				return score
			}
		}
		if s.pruned && depth >= 4 && entry.move == (rules.Move{}) {
			depth-- // without a move to begin with, a search less deep finds one
		}
	}
	f.extend = 0
	if s.pruned && s.cached && depth >= 7 && !leaveOut && entry.move != (rules.Move{}) && entry.bound != upper &&
		entry.depth >= depth-3 && entry.score > -mating && entry.score < mating && s.ply < 2*s.depth {
		bound := entry.score - 2*int32(depth)
		f.without = entry.move
		score := s.search(bound-1, bound, (depth-1)/2, cut)
		f.without = rules.Move{}
		switch {
		case s.stopped:
			return 0
		case score < bound:
			f.extend = 1 // no other move is nearly as good
		case bound >= beta && !pv:
			return bound // several moves are too good
		}
	}
	return s.searchMoves(f, alpha, beta, depth, cut, key, entry.move)
}

// prune tries to show without a whole search that a position that seems to be worth a value
// is too good or too bad to matter.
func (s *searcher) prune(value, alpha, beta int32, depth int, cut bool) (score int32, ok bool) {
	f := &s.frames[s.ply]
	improving := int32(0)
	if s.ply >= 2 && f.static > s.frames[s.ply-2].static {
		improving = 1
	}
	if margin := 85 * (int32(depth) - improving); depth <= 7 && value-margin >= beta {
		return value, true
	}
	if depth <= 3 && value+250*int32(depth) < alpha {
		if score := s.quiesce(alpha, alpha+1, 0); score <= alpha {
			return score, true
		}
	}
	passed := s.ply > 0 && s.frames[s.ply-1].move == (rules.Move{})
	if depth >= 3 && value >= beta && !passed && !s.zugzwangLikely() {
		less := 3 + depth/4 + int(min(2, (value-beta)/200))
		s.pass()
		score := -s.search(-beta, -beta+1, depth-1-less, !cut)
		s.unpass()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			return min(score, mating-1), true
		}
	}
	return 0, false
}

// zugzwangLikely reports whether having to move may be a disadvantage: the side to move has
// little but its king and pawns.
func (s *searcher) zugzwangLikely() bool {
	set := s.p.Pieces(s.p.Turn())
	pieces := 0
	for c := range set.All {
		if role := s.p.At(c).Role(); role != rules.Pawn && role != rules.King {
			if pieces++; pieces == 2 {
				return false
			}
		}
	}
	return true
}

// searchMoves searches the moves of a position whose king is inspected.
func (s *searcher) searchMoves(f *frame, alpha, beta int32, depth int, cut bool, key uint64, first rules.Move) int32 {
	pv, check := beta-alpha > 1, f.king.InCheck()
	best, bestMove, kind := -infinite, rules.Move{}, upper
	counter := rules.Move{}
	if s.ply > 0 {
		counter = *s.counter()
	}
	s.frames[s.ply+2].killers = [2]rules.Move{}
	f.picker.start(first, f.killers, counter)
	f.tried = f.tried[:0]
	futile := s.pruned && !pv && !check && depth <= 6 && beta > -mating && f.static+90*int32(depth)+60 <= alpha
	n, skipQuiets := 0, futile
	for {
		m, ok := s.pick(f, skipQuiets)
		if !ok {
			break
		}
		if m == f.without {
			continue
		}
		n++
		quiet := s.quiet(m)
		if s.pruned && best > -mating && !check {
			if quiet && !pv {
				if n >= s.enough(f, depth) {
					skipQuiets = true
				}
			}
			if !quiet && depth <= 5 && n > 1 && s.loses(m, 60*int32(depth)) {
				continue
			}
			if quiet && !pv && depth <= 6 && n > 1 && m.Kind < rules.EnPassant && !s.exchange.wins(&s.p, m, -40*int32(depth)) {
				continue
			}
		}
		history := int32(0)
		if quiet {
			history = int32(*s.history(m)) + int32(*s.answer(m))
			f.tried = append(f.tried, m)
		}
		s.make(m)
		score := s.searchMove(f, alpha, beta, depth, n, quiet, check, cut, history)
		s.unmake()
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestMove, kind = score, m, exact
		if pv {
			f.line = append(append(f.line[:0], m), s.frames[s.ply+1].line...)
		}
		if alpha >= beta {
			kind = lower
			if quiet {
				s.remember(f, m, depth)
			}
			break
		}
	}
	if n == 0 {
		switch {
		case f.without != (rules.Move{}):
			return alpha
		case futile:
			return f.static
		case check:
			return -mated + int32(s.ply)
		}
		return 0
	}
	if futile {
		best = max(best, f.static)
	}
	if s.p.HalfmoveClock() >= int(s.limit) {
		return 0
	}
	if f.without == (rules.Move{}) {
		s.table.store(key, bestMove, toTable(best, s.ply), depth, kind)
	}
	return best
}

// searchMove returns the score of the move that has just been made, the n-th of its
// position: the later and quieter, the less deep it is searched, unless it turns out to be
// good.
func (s *searcher) searchMove(f *frame, alpha, beta int32, depth, n int, quiet, check, cut bool, history int32) int32 {
	pv := beta-alpha > 1
	next := depth - 1
	switch {
	case check && s.ply < 2*s.depth:
		next++
	case n == 1:
		next += f.extend
	}
	less := 0
	if s.pruned && depth >= 3 && n > 1 && !check {
		less = int(reductions[min(depth, 63)][min(n, 255)])
		if !quiet {
			less /= 2
		} else {
			if cut {
				less++
			}
			less -= int(history / 8000)
		}
		if pv {
			less--
		}
		less = max(0, min(less, next-1))
	}
	if n > 1 || !pv {
		score := -s.search(-alpha-1, -alpha, next-less, true)
		if less > 0 && score > alpha && !s.stopped {
			score = -s.search(-alpha-1, -alpha, next, !cut)
		}
		if !pv || score <= alpha || s.stopped || score >= beta && s.ply > 1 {
			return score
		}
	}
	return -s.search(-beta, -alpha, next, false)
}

// enough is how many moves of a position are searched at a low depth before the quiet ones
// that are left are skipped.
func (s *searcher) enough(f *frame, depth int) int {
	if depth > 7 {
		return 1 << 20
	}
	n := 4 + depth*depth
	if s.ply >= 2 && f.static > s.frames[s.ply-2].static {
		n *= 2
	}
	return n
}

// counter returns the place of the move that refutes the last move.
func (s *searcher) counter() *rules.Move {
	last := &s.frames[s.ply-1]
	return &s.counters[last.piece&(maxPieces-1)][last.move.To&(maxCells-1)]
}

// remember notes a quiet move that was too good for the opponent, and those that were not.
func (s *searcher) remember(f *frame, m rules.Move, depth int) {
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	if s.ply > 0 {
		*s.counter() = m
	}
	bonus := min(int32(depth*depth)*16, 1600)
	for _, other := range f.tried {
		if other != m {
			reward(s.history(other), -bonus)
			reward(s.answer(other), -bonus)
		}
	}
	reward(s.history(m), bonus)
	reward(s.answer(m), bonus)
}

// Mates are stored as plies from the position, and searched as plies from the root.
func toTable(score int32, ply int) int32 {
	switch {
	case score >= mating:
		return score + int32(ply)
	case score <= -mating:
		return score - int32(ply)
	}
	return score
}

func fromTable(score int32, ply int) int32 {
	switch {
	case score >= mating:
		return score - int32(ply)
	case score <= -mating:
		return score + int32(ply)
	}
	return score
}
