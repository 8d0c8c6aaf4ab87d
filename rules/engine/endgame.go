package engine

import "stackmate/rules"

// endgame returns what is to be added to the worth of a position for the side to move when
// one side has a bare king: reasons to drive it to where it can be mated. Without them a
// search sees no difference between positions that are all won.
func (s *searcher) endgame() int32 {
	if s.count > 6 {
		return 0
	}
	for color := range rules.Color(2) {
		king := s.p.King(color)
		set := s.p.Pieces(color)
		if set[king>>6] != 1<<(uint(king)&63) || !only(&set, king) {
			continue
		}
		other := s.p.King(color.Other())
		bonus := int32(100-s.t.centre[king])*3 + 10*(14-s.t.steps(king, other))
		if color == s.p.Turn() {
			return -bonus
		}
		return bonus
	}
	return 0
}

func only(set *cells, c rules.Cell) bool {
	for i, w := range set {
		if w != 0 && i != int(c>>6) {
			return false
		}
	}
	return true
}

// steps is how far apart two cells are, file, rank and level counted together.
func (t *tables) steps(a, b rules.Cell) int32 {
	p, q := t.v.Coord(a), t.v.Coord(b)
	far := func(x, y int8) int32 { return int32(max(x-y, y-x)) }
	return far(p.File, q.File) + far(p.Rank, q.Rank) + far(p.Level, q.Level)
}
