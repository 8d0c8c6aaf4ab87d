package engine

import "stackmate/rules"

// stage is what a picker hands out next.
type stage uint8

const (
	stageTable stage = iota
	stageGenerate
	stageCaptures
	stageKillers
	stageQuiets
	stageLosing
	stageDone
)

// picker hands out the legal moves of a position, those first that are likely the best: the
// table's, captures that win or keep material, moves that refuted others, quiet moves by
// what they did elsewhere, captures that lose.
type picker struct {
	stage   stage
	table   rules.Move // the zero move if there is none
	special [3]rules.Move
	next    int // index of what comes next in moves or special
	moves   []rules.Move
	scores  []int32
	losing  []rules.Move
}

// start begins with a position whose king is inspected; table must be legal or the zero
// move.
func (k *picker) start(table rules.Move, killers [2]rules.Move, counter rules.Move) {
	k.stage, k.table, k.special, k.next, k.losing = stageTable, table, [3]rules.Move{killers[0], killers[1], counter}, 0, k.losing[:0]
}

// pick returns the next move; ok is false when there are no more. Quiets skips the quiet
// moves that have not been handed out yet.
func (s *searcher) pick(f *frame, skipQuiets bool) (m rules.Move, ok bool) {
	k := &f.picker
	for {
		switch k.stage {
		case stageTable:
			k.stage = stageGenerate
			if k.table != (rules.Move{}) {
				return k.table, true
			}
		case stageGenerate:
			k.stage = stageCaptures
			k.moves = s.p.AppendCaptures(k.moves[:0], &f.king)
			s.scoreCaptures(k)
		case stageCaptures:
			for k.next < len(k.moves) {
				m := k.best()
				if m == k.table {
					continue
				}
				if s.loses(m, 0) {
					k.losing = append(k.losing, m)
					continue
				}
				return m, true
			}
			k.stage, k.next = stageKillers, 0
		case stageKillers:
			for k.next < len(k.special) {
				m := k.special[k.next]
				k.next++
				if m == (rules.Move{}) || m == k.table || k.isSpecial(m, k.next-1) {
					continue
				}
				if skipQuiets || !s.quiet(m) || !s.p.Legal(m, &f.king) {
					k.special[k.next-1] = rules.Move{}
					continue
				}
				return m, true
			}
			k.stage, k.next = stageQuiets, 0
			k.moves = k.moves[:0]
			if !skipQuiets {
				k.moves = s.p.AppendQuiets(k.moves, &f.king)
				s.scoreQuiets(k)
			}
		case stageQuiets:
			for !skipQuiets && k.next < len(k.moves) {
				m := k.best()
				if m != k.table && !k.isSpecial(m, len(k.special)) {
					return m, true
				}
			}
			k.stage, k.next = stageLosing, 0
		case stageLosing:
			if k.next < len(k.losing) {
				k.next++
				return k.losing[k.next-1], true
			}
			k.stage = stageDone
		default:
			return rules.Move{}, false
		}
	}
}

// isSpecial reports whether a move is one of the first n special moves.
func (k *picker) isSpecial(m rules.Move, n int) bool {
	for _, s := range k.special[:n] {
		if s == m {
			return true
		}
	}
	return false
}

// sortedMoves is how many moves are handed out in order of their scores; those after them
// are hardly ever reached.
const sortedMoves = 16

// best returns the move with the greatest score that is left.
func (k *picker) best() rules.Move {
	at := k.next
	if k.next < sortedMoves {
		for i := at + 1; i < len(k.moves); i++ {
			if k.scores[i] > k.scores[at] {
				at = i
			}
		}
		k.moves[k.next], k.moves[at] = k.moves[at], k.moves[k.next]
		k.scores[k.next], k.scores[at] = k.scores[at], k.scores[k.next]
	}
	k.next++
	return k.moves[k.next-1]
}

// scoreCaptures sorts by what is captured, then by what captures.
func (s *searcher) scoreCaptures(k *picker) {
	k.next = 0
	k.scores = k.scores[:0]
	plain := &s.t.weights.plain
	for _, m := range k.moves {
		score := plain[s.victim(m)]*16 - plain[s.p.At(m.From).Role()]/4
		if m.Promotion != rules.NoRole {
			score += (plain[m.Promotion] - plain[rules.Pawn]) * 16
		}
		k.scores = append(k.scores, score)
	}
}

func (s *searcher) scoreQuiets(k *picker) {
	k.next = 0
	k.scores = k.scores[:0]
	for _, m := range k.moves {
		k.scores = append(k.scores, int32(*s.history(m))+int32(*s.answer(m)))
	}
	n, where, ahead := s.driving()
	if n == nil {
		return
	}
	weight := int32(300)
	if s.p.Turn() == ahead {
		weight = -weight
	}
	for i, m := range k.moves { // a bare king is driven by quiet moves, and most of them are not searched
		after := where
		for j := range after {
			if after[j] == m.From && m.Kind != rules.BoardMove {
				after[j] = m.To
			}
		}
		k.scores[i] += weight * n.plies(&after)
	}
}

// victim returns the role of the piece that a move captures, or NoRole.
func (s *searcher) victim(m rules.Move) rules.Role {
	switch m.Kind {
	case rules.EnPassant:
		return rules.Pawn
	case rules.Castle, rules.BoardMove:
		return rules.NoRole
	}
	return s.p.At(m.To).Role()
}

// quiet reports whether a move neither captures nor promotes, as rules.AppendQuiets has it.
func (s *searcher) quiet(m rules.Move) bool {
	return m.Kind == rules.BoardMove || m.Promotion == rules.NoRole && s.victim(m) == rules.NoRole
}

// loses reports whether a capture loses more than an amount in exchanges.
func (s *searcher) loses(m rules.Move, more int32) bool {
	plain := &s.t.weights.plain
	if plain[s.victim(m)] >= plain[s.p.At(m.From).Role()]-more {
		return false
	}
	return !s.exchange.wins(&s.p, m, -more)
}
