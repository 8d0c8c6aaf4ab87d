package render

import (
	"cmp"
	"slices"

	"stackmate/rules"
)

// oblique is the projection of a stack of boards. In pixels, or in units in the tables
// below, a step to the next file leads right by file, a step to the next rank right by
// lean and up by rank, and a step to the next level up by level.
type oblique struct {
	file, lean, rank, level float64
	label                   float64 // the size of labels, always in units
	x, y                    float64 // the near left corner on the lowest floor
	floors                  []int   // by level: how many steps above the lowest one shown in its stack
}

// at projects a point of a level; file and rank count as viewCoord does.
func (o *oblique) at(file, rank float64, level int) point {
	return point{o.x + file*o.file + rank*o.lean, o.y - rank*o.rank - float64(o.floors[level])*o.level}
}

// stackCells is the projection in units, by the number of boards in a stack. A level is so
// high that a piece on the farthest rank does not reach the board above.
var stackCells = map[int]oblique{
	1: {file: 66, lean: 24, rank: 42, label: 28},
	2: {file: 58, lean: 32, rank: 36, level: 324, label: 28},
	3: {file: 54, lean: 34, rank: 30, level: 276, label: 28},
	4: {file: 44, lean: 27, rank: 26, level: 240, label: 39},
}

// stackPiece is the edge of the square that a piece is drawn in, by the width of a cell.
const stackPiece = 0.92

// stack places boards one above the other, seen obliquely from above.
type stack struct {
	*layout
	oblique
}

// layOutStack places boards one above the other. More than four levels take two stacks.
func (l *layout) layOutStack(bare bool) {
	boards := l.levels.boards(l.game.Boards())
	files, ranks, _ := l.game.Size()
	floors, levels := l.levels.floors(l.game)
	perStack := levels
	if levels > 4 {
		perStack = (levels + 1) / 2
	}
	o := l.oblique(stackCells[perStack])
	l.cell = o.file
	margin, head, foot, gap := l.px(66), l.px(46), l.px(0.72*o.label+28), l.px(36)
	one := float64(files)*o.file + float64(ranks)*o.lean
	stacks := (levels + perStack - 1) / perStack
	height := head + float64(ranks)*o.rank + float64(perStack-1)*o.level + foot
	width := 2*margin + float64(stacks)*one + float64(stacks-1)*gap
	l.letters = l.lettersFor(width)
	legend := l.newLegend(width-2*margin, bare)
	o.y = l.arrange(width, height+legend.height(), bare) + height - foot
	l.background = legend.appendTo(l.background, margin, o.y+foot)
	for i := range stacks {
		o.x, o.floors = margin+float64(i)*(one+gap), slices.Clone(floors)
		for level := range floors {
			o.floors[level] -= i * perStack
		}
		s := stack{l, o}
		for _, b := range boards {
			if floors[b.Level]/perStack == i {
				l.background = append(l.background, s.board(b)...)
				if corner := s.corner(b); len(l.game.Boards()) > 1 {
					l.background = l.appendText(l.background, toneInk, true, o.label+2, corner.X+l.px(o.label+4), corner.Y+l.px(8), 0, l.texts.board(b))
				}
			}
		}
		l.background = append(l.background, s.fileNames(0, files, 0, slices.Index(o.floors, 0))...)
	}
	l.orderFromFar()
}

// oblique converts a projection from units to pixels.
func (l *layout) oblique(unit oblique) oblique {
	return oblique{file: l.px(unit.file), lean: l.px(unit.lean), rank: l.px(unit.rank), level: l.px(unit.level), label: unit.label}
}

// orderFromFar sets the order in which pieces are drawn to that of a stack: lower levels
// and far ranks first.
func (l *layout) orderFromFar() {
	for c := range rules.Cell(l.game.Cells()) {
		l.order = append(l.order, c)
	}
	slices.SortStableFunc(l.order, func(a, b rules.Cell) int {
		x, y := l.game.Coord(a), l.game.Coord(b)
		_, near := l.viewCoord(x)
		_, far := l.viewCoord(y)
		return cmp.Or(cmp.Compare(x.Level, y.Level), cmp.Compare(far, near))
	})
}

// quad returns the projected corners of a cell.
func (s *stack) quad(at rules.Coord) []point {
	file, rank := s.viewCoord(at)
	return s.rectangle(file, rank, 1, 1, int(at.Level))
}

// rectangle returns the projected corners of a rectangle of cells.
func (s *stack) rectangle(file, rank, files, ranks, level int) []point {
	f0, r0, f1, r1 := float64(file), float64(rank), float64(file+files), float64(rank+ranks)
	return []point{s.at(f0, r0, level), s.at(f1, r0, level), s.at(f1, r1, level), s.at(f0, r1, level)}
}

// corner returns the near right corner of a main board.
func (s *stack) corner(b rules.Board) point {
	file, rank := s.nearLeft(b)
	return s.at(float64(file+b.Files), float64(rank), b.Level)
}

// board places a main board: a slab, with the numbers of the ranks at its left edge.
func (s *stack) board(b rules.Board) (list []shape) {
	file, rank := s.nearLeft(b)
	quad := s.rectangle(file, rank, b.Files, b.Ranks, b.Level)
	list = s.appendSlab(list, quad, 7)
	for f := range b.Files {
		for r := range b.Ranks {
			at := rules.Coord{File: int8(b.File + f), Rank: int8(b.Rank + r), Level: int8(b.Level)}
			c := s.game.CellAt(at)
			s.squares[c] = square{s.quad(at), s.game.Dark(c)}
			list = appendFill(list, s.squares[c].tone(), s.squares[c].quad)
		}
	}
	for k := range b.Ranks {
		p := s.at(float64(file), float64(rank+k)+0.5, b.Level)
		list = s.appendText(list, toneFaint, true, s.label, p.X-s.px(s.label+10), p.Y+s.px(0.36*s.label-2), 0.5, rankName(s.boardIndex(rank+k, s.ranks())))
	}
	return list
}

// appendSlab adds what lies under the squares of a board: its frame and its near edge, which
// is so many units thick.
func (s *stack) appendSlab(list []shape, quad []point, thick float64) []shape {
	edge := slices.Clone(quad)
	for i := range 2 { // the near edge
		edge[i].Y += s.px(thick)
	}
	list = appendFill(list, toneFrame, edge)
	return append(list, shape{Form: loopForm, Tone: toneFrame, Size: s.px(5), Points: edge})
}

// fileNames returns the letters of the files from one to another along a rank's near edge.
func (s *stack) fileNames(from, to, rank, level int) (list []shape) {
	files, _, _ := s.game.Size()
	for k := from; k < to; k++ {
		p := s.at(float64(k)+0.5, float64(rank), level)
		list = s.appendText(list, toneFaint, true, s.label, p.X-s.px(2), p.Y+s.px(0.72*s.label+16), 0.5, fileName(s.boardIndex(k, files)))
	}
	return list
}
