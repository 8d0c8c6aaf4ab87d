package render

import (
	"slices"

	"stackmate/rules"
)

// oblique is the projection of a stack of boards. In pixels, or in units in the tables
// below, a step to the next file leads right by file, a step to the next rank right by
// lean and up by rank, and a step to the next level up by level.
type oblique struct {
	file, lean, rank, level float64
	x, y                    float64 // the near left corner on the lowest floor
	floors                  []int   // by level: how many steps above the lowest one shown in its stack
}

// at projects a point of a level; file and rank count as viewCoord does.
func (o *oblique) at(file, rank float64, level int) point {
	return point{o.x + file*o.file + rank*o.lean, o.y - rank*o.rank - float64(o.floors[level])*o.level}
}

// stackCells is the projection in units, by the number of main boards.
var stackCells = map[int]oblique{
	1: {file: 66, lean: 24, rank: 42},
	2: {file: 58, lean: 26, rank: 30, level: 290},
	3: {file: 52, lean: 25, rank: 26, level: 246},
	8: {file: 42, lean: 20, rank: 21, level: 196},
}

// attackBoardStack is the projection in units for games with attack boards.
var attackBoardStack = oblique{file: 54, lean: 24, rank: 17, level: 100}

// layOutStack places boards one above the other, seen obliquely from above. More than
// four levels without attack boards take two stacks.
func (l *layout) layOutStack(bare bool) {
	boards := l.levels.boards(slices.Clone(l.game.Boards()))
	files, ranks, _ := l.game.Size()
	floors, levels := l.levels.floors(l.game)
	perStack := levels
	var unit oblique
	switch {
	case len(l.game.Pins()) > 0:
		unit = attackBoardStack
	case levels > 3:
		unit = stackCells[8]
		if levels > 4 {
			perStack = (levels + 1) / 2
		}
	default:
		unit = stackCells[levels]
	}
	o := oblique{file: l.px(unit.file), lean: l.px(unit.lean), rank: l.px(unit.rank), level: l.px(unit.level)}
	l.cell = o.file
	l.squares = make([]square, l.game.Cells())
	margin, head, foot, gap := l.px(56), l.px(52), l.px(44), l.px(30)
	one := float64(files)*o.file + float64(ranks)*o.lean
	stacks := (levels + perStack - 1) / perStack
	height := head + float64(ranks)*o.rank + float64(perStack-1)*o.level + foot
	width := 2*margin + float64(stacks)*one + float64(stacks-1)*gap
	o.y = l.arrange(width, height, bare) + height - foot
	for i := range stacks {
		o.x, o.floors = margin+float64(i)*(one+gap), slices.Clone(floors)
		for level := range floors {
			o.floors[level] -= i * perStack
		}
		for _, b := range boards {
			if floors[b.Level]/perStack == i {
				start := len(l.background)
				l.placeStackedBoard(&o, b, len(l.game.Boards()) > 1)
				if len(l.game.Pins()) > 0 {
					l.mainBoards = append(l.mainBoards, mainBoard{b.Level, slices.Clone(l.background[start:])})
					l.background = l.background[:start]
				}
			}
		}
		if len(l.game.Pins()) == 0 {
			l.labelFiles(&o, 0, files, 0, slices.Index(o.floors, 0))
		}
	}
	l.pins = make([]pinPlace, len(l.game.Pins()))
	for n, p := range l.game.Pins() {
		if !l.levels.Has(p.Level) {
			continue
		}
		l.placeStackedPin(&o, n, p)
	}
	l.order = make([]rules.Cell, l.game.Cells())
	for i := range l.order {
		l.order[i] = rules.Cell(i)
	}
	slices.SortStableFunc(l.order, func(a, b rules.Cell) int {
		x, y := l.game.Coord(a), l.game.Coord(b)
		_, near := l.viewCoord(x)
		_, far := l.viewCoord(y)
		if x.Level != y.Level {
			return int(x.Level) - int(y.Level)
		}
		return far - near
	})
}

