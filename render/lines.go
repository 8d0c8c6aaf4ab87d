package render

import (
	"math"
	"slices"

	"stackmate/rules"
)

// Measures of lines as shares of a cell's width.
const (
	arrowWidth = 0.11
	checkWidth = 0.07
	haloWidth  = 0.036 // of the light edge of a line, on each side
	bigHead    = 0.26  // half the width of an arrow's head
	smallHead  = 0.155 // the same in a corner of a cell
	bendRadius = 0.14
	dashLength = 0.26
	dashGap    = 0.18
)

// liner draws the lines of a picture: arrows and the lines of a check.
type liner struct {
	*layout
	pos    *rules.Position
	labels []rect  // of the boards
	router *router // made when a line first leaves a board of the flat view
}

// appendLines adds the arrows of the last move and of a preview, and the lines from
// pieces that give check to the king. All of it is below the pieces. There is no arrow of
// the last move while a piece's moves are shown: it would look like one of them.
func (l *layout) appendLines(list []shape, s *resolvedPicture) []shape {
	n := &liner{layout: l, pos: &s.pos, labels: labelsOf(l.background, list)}
	if s.legal == rules.NoCell {
		list = n.appendArrow(list, s.last, toneLastMove, false)
	}
	list = n.appendArrow(list, s.preview, tonePreview, true)
	return n.appendChecks(list)
}

// appendArrow adds an arrow from the start of a move to its end. A move within one level
// has an arrow only if always is set.
func (n *liner) appendArrow(list []shape, m markedMove, t tone, always bool) []shape {
	var way []point
	head := bigHead
	switch {
	case !m.Shown:
		return list
	case m.Pins[0] >= 0:
		way = n.wayOfBoard(int(m.Pins[0]), int(m.Pins[1]))
	case !n.shows(m.From) || !n.shows(m.To):
		return list
	case n.game.Coord(m.From).Level != n.game.Coord(m.To).Level:
		way = n.wayBetween(m.From, m.To)
		if !n.stack {
			head = smallHead
		}
	case always:
		way = n.wayWithin(m.From, m.To)
	}
	return n.appendLine(list, way, line{tone: t, width: arrowWidth, head: head})
}

// appendChecks adds a dashed line from each piece that gives check to the king.
func (n *liner) appendChecks(list []shape) []shape {
	king := n.pos.King(n.pos.Turn())
	for _, c := range n.pos.Checkers() {
		if !n.shows(c) || !n.shows(king) {
			continue
		}
		way := n.wayWithin(c, king)
		if n.game.Coord(c).Level != n.game.Coord(king).Level {
			way = n.wayBetween(c, king)
		}
		list = n.appendLine(list, way, line{tone: toneCheck, width: checkWidth, dashed: true})
	}
	return list
}

// wayWithin returns the way between two cells of a board: straight, from close to the
// middle of the first to the edge of the second.
func (n *liner) wayWithin(from, to rules.Cell) []point {
	a, b := middle(n.squares[from].quad), middle(n.squares[to].quad)
	p, q := n.game.Coord(from), n.game.Coord(to)
	steps := math.Max(math.Abs(float64(p.File-q.File)), math.Abs(float64(p.Rank-q.Rank)))
	return []point{between(a, b, 0.2/steps), between(b, a, 0.38/steps)}
}

// wayBetween returns the way between two cells of different levels, nil if there is none.
func (n *liner) wayBetween(from, to rules.Cell) []point {
	a, b := middle(n.squares[from].quad), middle(n.squares[to].quad)
	if n.stack {
		return n.bow(n.body(from), a, n.body(to), b)
	}
	way := n.route(n.endOfCell(from), n.endOfCell(to))
	if way == nil {
		return nil
	}
	last := len(way) - 1
	tip := between(way[last], b, 0.52)
	if n.pos.At(from).Exists() { // it would be hidden by the piece
		a = between(way[0], a, 0.3)
	}
	// Bends are on the edges of the two cells, so that they leave other cells alone.
	aside := math.Round(0.12 * n.cell)
	way[0], way[last] = towards(way[0], way[1], -aside), towards(way[last], way[last-1], -aside)
	return n.rounded(append(append([]point{a}, way...), tip))
}

// wayOfBoard returns the way of an attack board from one pin to another.
func (n *liner) wayOfBoard(from, to int) []point {
	a, b := n.pins[from].quad, n.pins[to].quad
	switch {
	case a == nil || b == nil:
		return nil
	case n.stack:
		return n.bow(rect{}, middle(a), bounds(b), middle(b))
	}
	way := n.route(n.endOfPin(from), n.endOfPin(to))
	if way == nil {
		return nil
	}
	start, tip := way[0], way[len(way)-1]
	start = towards(bounds(a).nearest(start), start, -0.5*n.cell)
	return n.rounded(append(append([]point{start}, way...), towards(bounds(b).nearest(tip), tip, -0.04*n.cell)))
}

// rounded returns a way with its bends rounded.
func (n *liner) rounded(way []point) []point { return rounded(way, math.Floor(bendRadius*n.cell)) }

// route returns a way on the boards' lattice.
func (n *liner) route(from, to end) []point {
	if n.router == nil {
		n.router = n.newRouter(n.pos, n.pixels(arrowWidth)+2*n.pixels(haloWidth))
	}
	return n.router.find(from, to)
}

// pixels returns a share of a cell's width in whole pixels.
func (n *liner) pixels(share float64) float64 { return math.Max(1, math.Floor(share*n.cell)) }

