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
	chance  int32    // to win, as a share of wholeChance
	longest int32    // plies that the longest win takes
	network *network // nil if not known
}

// readEndings reads the lines of endings.tsv for a game. A chance of a half counts as whole:
// most endings that are lost there are lost at once, and do not arise.
func (t *tables) readEndings(text string) (map[pieces]ending, error) {
	game, _, _ := strings.Cut(t.v.Key(), ":")
	endings := map[pieces]ending{}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Split(line, "\t")
		if fields[0] != game {
			continue
		}
		roles, ok := pieces{}, false
		if len(fields) >= 4 {
			roles, ok = rolesOf(t.v, fields[1])
		}
		if !ok {
			return nil, fmt.Errorf("line %d: %s has no ending like this", i+1, game)
		}
		share, err := strconv.ParseInt(fields[2], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		longest, err := strconv.ParseInt(fields[3], 10, 8)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		e := ending{chance: min(wholeChance, int32(share)*2*wholeChance/10_000), longest: 2 * int32(longest)}
		if len(fields) > 4 {
			if e.network, err = t.readNetwork(roles, fields[4]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
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
	if set := s.p.Pieces(ahead.Other()); !alone(&set) || known && e.chance < wholeChance/8 && e.network == nil {
		return score
	}
	score = s.material(ahead)
	if e.network != nil {
		where := s.men(ahead)
		plies := e.network.plies(&where)
		score += 1000 - perPly*plies
		if plies <= e.longest { // where few positions are won, this seems to be one of them
			e.chance = max(e.chance, wholeChance/2)
		}
	} else {
		score += 60*(10-s.t.steps(king, s.p.King(ahead))) + 4*int32(100-s.t.centre[king])
	}
	if known {
		score = score * e.chance / wholeChance
	}
	if ahead == s.p.Turn() {
		return score
	}
	return -score
}

// perPly is what it is worth to mate a bare king a ply sooner.
const perPly = 10

// driving returns what estimates how long the bare king in the position holds out, where it
// and the others are, and the color of the others; nil if there is no bare king or nothing
// that estimates it.
func (s *searcher) driving() (n *network, where men, ahead rules.Color) {
	if s.count > len(where) {
		return nil, where, ahead
	}
	if set := s.p.Pieces(rules.White); alone(&set) {
		ahead = rules.Black
	} else if set := s.p.Pieces(rules.Black); !alone(&set) {
		return nil, where, ahead
	}
	if e, _ := s.ending(ahead); e.network != nil {
		return e.network, s.men(ahead), ahead
	}
	return nil, where, ahead
}

// men returns where a bare king, the other king and one or two of its pieces are.
func (s *searcher) men(ahead rules.Color) men {
	where := men{s.p.King(ahead.Other()), s.p.King(ahead), rules.NoCell, rules.NoCell}
	set := s.p.Pieces(ahead)
	first := rules.King
	for c := range set.All {
		switch role := s.p.At(c).Role(); {
		case role == rules.King:
		case where[2] == rules.NoCell:
			where[2], first = c, role
		case role >= first:
			where[3] = c
		default:
			where[2], where[3] = c, where[2]
		}
	}
	return where
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