// quad returns the projected corners of a cell.
func (l *layout) quad(o *oblique, at rules.Coord) []point {
	file, rank := l.viewCoord(at)
	f, r := float64(file), float64(rank)
	level := int(at.Level)
	return []point{o.at(f, r, level), o.at(f+1, r, level), o.at(f+1, r+1, level), o.at(f, r+1, level)}
}

// placeStackedBoard places a main board as a slab, with the numbers of the ranks at its
// left edge and, if titled, its title at its right edge.
func (l *layout) placeStackedBoard(o *oblique, b rules.Board, titled bool) {
	file0, rank0 := l.nearLeft(b)
	f0, r0 := float64(file0), float64(rank0)
	f1, r1 := f0+float64(b.Files), r0+float64(b.Ranks)
	edge := []point{o.at(f0, r0, b.Level), o.at(f1, r0, b.Level), o.at(f1, r1, b.Level), o.at(f0, r1, b.Level)}
	thick := l.px(7)
	for i := range 2 { // the slab's near edge
		edge[i].Y += thick
	}
	l.background = appendFill(l.background, toneFrame, edge)
	l.background = append(l.background, shape{Form: loopForm, Tone: toneFrame, Size: l.px(5), Points: edge})
	for f := range b.Files {
		for r := range b.Ranks {
			at := rules.Coord{File: int8(b.File + f), Rank: int8(b.Rank + r), Level: int8(b.Level)}
			l.placeSquare(at, l.quad(o, at))
		}
	}
	for k := range b.Ranks {
		p := o.at(f0, r0+float64(k)+0.5, b.Level)
		l.background = l.appendText(l.background, toneFaint, true, 20, p.X-l.px(26), p.Y+l.px(7), 0.5, rankName(l.boardIndex(rank0+k, l.ranks())))
	}
	if len(l.game.Pins()) > 0 {
		l.labelFiles(o, file0, file0+b.Files, rank0, b.Level)
	}
	if titled {
		p := o.at(f1, r0, b.Level)
		p.X, p.Y = p.X+l.px(30), p.Y+l.px(4)
		if len(l.game.Pins()) > 0 { // at the far corner: fewer attack boards cover it there
			p = o.at(f1, r1, b.Level)
			p.X, p.Y = p.X+l.px(14), p.Y+l.px(20)
		}
		l.background = l.appendText(l.background, toneInk, true, 26, p.X, p.Y, 0, l.texts.board(b))
	}
}

// labelFiles writes the letters of the files from one to another along a rank's near
// edge.
func (l *layout) labelFiles(o *oblique, from, to, rank, level int) {
	files, _, _ := l.game.Size()
	for k := from; k < to; k++ {
		p := o.at(float64(k)+0.5, float64(rank), level)
		l.background = l.appendText(l.background, toneFaint, true, 22, p.X-l.px(4), p.Y+l.px(30), 0.5, fileName(l.boardIndex(k, files)))
	}
}

// placeStackedPin places the cells of pin number n and its name.
func (l *layout) placeStackedPin(o *oblique, n int, p rules.Pin) {
	first, last := l.quad(o, l.game.Coord(p.Cells[0])), l.quad(o, l.game.Coord(p.Cells[3]))
	if l.side == rules.Black {
		first, last = last, first
	}
	right := l.quad(o, l.game.Coord(p.Cells[1]))
	left := l.quad(o, l.game.Coord(p.Cells[2]))
	if l.side == rules.Black {
		right, left = left, right
	}
	for _, c := range p.Cells {
		l.squares[c] = square{l.quad(o, l.game.Coord(c)), l.game.Dark(c)}
	}
	q := []point{first[0], right[1], last[2], left[3]}
	l.pins[n] = pinPlace{quad: q}
	l.pins[n].occupied = l.appendText(nil, toneInk, true, 20, (q[0].X+q[1].X)/2-l.px(4), q[0].Y+l.px(24), 0.5, p.Name)
}
