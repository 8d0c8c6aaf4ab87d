package render

import (
	"math"
	"slices"
)

// pinName is a place for the name of an attack board. It is free unless there are attack
// boards at pins that it clashes with.
type pinName struct {
	text    shape
	clashes uint32 // a bit for each pin
}

// name returns the name of an attack board where nothing else is, given a bit for each pin
// that has an attack board and the areas of names before it. Between boards that leave no
// such place it is on a plate.
func (p *pinPlace) name(occupied uint32, before []area) []shape {
	for _, n := range p.names {
		if n.clashes&occupied == 0 && !slices.ContainsFunc(before, n.text.textArea().overlaps) {
			return []shape{n.text}
		}
	}
	if len(p.names) == 0 {
		return nil
	}
	text := p.names[0].text
	a := text.textArea().inner(-text.Size / 5)
	return []shape{{Form: fillForm, Tone: toneBack, Points: box(math.Round(a.x), math.Round(a.y), math.Round(a.w), math.Round(a.h))}, text}
}

// placeNames finds the places where the names of the attack boards do not lie over main
// boards, posts and other labels, and with which other attack boards they clash.
func (s *attackStack) placeNames() {
	var fixed []shape
	for _, m := range s.mainBoards {
		fixed = append(fixed, m.shapes...)
	}
	for n, p := range s.game.Pins() {
		pin := &s.pins[n]
		if pin.quad == nil {
			continue
		}
		q := pin.quad
		left, right, below, above := s.px(12), s.px(12), s.px(0.72*s.label+14), s.px(36)
		for _, at := range []struct{ x, y, align float64 }{
			{q[0].X + s.px(2), q[0].Y + below, 0},
			{q[1].X - s.px(2), q[1].Y + below, 1},
			{q[1].X + right, q[1].Y + s.px(4), 0},
			{q[0].X - left, q[0].Y + s.px(4), 1},
			{between(q[1], q[2], 0.5).X + right, between(q[1], q[2], 0.5).Y + s.px(14), 0},
			{between(q[0], q[3], 0.5).X - left, between(q[0], q[3], 0.5).Y + s.px(4), 1},
			{q[0].X, q[0].Y + 1.7*below, 0},
			{q[1].X, q[1].Y + 1.7*below, 1},
			{q[2].X + 2*right, q[2].Y + s.px(14), 0},
			{q[3].X - 2*left, q[3].Y + s.px(4), 1},
			{q[3].X, q[3].Y - above, 0},
			{q[2].X, q[2].Y - above, 1},
		} {
			name := pinName{text: s.appendText(nil, toneInk, true, s.label-1, at.x, at.y, at.align, p.Name)[0]}
			room := name.text.textArea()
			if room.x < 0 || room.x+room.w > float64(s.w) || s.covers(room, fixed, s.mainQuads()) {
				continue
			}
			for m := range s.pins {
				if other := &s.pins[m]; other.quad != nil && s.covers(room, slices.Concat(other.occupied, other.over), [][]point{other.quad}) {
					name.clashes |= 1 << m
				}
			}
			pin.names = append(pin.names, name)
		}
		// Where an own arm is in the way, the place is never free.
		pin.names = slices.DeleteFunc(pin.names, func(name pinName) bool { return name.clashes&(1<<n) != 0 })
	}
}

// mainQuads returns the corners of the main boards that are shown.
func (s *attackStack) mainQuads() (list [][]point) {
	for _, b := range s.levels.boards(s.game.Boards()) {
		file, rank := s.nearLeft(b)
		list = append(list, s.rectangle(file, rank, b.Files, b.Ranks, b.Level))
	}
	return list
}

// covers reports whether an area has something of shapes or of boards with pieces on them.
func (s *attackStack) covers(a area, shapes []shape, boards [][]point) bool {
	for i := range shapes {
		switch sh := &shapes[i]; sh.Form {
		case strokeForm:
			if a.nearLine(sh.Points, sh.Size/2+s.px(2)) {
				return true
			}
		case textForm:
			if a.overlaps(sh.textArea()) {
				return true
			}
		}
	}
	for _, q := range boards {
		edge := s.px(9)
		up, side := s.pieceSize()*0.8-s.rank/2, s.px(4)
		outline := []point{{q[0].X - side, q[0].Y + edge}, {q[1].X + side, q[1].Y + edge}, {q[2].X + side, q[2].Y - up}, {q[3].X - side, q[3].Y - up}}
		if a.meets(outline) {
			return true
		}
	}
	return false
}
