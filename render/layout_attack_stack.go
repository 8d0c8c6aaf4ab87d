package render

import (
	"cmp"
	"math"
	"slices"

	"stackmate/rules"
)

// attackStack places the boards of a game with attack boards: the main boards on a stand,
// the attack boards on arms at their corners. An arm leads from a corner outward, so that
// no board hides the pieces of another, and then up or down to the middle of the attack
// board.
type attackStack struct {
	stack
	arm float64 // how far outward
	// post says where a main board carries the next one: so many ranks behind the near edge
	// of their overlap.
	post float64
}

// attackStacks are in units, by the player's side: White looks up the stairs of main
// boards, Black down.
var attackStacks = [2]attackStack{
	{stack{oblique: oblique{file: 60, lean: 36, rank: 36, level: 84, label: 39}}, 236, 2},
	{stack{oblique: oblique{file: 60, lean: 24, rank: 36, level: 144, label: 37}}, 242, 1},
}

// layOutAttackStack places the boards of a game with attack boards one above the other.
func (l *layout) layOutAttackStack(bare bool) {
	unit := attackStacks[l.side]
	s := attackStack{stack{l, l.oblique(unit.oblique)}, l.px(unit.arm), unit.post}
	l.cell = s.file
	_, _, levels := l.game.Size()
	for level := range levels {
		s.floors = append(s.floors, level)
	}
	boards := slices.SortedFunc(slices.Values(l.game.Boards()), func(a, b rules.Board) int { return cmp.Compare(a.Level, b.Level) })
	lowest := boards[0].Level
	boards = l.levels.boards(boards)
	left, right, top, bottom := s.extent(boards)
	margin, head, foot, stand := l.px(26), l.px(36), l.px(46), 0.0
	if l.levels.Has(lowest) {
		stand = l.px(30)
	}
	width, height := right-left+2*margin, head+bottom-top+foot+stand
	s.x, s.y = margin-left, l.arrange(width, height, bare)+head-top
	for i, b := range boards {
		var shapes []shape
		switch {
		case i > 0:
			shapes = s.postBetween(boards[i-1], b)
		case b.Level == lowest:
			shapes = s.stand(b, s.y+bottom+foot)
		}
		file, rank := l.nearLeft(b)
		shapes = append(shapes, s.board(b)...)
		shapes = append(shapes, s.fileNames(file, file+b.Files, rank, b.Level)...)
		corner := s.corner(b)
		shapes = l.appendText(shapes, toneInk, true, s.label, corner.X+l.px(8), corner.Y+l.px(0.72*s.label+16), 0, l.texts.board(b))
		l.mainBoards = append(l.mainBoards, mainBoard{b.Level, shapes})
	}
	l.pins = make([]pinPlace, len(l.game.Pins()))
	for n, p := range l.game.Pins() {
		if l.levels.Has(p.Level) {
			s.placePin(&l.pins[n], p)
		}
	}
	s.placeNames()
	l.orderFromFar()
}

// extent returns the bounds of some main boards with their titles, and of all shown attack
// boards.
func (s *attackStack) extent(boards []rules.Board) (left, right, top, bottom float64) {
	left, right, top, bottom = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	add := func(quad []point) {
		for _, p := range quad {
			left, right, top, bottom = min(left, p.X), max(right, p.X), min(top, p.Y), max(bottom, p.Y)
		}
	}
	for _, b := range boards {
		file, rank := s.nearLeft(b)
		quad := s.rectangle(file, rank, b.Files, b.Ranks, b.Level)
		add(quad)
		add([]point{{quad[0].X - s.px(s.label+18), quad[0].Y}, {quad[1].X + s.px(8) + textWidth(true, s.textSize(s.label), s.texts.board(b)), quad[1].Y}})
	}
	for _, p := range s.game.Pins() {
		if s.levels.Has(p.Level) {
			_, quad := s.pinQuad(p)
			add(quad)
		}
	}
	return left, right, top, bottom
}

