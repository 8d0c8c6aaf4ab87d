package engine

import "stackmate/rules"

// anyCaptures is how many captures in a row are searched on all cells; after them pieces are
// only taken back. With many pieces on large boards there would be no end otherwise.
const anyCaptures = 5

// quiesce returns the score of the position when only captures and promotions are played
// on, but all moves out of check.
func (s *searcher) quiesce(alpha, beta int32, ply int) int32 {
	s.nodes++
	f := &s.frames[s.ply]
	f.line = f.line[:0]
	if s.out() {
		return 0
	}
	if score, ok := s.drawn(); ok {
		return score
	}
	s.selected = max(s.selected, s.ply)
	if s.ply >= maxPly {
		return s.evaluate(alpha, beta)
	}
	key := s.keys[len(s.keys)-1]
	if s.pruned && s.cached && beta-alpha == 1 && s.p.HalfmoveClock() < int(s.limit)-20 {
		if entry, known := s.table.probe(key); known {
			score := fromTable(entry.score, s.ply)
			if entry.bound == exact || entry.bound == lower && score >= beta || entry.bound == upper && score <= alpha {
				return score
			}
		}
	}
	check := false
	if ply == 0 {
		s.p.Inspect(&f.king)
		check = f.king.InCheck()
	}
	best := -infinite
	rough := int32(0)
	if check && s.ply > 0 {
		f.extra = s.frames[s.ply-1].extra
	}
	if !check {
		if ply > 0 && s.pruned {
			best = s.evaluateRoughly()
		} else {
			best = s.evaluate(alpha, beta)
		}
		if best >= beta {
			return best
		}
		alpha, rough = max(alpha, best), best
		if s.pruned && rough+s.t.weights.plain[rules.Queen]+150 <= alpha && ply > 0 {
			return rough // no capture reaches the window
		}
		if ply > 0 {
			s.p.Inspect(&f.king)
		}
	}
	if ply >= s.captures {
		return s.evaluate(alpha, beta)
	}
	k := &f.picker
	if check {
		k.moves = s.p.AppendQuiets(s.p.AppendCaptures(k.moves[:0], &f.king), &f.king)
		if len(k.moves) == 0 {
			return -mated + int32(s.ply)
		}
	} else {
		k.moves = s.p.AppendCaptures(k.moves[:0], &f.king)
	}
	s.scoreCaptures(k)
	for k.next < len(k.moves) {
		m := k.best()
		if !check {
			if s.pruned && ply >= anyCaptures && m.To != s.frames[s.ply-1].move.To {
				continue
			}
			gain := s.t.weights.plain[s.victim(m)]
			if m.Promotion != rules.NoRole {
				gain += s.t.weights.plain[m.Promotion]
			}
			if s.pruned && rough+gain+150 <= alpha {
				best = max(best, min(alpha, rough+gain+150))
				continue
			}
			if s.loses(m, 0) {
				continue
			}
		}
		s.make(m)
		score := -s.quiesce(-beta, -alpha, ply+1)
		s.unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				if score >= beta {
					break
				}
			}
		}
	}
	return best
}
