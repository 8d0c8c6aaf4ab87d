package engine

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"stackmate/rules"
)

//go:embed endings.tsv
var endingsFile string

// pieces is the one or two pieces that a side has besides its king, the greater role first.
type pieces [2]rules.Role

func piecesOf(a, b rules.Role) pieces { return pieces{max(a, b), min(a, b)} }

// wholeChance is the chance of a side that can force mate.
const wholeChance = 256

// ending is what is known of pieces against a bare king.
type ending struct {
	chance int32 // to win, as a share of wholeChance
	// holds is by cell how far a bare king there is from being mated, with the first bishop on
	// a light or on a dark square; nil if not known.
	holds [2][]int32
}

// readEndings reads the lines of endings.tsv for a game. A chance of a half counts as whole:
// most endings that are lost there are lost at once, and do not arise.
func readEndings(text string, v *rules.Variant) (map[pieces]ending, error) {
	game, _, _ := strings.Cut(v.Key(), ":")
	endings := map[pieces]ending{}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Split(line, "\t")
		if fields[0] != game {
			continue
		}
		if len(fields) < 4 || len(fields) > 6 {
			return nil, fmt.Errorf("line %d has %d fields, want 4 to 6", i+1, len(fields))
		}
		roles, ok := rolesOf(v, fields[1])
		if !ok {
			return nil, fmt.Errorf("line %d: %s has no pieces %s", i+1, game, fields[1])
		}
		share, err := strconv.ParseInt(fields[2], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		e := ending{chance: min(wholeChance, int32(share)*2*wholeChance/10_000)}
		for j, list := range fields[4:] {
			for _, number := range strings.Split(list, ",") {
				n, err := strconv.ParseInt(number, 10, 16)
				if err != nil {
					return nil, fmt.Errorf("line %d: %w", i+1, err)
				}
				e.holds[j] = append(e.holds[j], int32(n))
			}
			if len(e.holds[j]) != v.Cells() {
				return nil, fmt.Errorf("line %d has numbers of %d cells, want %d", i+1, len(e.holds[j]), v.Cells())
			}
		}
		if e.holds[1] == nil {
			e.holds[1] = e.holds[0]
		}
		endings[roles] = e
	}
	return endings, nil
}

// rolesOf reads the letters of one or two pieces.
func rolesOf(v *rules.Variant, text string) (pieces, bool) {
	for _, a := range v.Roles() {
		rest, ok := strings.CutPrefix(text, a.Letters())
		if ok && rest == "" {
			return piecesOf(a, rules.NoRole), true
		}
		for _, b := range v.Roles() {
			if ok && rest == b.Letters() {
				return piecesOf(a, b), true
			}
		}
	}
	return pieces{}, false
}

// endgame returns what a score becomes when few pieces are left: much less if the side that
// is ahead cannot force mate with what it has. Against a bare king nothing counts but
// material, where that king is and how near the other: without that a search sees no
// difference between positions that are all won.
func (s *searcher) endgame(score int32) int32 {
	if s.count > fewPieces {
		return score
	}
	ahead := s.p.Turn()
	if score < 0 {
		ahead = ahead.Other()
	}
	e, known := s.ending(ahead)
	if known {
		score = score * max(e.chance, wholeChance/32) / wholeChance
	}
	king := s.p.King(ahead.Other())
	if set := s.p.Pieces(ahead.Other()); !alone(&set) || known && e.chance < wholeChance/8 {
		return score
	}
	if e.holds[0] == nil {
		e = s.t.endings[pieces{rules.Queen}]
	}
	score = s.material(ahead)
	near, held := 10-s.t.steps(king, s.p.King(ahead)), int32(0)
	if e.holds[0] != nil {
		held = 300 - e.holds[s.bishopColor(ahead)][king]
	}
	if _, _, levels := s.t.v.Size(); levels == 1 {
		score += 30*near + 8*held - 2*s.room(king, ahead)
	} else { // a wall of attacks has holes there, and the king is what helps
		score += 60*near + 4*held
	}
	if ahead == s.p.Turn() {
		return score
	}
	return -score
}

// room is how many cells a bare king can get to without being captured on its way, if the
// other side does not move.
func (s *searcher) room(king rules.Cell, ahead rules.Color) (n int32) {
	var closed cells
	set := s.p.Pieces(ahead)
	for c := range set.All {
		s.closeOff(&closed, c)
	}
	add(&closed, king)
	queue := append(make([]rules.Cell, 0, maxCells), king)
	for ; len(queue) > 0; queue = queue[1:] {
		next := &s.t.king[queue[0]].cells
		for i := range s.t.words {
			for w := next[i] &^ closed[i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				add(&closed, c)
				if s.p.At(c) != rules.Air {
					queue = append(queue, c)
					n++
				}
			}
		}
	}
	return n
}

// closeOff adds what a piece attacks; the bare king does not shield what is behind it.
func (s *searcher) closeOff(closed *cells, c rules.Cell) {
	t, role := s.t, s.p.At(c).Role()
	for i := range t.words {
		closed[i] |= t.leaps[role][c].cells[i]
	}
	spots, lines := t.g.Spots(c), s.p.Lines()
	own := &lines[s.p.At(c).Color()&1]
	for _, axis := range t.axes[role] {
		for r := spots[axis].Reach(own[spots[axis].Line]); r != 0; r &= r - 1 {
			add(closed, t.g.LineCell(spots[axis].Line, r))
		}
	}
}

// material is what a side's pieces are worth wherever they are.
func (s *searcher) material(color rules.Color) (sum int32) {
	set := s.p.Pieces(color)
	for c := range set.All {
		if role := s.p.At(c).Role(); role != rules.King {
			sum += s.t.weights.plain[role]
		}
	}
	return sum
}

// fewPieces is with how many pieces on the boards endings are looked up.
const fewPieces = 8

// ending returns what is known of a side's pieces; ok is false if it has pawns or more than
// two pieces, or nothing is known.
func (s *searcher) ending(color rules.Color) (e ending, ok bool) {
	set, pawns := s.p.Pieces(color), s.p.Pawns()
	var found pieces
	n := 0
	for i := range s.t.words {
		if set[i]&pawns[i] != 0 {
			return ending{}, false
		}
		for w := set[i]; w != 0; w &= w - 1 {
			role := s.p.At(rules.Cell(i<<6 + bits.TrailingZeros64(w))).Role()
			if role == rules.King {
				continue
			}
			if n == 2 {
				return ending{}, false
			}
			found[n] = role
			n++
		}
	}
	if n == 0 {
		return ending{}, true
	}
	e, ok = s.t.endings[piecesOf(found[0], found[1])]
	return e, ok
}

// bishopColor returns 1 if a side's first bishop is on a dark square, else 0.
func (s *searcher) bishopColor(color rules.Color) int {
	set := s.p.Pieces(color)
	for c := range set.All {
		if s.p.At(c).Role() == rules.Bishop && s.t.v.Dark(c) {
			return 1
		}
	}
	return 0
}

// alone reports whether a set has one cell.
func alone(set *cells) bool {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n == 1
}

// steps is how far apart two cells are along the longest of file, rank and level.
func (t *tables) steps(a, b rules.Cell) int32 {
	p, q := t.v.Coord(a), t.v.Coord(b)
	far := func(x, y int8) int32 { return int32(max(x-y, y-x)) }
	return max(far(p.File, q.File), far(p.Rank, q.Rank), far(p.Level, q.Level))
}