// pinQuad returns the corner of a main board that a pin is at, as viewCoord counts, and the
// corners of the attack board there.
func (s *attackStack) pinQuad(p rules.Pin) (corner [2]int, quad []point) {
	for _, c := range p.Cells {
		file, rank := s.viewCoord(s.game.Coord(c))
		corner = [2]int{max(corner[0], file), max(corner[1], rank)}
	}
	return corner, s.outward(corner[0], s.rectangle(corner[0]-1, corner[1]-1, 2, 2, p.Level))
}

// outward moves the corners of a cell or board at a corner's file away from the main boards.
func (s *attackStack) outward(file int, quad []point) []point {
	by := s.arm
	if file == 1 { // the left of the corners
		by = -by
	}
	for i := range quad {
		quad[i].X += by
	}
	return quad
}

// placePin places the cells of a pin, its arm and its name.
func (s *attackStack) placePin(to *pinPlace, p rules.Pin) {
	corner, quad := s.pinQuad(p)
	for _, c := range p.Cells {
		s.squares[c] = square{s.outward(corner[0], s.quad(s.game.Coord(c))), s.game.Dark(c)}
	}
	to.quad = quad
	to.occupied = s.appendSlab(nil, quad, 5)
	for _, b := range s.game.Boards() {
		if _, ok := s.pinEnd(p, b); !ok || !s.levels.Has(b.Level) {
			continue
		}
		from, end := s.at(float64(corner[0]), float64(corner[1]), b.Level), middle(quad)
		over := p.Level < b.Level
		if over { // between the far pieces
			end = between(end, between(quad[2], quad[3], 0.5), 0.5)
		}
		arm := s.tube(from, point{end.X, from.Y}, end)
		if over {
			to.over = arm
		} else {
			to.occupied = slices.Concat(arm, to.occupied)
		}
	}
}

// postBetween returns the post with which a main board carries the next one.
func (s *attackStack) postBetween(below, above rules.Board) []shape {
	file, near := s.nearLeft(below)
	_, nearAbove := s.nearLeft(above)
	// Not in the middle, so that it is between two names of files of the board above.
	f, r := float64(file)+float64(below.Files)/2-0.2, float64(max(near, nearAbove))+s.post
	from, to := s.at(f, r, below.Level), s.at(f, r, above.Level)
	return s.tube(from, to)
}

// stand returns the stand of the lowest main board; y is the middle of its base.
func (s *attackStack) stand(b rules.Board, y float64) (list []shape) {
	file, rank := s.nearLeft(b)
	top := s.at(float64(file)+float64(b.Files)/2, float64(rank), b.Level)
	foot := point{top.X, y}
	for _, ring := range []struct {
		tone
		lower, wider float64
	}{{toneFrame, 7, 2}, {toneFrame, 0, 2}, {toneFaint, 0, 0}} {
		points := make([]point, 48)
		for i := range points {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
			points[i] = point{foot.X + s.px(76+ring.wider)*cos, foot.Y + ring.lower*float64(s.scale) + s.px(12+ring.wider)*sin}
		}
		list = appendFill(list, ring.tone, points)
	}
	return append(list, s.tube(foot, top)...)
}

// tube returns a slim tube along a line with round bends.
func (s *attackStack) tube(line ...point) []shape {
	points := []point{line[0]}
	for i := 1; i < len(line)-1; i++ {
		a, bend, b := line[i-1], line[i], line[i+1]
		a = between(bend, a, min(0.5, s.px(36)/math.Hypot(a.X-bend.X, a.Y-bend.Y)))
		b = between(bend, b, min(0.5, s.px(36)/math.Hypot(b.X-bend.X, b.Y-bend.Y)))
		for k := range 9 {
			t := float64(k) / 8
			points = append(points, between(between(a, bend, t), between(bend, b, t), t))
		}
	}
	points = append(points, line[len(line)-1])
	return []shape{{Form: strokeForm, Tone: toneFrame, Size: s.px(9), Points: points},
		{Form: strokeForm, Tone: toneFaint, Size: s.px(4), Points: points}}
}
