package render

import (
	"math"
	"slices"

	"stackmate/rules"
)

// foreground returns what a picture shows on its background: attack boards, marks on the
// squares, arrows, pieces, marks on the pieces, and the status bar. Arrows are below the
// pieces, so that pieces between their ends stay legible.
func (l *layout) foreground(s *resolvedPicture) (list []shape) {
	list = l.appendAttackBoards(list, s)
	list = l.appendGroundMarks(list, s)
	list = l.appendLines(list, s)
	if l.stack { // rings lie around the foot of a piece
		list = l.appendCaptures(list, s)
	}
	size := l.pieceSize()
	for _, c := range l.order {
		if p := s.pos.At(c); p.Exists() {
			list = append(list, shape{Form: pieceForm, Piece: p, Size: size, Points: []point{l.pieceAt(c)}})
		}
	}
	if !l.stack { // rings lie around the whole piece
		list = l.appendCaptures(list, s)
	}
	list = l.appendTargets(list, s)
	if !s.bare {
		list = l.status.appendTo(list, s)
	}
	if l.letters {
		setLetters(list)
	}
	return list
}

// pieceSize returns the edge of the square that a piece is drawn in.
func (l *layout) pieceSize() float64 {
	if l.stack {
		return math.Round(l.cell * stackPiece)
	}
	return l.cell
}

// pieceAt returns the top left corner of the square that a piece on a cell is drawn in.
func (l *layout) pieceAt(c rules.Cell) point {
	m, size := middle(l.squares[c].quad), l.pieceSize()
	if l.stack {
		return point{math.Round(m.X - size/2), math.Round(m.Y - size*0.8)}
	}
	return point{math.Round(m.X - size/2), math.Round(m.Y - size/2)}
}

// appendGroundMarks adds the marks below the pieces: the squares of the last move and
// the preview, a king in check, a column, and the square of a chosen piece.
func (l *layout) appendGroundMarks(list []shape, s *resolvedPicture) []shape {
	for _, m := range []struct {
		markedMove
		tone
	}{{s.last, toneLastMove}, {s.preview, tonePreview}} {
		if !m.Shown {
			continue
		}
		for _, c := range m.Changed {
			if c == rules.NoCell {
				break
			}
			if m.tone == toneLastMove {
				list = l.appendTint(list, c, toneLightLast, toneDarkLast)
			}
			if s.pos.At(c).Exists() {
				list = l.appendFrame(list, c, m.tone)
			} else {
				list = l.appendBrackets(list, c, m.tone)
			}
		}
	}
	if king := s.pos.King(s.pos.Turn()); s.pos.InCheck() && l.shows(king) {
		list = l.appendBurst(list, king)
	}
	list = l.appendColumnMarks(list, s)
	if s.legal != rules.NoCell {
		list = l.appendFrame(list, s.legal, toneTarget)
	}
	return list
}

// appendColumnMarks fills the corners of the chosen column's cells.
func (l *layout) appendColumnMarks(list []shape, s *resolvedPicture) []shape {
	if s.column == rules.NoCell {
		return list
	}
	at := l.game.Coord(s.column)
	_, _, levels := l.game.Size()
	for level := range levels {
		at.Level = int8(level)
		c := l.game.CellAt(at)
		if c == rules.NoCell || s.pos.At(c) == rules.Air || !l.shows(c) {
			continue
		}
		q := l.squares[c].quad
		for i := range q {
			before, after := q[(i+3)%4], q[(i+1)%4]
			list = appendFill(list, toneColumn, []point{q[i], between(q[i], after, 0.3), between(q[i], before, 0.3)})
		}
		if c == s.column {
			list = l.appendFrame(list, c, toneColumn)
		}
	}
	return list
}

// appendTargets adds a dot where the chosen piece can go without capturing, and a frame
// where the chosen attack board can go.
func (l *layout) appendTargets(list []shape, s *resolvedPicture) []shape {
	if s.legal == rules.NoCell {
		return list
	}
	for _, c := range s.targets(l, false) {
		list = appendFill(list, toneHalo, l.circle(c, 0.42, dotPoints))
		list = appendFill(list, toneTarget, l.circle(c, 0.34, dotPoints))
	}
	for _, m := range s.pos.BoardMoves() {
		if slices.Contains(l.game.Pins()[m.From].Cells[:], s.legal) && l.pins[m.To].quad != nil && (m.Promotion == rules.NoRole || m.Promotion == rules.Queen) {
			q := inset(l.pins[m.To].quad, 0.04)
			list = append(list,
				shape{Form: loopForm, Tone: toneHalo, Size: l.cell * 0.15, Points: q},
				shape{Form: loopForm, Tone: toneTarget, Size: l.cell * 0.09, Points: q})
		}
	}
	return list
}

