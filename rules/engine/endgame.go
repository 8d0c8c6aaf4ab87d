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

// readEndings reads the lines of endings.tsv for a game: by pieces, the chance to win with
// them against a bare king. Chances of a half count as whole: most endings that are lost
// there are lost at once, and do not arise.
func readEndings(text string, v *rules.Variant) (map[pieces]int32, error) {
	game, _, _ := strings.Cut(v.Key(), ":")
	chances := map[pieces]int32{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d has %d fields, want 4", i+1, len(fields))
		}
		if fields[0] != game {
			continue
		}
		roles, ok := rolesOf(v, fields[1])
		if !ok {
			return nil, fmt.Errorf("line %d: %s has no pieces %s", i+1, game, fields[1])
		}
		share, err := strconv.ParseInt(fields[2], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		chances[roles] = min(wholeChance, int32(share)*2*wholeChance/10_000)
	}
	return chances, nil
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
// is ahead cannot force mate with what it has, and more the nearer a bare king is to where
// it can be mated. Without that a search sees no difference between positions that are all
// won.
func (s *searcher) endgame(score int32) int32 {
	if s.count > 8 {
		return score
	}
	ahead := s.p.Turn()
	if score < 0 {
		ahead = ahead.Other()
	}
	score = score * s.chance(ahead) / wholeChance
	king := s.p.King(ahead.Other())
	if set := s.p.Pieces(ahead.Other()); alone(&set) {
		bonus := int32(100-s.t.centre[king])*3 + 10*(14-s.t.steps(king, s.p.King(ahead)))
		if ahead == s.p.Turn() {
			return score + bonus
		}
		return score - bonus
	}
	return score
}

// chance returns the chance of a side to force mate, as a share of wholeChance.
func (s *searcher) chance(color rules.Color) int32 {
	set, pawns := s.p.Pieces(color), s.p.Pawns()
	var found pieces
	n := 0
	for i := range s.t.words {
		if set[i]&pawns[i] != 0 {
			return wholeChance
		}
		for w := set[i]; w != 0; w &= w - 1 {
			role := s.p.At(rules.Cell(i<<6 + bits.TrailingZeros64(w))).Role()
			if role == rules.King {
				continue
			}
			if n == 2 {
				return wholeChance
			}
			found[n] = role
			n++
		}
	}
	if n == 0 {
		return 0
	}
	if chance, ok := s.t.chances[piecesOf(found[0], found[1])]; ok {
		return max(chance, wholeChance/32)
	}
	return wholeChance
}

// alone reports whether a set has one cell.
func alone(set *cells) bool {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n == 1
}

// steps is how far apart two cells are, file, rank and level counted together.
func (t *tables) steps(a, b rules.Cell) int32 {
	p, q := t.v.Coord(a), t.v.Coord(b)
	far := func(x, y int8) int32 { return int32(max(x-y, y-x)) }
	return far(p.File, q.File) + far(p.Rank, q.Rank) + far(p.Level, q.Level)
}