// labelsOf returns where the texts among shapes are.
func labelsOf(lists ...[]shape) (labels []rect) {
	for _, list := range lists {
		for i := range list {
			if list[i].Form == textForm {
				labels = append(labels, textBounds(&list[i]))
			}
		}
	}
	return labels
}

// body returns the rectangle that the piece on a cell takes in the stack, an empty one
// without a piece.
func (n *liner) body(c rules.Cell) rect {
	if !n.pos.At(c).Exists() {
		return rect{}
	}
	p, size := n.pieceAt(c), n.pieceSize()
	return rect{p.X + 0.14*size, p.Y + 0.06*size, p.X + 0.86*size, p.Y + 0.96*size}
}

// bows are the curves that lines in the stack can take, as the distance of their middle from
// the straight line, in shares of its length.
var bows = []float64{0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.35, -0.35, 0.45, -0.45}

// How much worse it is that a line hides a label, or leaves the boards, than that a piece
// hides the line.
const (
	labelCost   = 8
	outsideCost = 100
)

// bow returns the way between two places of the stack that pieces hide the least and that
// hides the fewest labels, without its parts in the rectangles from and to.
func (n *liner) bow(from rect, a point, to rect, b point) (best []point) {
	inside := rect{0, 0, float64(n.w), float64(n.h)}
	if n.status.side {
		inside.x1 = n.status.line.x
	}
	inside = inside.grow(-0.3 * n.cell)
	var bodies []rect
	for _, c := range n.order {
		if body := n.body(c); body != (rect{}) && body != from && body != to {
			bodies = append(bodies, body.grow(0.05*n.cell))
		}
	}
	least := math.Inf(1)
	for _, share := range bows {
		way := slices.DeleteFunc(curve(a, b, share), func(p point) bool { return from.has(p) || to.has(p) })
		hidden := math.Abs(share) * float64(len(way)) / 2
		for _, p := range way {
			if slices.ContainsFunc(bodies, func(body rect) bool { return body.has(p) }) {
				hidden++
			}
			if slices.ContainsFunc(n.labels, func(label rect) bool { return label.grow(0.1 * n.cell).has(p) }) {
				hidden += labelCost
			}
			if !inside.has(p) {
				hidden += outsideCost
			}
		}
		if hidden < least && len(way) > 1 {
			best, least = way, hidden
		}
	}
	return best
}

// line is how a line is drawn. Lengths are shares of a cell's width.
type line struct {
	tone
	width  float64
	head   float64 // half the width of the arrow's head; 0 for a line without one
	dashed bool
}

// appendLine adds a line with light edges along a way.
func (n *liner) appendLine(list []shape, way []point, ln line) []shape {
	length := lengthOf(way)
	h := min(ln.head*n.cell, 0.55*length) // half the head's width
	if length -= 1.6 * h; length < 2 {
		return list
	}
	var head func(grow float64) []point
	if h > 0 {
		tip := way[len(way)-1]
		way = stretch(way, 0, length)
		head = func(grow float64) []point { return arrowhead(way[len(way)-1], tip, h, grow) }
	}
	dashes := [][]point{way}
	if ln.dashed {
		dashes = n.dashes(way, length)
	}
	edge := n.pixels(haloWidth)
	for _, grow := range []float64{edge, 0} {
		t := ln.tone
		if grow > 0 {
			t = toneHalo
		}
		for _, dash := range dashes {
			list = appendStroke(list, extended(dash, grow), n.pixels(ln.width)+2*grow, t)
		}
		if head != nil {
			list = appendFill(list, t, head(grow))
		}
	}
	return list
}

// dashes cuts a way into dashes of equal length; a short one remains whole.
func (n *liner) dashes(way []point, length float64) (list [][]point) {
	dash, gap := dashLength*n.cell, dashGap*n.cell
	count := max(1, math.Floor((length+gap)/(dash+gap)))
	scale := length / (count*(dash+gap) - gap)
	for i := range int(count) {
		from := float64(i) * (dash + gap) * scale
		list = append(list, stretch(way, from, from+dash*scale))
	}
	return list
}

// appendStroke adds a line along a way: upright and level stretches as rectangles of whole
// pixels, which are painted fast, the others as strokes.
func appendStroke(list []shape, way []point, width float64, t tone) []shape {
	var slanted []point
	flush := func() {
		if len(slanted) > 1 {
			list = append(list, shape{Form: strokeForm, Tone: t, Size: width, Points: slanted})
		}
		slanted = nil
	}
	for i, a := range way[:len(way)-1] {
		b := way[i+1]
		x0, y0, x1, y1 := min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)
		switch {
		case a == b:
			continue
		case x0 == x1:
			x0, x1 = x0-width/2, x0+width/2
		case y0 == y1:
			y0, y1 = y0-width/2, y0+width/2
		default:
			if len(slanted) == 0 {
				slanted = append(slanted, a)
			}
			slanted = append(slanted, b)
			continue
		}
		flush()
		x, y := math.Round(x0), math.Round(y0)
		list = appendFill(list, t, box(x, y, math.Round(x1)-x, math.Round(y1)-y))
	}
	flush()
	return list
}

// arrowhead returns the outline of an arrow's head from the end of its shaft to its tip;
// half is half its width, and grow widens it on all sides.
func arrowhead(base, tip point, half, grow float64) []point {
	length := math.Hypot(tip.X-base.X, tip.Y-base.Y)
	u := point{(tip.X - base.X) / length, (tip.Y - base.Y) / length}
	at := func(along, across float64) point {
		return point{base.X + u.X*along - u.Y*across, base.Y + u.Y*along + u.X*across}
	}
	half += 1.6 * grow
	return []point{at(-grow, half), at(length+1.9*grow, 0), at(-grow, -half)}
}
