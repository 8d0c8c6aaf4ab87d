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

// layouts keeps the layouts of all games.
var layouts = New(0)

// starPoints is the number of corners of the star behind a king in check, which is larger
// than its cell.
const starPoints = 24

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
	arrows, checks := make(map[string]int), make(map[string]int)
	randomGames(t, 4, 70, func(t *testing.T, g *rules.Game) {
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
			l := layouts.layout(layoutKey{v, english, o, false})
			arrow, check := 0, 0
			for _, sh := range l.foreground(&s) {
				if sh.Form == pieceForm || sh.Form == textForm || len(sh.Points) == starPoints || !slices.Contains([]tone{toneHalo, toneLastMove, toneCheck}, sh.Tone) {
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

// Small pictures, such as those of replays, have all lines between boards too.
func TestLinesInSmallPictures(t *testing.T) {
	for _, small := range []float64{MinScale, 0.37} {
		randomGames(t, 1, 60, func(t *testing.T, g *rules.Game) {
			s := Of(g, english).resolve()
			v := s.pos.Variant()
			o, _ := Options{Scale: small}.checked()
			n := liner{layout: layouts.layout(layoutKey{v, english, o, false}), pos: &s.pos}
			lines := [][2]rules.Cell{}
			if s.last.Pins[0] < 0 {
				lines = append(lines, [2]rules.Cell{s.last.From, s.last.To})
			}
			for _, c := range s.pos.Checkers() {
				lines = append(lines, [2]rules.Cell{c, s.pos.King(s.pos.Turn())})
			}
			for _, c := range lines {
				if v.Coord(c[0]).Level != v.Coord(c[1]).Level && n.wayBetween(c[0], c[1]) == nil {
					t.Errorf("scale %v, %s: no line from %s to %s", small, s.pos.FEN(), v.CellName(c[0]), v.CellName(c[1]))
				}
			}
		})
	}
}

// In a stack, where pieces rise above their squares, an arrow between boards is below all
// pieces, and at most a tenth of all arrows and of their tips is hidden.
func TestLinesInTheStackAreLegible(t *testing.T) {
	arrows, hidden, tips, overLabels := 0, 0.0, 0, 0
	randomGames(t, 3, 60, func(t *testing.T, g *rules.Game) {
		s := Of(g, english).resolve()
		v := s.pos.Variant()
		if s.last.Pins[0] >= 0 || v.Coord(s.last.From).Level == v.Coord(s.last.To).Level {
			return
		}
		o, _ := Options{View: Stack}.checked()
		l := layouts.layout(layoutKey{v, english, o, false})
		pieces := false
		for _, sh := range l.foreground(&s) {
			pieces = pieces || sh.Form == pieceForm
			if pieces && sh.Tone == toneLastMove && sh.Form != pieceForm && sh.Form != textForm {
				t.Errorf("%s: the arrow is above a piece", s.pos.FEN())
			}
		}
		n := liner{layout: l, pos: &s.pos, labels: labelsOf(l.background, l.appendAttackBoards(nil, &s))}
		way := n.wayBetween(s.last.From, s.last.To)
		if len(way) < 2 {
			t.Fatalf("%s: no arrow after %s", s.pos.FEN(), v.LAN(g.Moves()[g.Len()-1]))
		}
		behind := func(p point) bool {
			return slices.ContainsFunc(l.order, func(c rules.Cell) bool { return c != s.last.To && n.body(c).has(p) })
		}
		arrows++
		if slices.ContainsFunc(n.labels, func(label rect) bool { return slices.ContainsFunc(way, label.has) }) {
			overLabels++
		}
		for _, p := range way {
			if behind(p) {
				hidden += 1 / float64(len(way))
			}
		}
		if behind(way[len(way)-1]) {
			tips++
		}
	})
	if arrows < 100 {
		t.Errorf("only %d arrows", arrows)
	}
	if overLabels*20 > arrows {
		t.Errorf("%d of %d arrows cross a label", overLabels, arrows)
	}
	if hidden/float64(arrows) > 0.1 || tips*10 > arrows {
		t.Errorf("%.0f %% of the arrows hidden, %d of %d tips", 100*hidden/float64(arrows), tips, arrows)
	}
}

// A king in check has a star behind it, with a dark and a light line around it, and a line
// leads there from each piece that gives check.
func TestCheckIsMarked(t *testing.T) {
	randomGames(t, 12, 80, func(t *testing.T, g *rules.Game) {
		s := Of(g, english).resolve()
		if s.pos.InCheck() || g.Len()%20 == 0 {
			checkIsMarked(t, &s)
		}
	})
	for key, fen := range map[string]string{
		"millennium": "8/6p1/5b2/4p1P1/PP2P3/5P2/2PN3P/3K4|8/1r3n2/2Np4/p7/8/8/8/5BR1|2bR1k1r/1p3p1p/n7/8/8/B1q5/3P4/8 b - - * 4 27",
		"orthodox":   "4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 1",
		"nextgen":    "4k3/8/3N4/8/8/8/4R3/4K3|8/8/8/8/8/8/8/8 b - - - 0 1",
	} {
		p, err := rules.VariantByKey(key).ParseFEN(fen)
		if err != nil {
			t.Fatal(key, err)
		}
		s := Picture{Texts: english, Position: p}.resolve()
		checkIsMarked(t, &s)
		if n := len(p.Checkers()); n != 2 {
			t.Errorf("%s: check by %d pieces, want 2", key, n)
		}
	}
}

// checkIsMarked fails the test if a picture does not show its check, or shows one without.
func checkIsMarked(t *testing.T, s *resolvedPicture) {
	t.Helper()
	checkers, king := s.pos.Checkers(), s.pos.King(s.pos.Turn())
	v := s.pos.Variant()
	for _, view := range []View{Flat, Stack} {
		o, _ := Options{View: view}.checked()
		l := layouts.layout(layoutKey{v, english, o, false})
		n := liner{layout: l, pos: &s.pos}
		near := func(c rules.Cell) rect {
			q := bounds(l.squares[c].quad)
			if l.stack {
				q = q.union(n.body(c))
			}
			return q.grow(0.4 * l.cell)
		}
		var star []tone
		lines := make(map[rules.Cell]int)
		for _, sh := range l.foreground(s) {
			switch {
			case sh.Form == fillForm && len(sh.Points) == starPoints:
				star = append(star, sh.Tone)
			case sh.Tone == toneCheck && sh.Form != pieceForm:
				for _, c := range append(checkers, king) {
					if slices.ContainsFunc(sh.Points, near(c).has) {
						lines[c]++
					}
				}
			}
		}
		want := []tone{toneHalo, toneCheck, toneBurst}
		if len(checkers) == 0 {
			want = nil
		}
		if !slices.Equal(star, want) {
			t.Errorf("%v %s: a star of %v, check by %v", view, s.pos.FEN(), star, cellNames(v, checkers))
		}
		for _, c := range checkers {
			if lines[c] == 0 {
				t.Errorf("%v %s: no line from %s", view, s.pos.FEN(), v.CellName(c))
			}
		}
		if lines[king] < len(checkers) {
			t.Errorf("%v %s: %d lines reach the king, want %d", view, s.pos.FEN(), lines[king], len(checkers))
		}
	}
}
