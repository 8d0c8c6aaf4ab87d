package engine

import "stackmate/rules"

// mateHunt looks for short mates in a position by trying every move of both sides. The
// search prunes, and so it overlooks a quiet first move or takes a longer way where it is
// far ahead; what this finds is exact.
type mateHunt struct {
	t     *tables
	p     rules.Position
	done  int          // there is no mate in this number of moves
	first []rules.Move // of the root, checks before others
	next  int          // those before it do not mate in done+1 moves
	nodes uint64       // visited in all attempts
	limit uint64       // of nodes for this attempt
	stop  func(nodes uint64) bool
	out   bool // the attempt has ended without an answer

	moves   [2 * maxHunted][]rules.Move
	lines   [2*maxHunted + 1][]rules.Move // by ply: the moves that mate, with the longest defence
	replies [2 * maxHunted]rules.Move     // by ply: the reply that refuted the last move
}

const (
	maxHunted = 3          // moves of the longest mate
	huntFrom  = 800        // the score at which a hunt begins
	maxHunt   = 12_000_000 // the greatest number of nodes
)

// hunt looks for mates that are shorter than what the search found last. Its nodes count as
// those of the searcher, of which it uses at most half, or more if there is a mate. It
// reports whether there is a mate that is exact.
func (r *run) hunt(s *searcher, h *mateHunt, found Line) (Line, bool) {
	longest, mate := found.Score.Mate()
	if n, _, _ := s.driving(); n != nil && !mate {
		return found, false // the search sees short mates there, and needs its nodes for the long way
	}
	if !s.pruned || r.skill != nil || r.limits.Lines > 1 || r.limits.Moves != nil || found.Score < huntFrom ||
		s.p.HalfmoveClock()+2*maxHunted >= int(s.limit) {
		return found, false
	}
	if h.first == nil {
		h.begin(s.t, &s.p)
	}
	before := h.nodes
	h.stop = func(nodes uint64) bool {
		s.stopped, _ = s.stop(s.nodes + nodes - before)
		return s.stopped
	}
	if h.limit = min(s.nodes, maxHunt); mate {
		h.limit = maxHunt
	}
	defer func() { s.nodes += h.nodes - before }()
	for n := h.done + 1; n <= maxHunted && (!mate || n < longest); n++ {
		if h.out = h.nodes >= h.limit; h.out {
			return found, false
		}
		if h.attempt(n) {
			return Line{append([]rules.Move(nil), h.lines[0]...), Score(mated - int32(2*n-1)), 2*n - 1}, true
		}
		if h.out {
			return found, false
		}
		h.done, h.next = n, 0
	}
	return found, mate && longest <= h.done+1
}

// spent counts a node, and reports whether the attempt must end.
func (h *mateHunt) spent() bool {
	if h.nodes++; !h.out && (h.nodes >= h.limit || h.nodes%256 == 0 && h.stop(h.nodes)) {
		h.out = true
	}
	return h.out
}

// begin sets the position in which mates are looked for.
func (h *mateHunt) begin(t *tables, p *rules.Position) {
	h.t, h.p = t, *p
	var quiet []rules.Move
	for _, m := range p.Moves() {
		if next := p.Play(m); next.InCheck() {
			h.first = append(h.first, m)
		} else {
			quiet = append(quiet, m)
		}
	}
	h.first = append(h.first, quiet...)
}

// attempt looks for a mate in n moves, from where the last attempt ended.
func (h *mateHunt) attempt(n int) bool {
	for ; h.next < len(h.first); h.next++ {
		m := h.first[h.next]
		var u rules.Undo
		h.p.Make(m, &u)
		mates := h.mated(n-1, 1)
		h.p.Unmake(m, &u)
		if h.out {
			return false
		}
		if mates {
			h.keep(0, m)
			return true
		}
	}
	return false
}

// mates reports whether the side to move can mate in at most n moves. It tries checks first,
// since they mate more often, and with one move left nothing else does.
func (h *mateHunt) mates(n, ply int) bool {
	if h.spent() {
		return false
	}
	moves := h.p.AppendMoves(h.moves[ply][:0])
	h.moves[ply] = moves
	quiet := 0 // moves that give no check are gathered in front
	for i, m := range moves {
		check := false
		if h.mayCheck(m) {
			var u rules.Undo
			h.p.Make(m, &u)
			check = h.p.InCheck()
			mates := check && h.mated(n-1, ply+1)
			h.p.Unmake(m, &u)
			if mates {
				h.keep(ply, m)
				return true
			}
		}
		if !check {
			moves[i], moves[quiet] = moves[quiet], m
			quiet++
		}
	}
	if n == 1 {
		return false
	}
	for _, m := range moves[:quiet] {
		var u rules.Undo
		h.p.Make(m, &u)
		mates := h.mated(n-1, ply+1)
		h.p.Unmake(m, &u)
		if mates {
			h.keep(ply, m)
			return true
		}
	}
	return false
}

// mayCheck is false for most of the moves that give no check, and only for such.
func (h *mateHunt) mayCheck(m rules.Move) bool {
	if m.Kind > rules.DoubleStep {
		return true
	}
	t := h.t
	king := h.p.King(h.p.Turn().Other())
	of, from, to := t.g.Spots(king), t.g.Spots(m.From), t.g.Spots(m.To)
	for axis := range of {
		if of[axis].All != 0 && of[axis].Line == from[axis].Line {
			return true // a slider behind it may
		}
	}
	role := h.p.At(m.From).Role()
	if m.Promotion != rules.NoRole {
		role = m.Promotion
	}
	if role == rules.Pawn {
		return t.pawnFrom[h.p.Turn()][king].Has(m.To)
	}
	for _, axis := range t.axes[role] {
		if of[axis].All != 0 && of[axis].Line == to[axis].Line {
			return true
		}
	}
	return t.leaps[role][m.To].Has(king)
}

// mated reports whether the side to move is mated, now or in at most n more moves of the
// other side whatever it plays.
func (h *mateHunt) mated(n, ply int) bool {
	if h.spent() {
		return false
	}
	moves := h.p.AppendMoves(h.moves[ply][:0])
	h.moves[ply] = moves
	h.lines[ply] = h.lines[ply][:0]
	if len(moves) == 0 {
		return h.p.InCheck()
	}
	if n == 0 {
		return false
	}
	for i, m := range moves { // what refuted one attack often refutes the next
		if m == h.replies[ply] {
			moves[0], moves[i] = m, moves[0]
		}
	}
	longest := 0
	for _, m := range moves {
		var u rules.Undo
		h.p.Make(m, &u)
		mates := h.mates(n, ply+1)
		h.p.Unmake(m, &u)
		if !mates {
			h.replies[ply] = m
			return false
		}
		if len(h.lines[ply+1]) >= longest {
			longest = len(h.lines[ply+1])
			h.keep(ply, m)
		}
	}
	return true
}

// keep puts a move before the line of the next ply.
func (h *mateHunt) keep(ply int, m rules.Move) {
	h.lines[ply] = append(append(h.lines[ply][:0], m), h.lines[ply+1]...)
}