// appendCaptures adds a ring around everything that the chosen piece can capture.
func (l *layout) appendCaptures(list []shape, s *resolvedPicture) []shape {
	if s.legal == rules.NoCell {
		return list
	}
	for _, c := range s.targets(l, true) {
		list = append(list,
			shape{Form: loopForm, Tone: toneHalo, Size: l.cell * 0.15, Points: l.circle(c, 0.82, dotPoints)},
			shape{Form: loopForm, Tone: toneTarget, Size: l.cell * 0.09, Points: l.circle(c, 0.82, dotPoints)})
	}
	return list
}

// targets returns the shown cells where the chosen piece can go, either by captures or by
// other moves. A cell is listed once, however many promotions there are.
func (s *resolvedPicture) targets(l *layout, captures bool) (cells []rules.Cell) {
	for _, m := range s.pos.MovesFrom(s.legal) {
		if _, takes := s.pos.Captures(m); takes == captures && l.shows(m.To) && !slices.Contains(cells, m.To) {
			cells = append(cells, m.To)
		}
	}
	return cells
}

// appendTint fills a cell with the tone for its colour.
func (l *layout) appendTint(list []shape, c rules.Cell, light, dark tone) []shape {
	if !l.shows(c) {
		return list
	}
	if l.squares[c].dark {
		light = dark
	}
	return appendFill(list, light, l.squares[c].quad)
}

// appendFrame adds a frame inside the edge of a cell.
func (l *layout) appendFrame(list []shape, c rules.Cell, t tone) []shape {
	if !l.shows(c) {
		return list
	}
	return append(list, shape{Form: loopForm, Tone: t, Size: l.cell * 0.06, Points: inset(l.squares[c].quad, 0.06)})
}

// appendBrackets adds brackets in the corners of a cell: a piece has left it.
func (l *layout) appendBrackets(list []shape, c rules.Cell, t tone) []shape {
	if !l.shows(c) {
		return list
	}
	q := inset(l.squares[c].quad, 0.06)
	for i := range q {
		before, after := q[(i+3)%4], q[(i+1)%4]
		list = append(list, shape{Form: strokeForm, Tone: t, Size: l.cell * 0.06,
			Points: []point{between(q[i], before, 0.28), q[i], between(q[i], after, 0.28)}})
	}
	return list
}

// appendBurst adds a star behind a king in check. It is larger than the cell, and has a light
// edge around a dark one, so that it shows on every square and needs no colour.
func (l *layout) appendBurst(list []shape, c rules.Cell) []shape {
	list = appendFill(list, toneHalo, l.star(c, 1.34, 1.02))
	list = appendFill(list, toneCheck, l.star(c, 1.22, 0.94))
	return appendFill(list, toneBurst, l.star(c, 1.0, 0.78))
}

// star returns the outline of a star that lies on a cell. Its points and the corners
// between them are at shares of half the cell's width from the middle.
func (l *layout) star(c rules.Cell, outer, inner float64) []point {
	const spikes = 12
	tips, corners := l.circle(c, outer, 2*spikes), l.circle(c, inner, 2*spikes)
	for i := 1; i < len(tips); i += 2 {
		tips[i] = corners[i]
	}
	return tips
}

// dotPoints is the number of points of a dot or a ring.
const dotPoints = 28

// circle returns a number of points on a circle that lies on a cell; its diameter is a share
// of the cell's width.
func (l *layout) circle(c rules.Cell, share float64, n int) []point {
	q := l.squares[c].quad
	m := middle(q)
	u, v := point{(q[1].X - q[0].X) / 2, (q[1].Y - q[0].Y) / 2}, point{(q[3].X - q[0].X) / 2, (q[3].Y - q[0].Y) / 2}
	ring := make([]point, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		ring[i] = point{m.X + share*(u.X*cos+v.X*sin), m.Y + share*(u.Y*cos+v.Y*sin)}
	}
	return ring
}
