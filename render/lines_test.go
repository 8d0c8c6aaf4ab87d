package render

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"stackmate/rules"
)

// randomGames plays random games of each variant and calls visit after every move.
func randomGames(t *testing.T, seeds uint64, plies int, visit func(t *testing.T, g *rules.Game)) {
	for _, key := range gameKeys {
		t.Run(key, func(t *testing.T) {
			for seed := range seeds {
				rng := rand.New(rand.NewPCG(seed, 13))
				g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
				for range plies {
					p := g.Position()
					moves := p.Moves()
					if len(moves) == 0 {
						break
					}
					if boards := p.BoardMoves(); len(boards) > 0 && rng.IntN(8) == 0 {
						moves = boards
					}
					g.Play(moves[rng.IntN(len(moves))])
					visit(t, g)
				}
			}
		})
	}
}

// touches reports whether what is painted of a shape has a point in a rectangle.
func (s *shape) touches(q rect) bool {
	half := 0.0
	if s.Form == strokeForm || s.Form == loopForm {
		half = s.Size / 2
	}
	if b := bounds(s.Points).grow(half); b.x0 >= q.x1 || b.x1 <= q.x0 || b.y0 >= q.y1 || b.y1 <= q.y0 {
		return false
	}
	points := s.Points
	if s.Form != strokeForm {
		points = append(slices.Clone(points), points[0])
	}
	for i, a := range points[:len(points)-1] {
		b := points[i+1]
		steps := math.Ceil(math.Hypot(b.X-a.X, b.Y-a.Y))
		for k := range int(steps) + 1 {
			p := between(a, b, float64(k)/max(1, steps))
			if at := q.nearest(p); q.has(p) || math.Hypot(p.X-at.X, p.Y-at.Y) < half {
				return true
			}
		}
	}
	if s.Form != fillForm {
		return false
	}
	m, inside := q.middle(), false
	for i, a := range points[:len(points)-1] {
		b := points[i+1]
		if (a.Y > m.Y) != (b.Y > m.Y) && m.X < a.X+(m.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			inside = !inside
		}
	}
	return inside
}

// An arrow or the line of a check between boards side by side is never on a cell with a
// piece that has nothing to do with it, nor on a label. Lines are 1/10 of a cell off
// the middle of an edge, where no piece reaches.
func TestLinesBetweenBoardsAvoidPieces(t *testing.T) {
	l := make(map[layoutKey]*layout)
	arrows, checks := make(map[string]int), make(map[string]int)
	randomGames(t, 6, 80, func(t *testing.T, g *rules.Game) {
		s := Of(g, english).resolve()
		v, king := s.pos.Variant(), s.pos.King(s.pos.Turn())
		level := func(c rules.Cell) int8 { return v.Coord(c).Level }
		between := s.last.Pins[0] >= 0 || level(s.last.From) != level(s.last.To)
		checkers := s.pos.Checkers()
		if slices.ContainsFunc(checkers, func(c rules.Cell) bool { return level(c) == level(king) }) {
			return
		}
		for _, side := range []rules.Color{rules.White, rules.Black} {
			o, _ := Options{Side: side}.checked()
			key := layoutKey{v, english, o, false}
			if l[key] == nil {
				l[key] = newLayout(v, english, o, false)
			}
			l := l[key]
			arrow, check := 0, 0
			for _, sh := range l.foreground(&s) {
				if sh.Form == pieceForm || sh.Form == textForm || !slices.Contains([]tone{toneHalo, toneLastMove, toneCheck}, sh.Tone) {
					continue
				}
				for _, c := range l.order {
					ends := c == king || slices.Contains(checkers, c) || slices.Contains(s.last.Changed[:], c)
					if !ends && s.pos.At(c).Exists() && sh.touches(bounds(inset(l.squares[c].quad, 0.2))) {
						t.Errorf("%s: after %s a line crosses %s: %v", s.pos.FEN(), v.LAN(g.Moves()[g.Len()-1]), v.CellName(c), &sh)
					}
				}
				for i := range l.background {
					if text := &l.background[i]; text.Form == textForm && sh.touches(textBounds(text)) {
						t.Errorf("%s: a line crosses the label %q", s.pos.FEN(), text.Text)
					}
				}
				if sh.Form == fillForm && sh.Tone == toneLastMove {
					arrow++
				}
				if sh.Form != loopForm && sh.Tone == toneCheck {
					check++
				}
			}
			if between != (arrow > 0) {
				t.Errorf("%s: %d arrows", s.pos.FEN(), arrow)
			}
			if len(checkers) > 0 && check < 2*len(checkers) {
				t.Errorf("%s: a line is missing, check by %v", s.pos.FEN(), cellNames(v, checkers))
			}
			if between {
				arrows[v.Key()]++
			}
			checks[v.Key()] += len(checkers)
		}
	})
	for _, key := range gameKeys {
		if key != "orthodox" && (arrows[key] < 50 || checks[key] == 0) {
			t.Errorf("%s: only %d arrows and %d checks between boards", key, arrows[key], checks[key])
		}
	}
}
