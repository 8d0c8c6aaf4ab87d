package render

import (
	"slices"

	"stackmate/rules"
)

// attackLabel is the size of labels in units where attack boards are side by side.
const attackLabel = 38

// layOutAttackBoards places the main boards side by side, as seen from above. Each has
// the pins of its attack boards (rule T2) in the columns of their files: the pins of its
// far corners beyond the board, those of its near corners in front of it, and of two
// pins at a corner the upper one further up. A vacant pin shows its name. A main board
// whose level is not shown is an outline if attack boards next to it are shown.
func (l *layout) layOutAttackBoards(bare bool) {
	var above, below bool // some level above or below a main board is shown
	boards := slices.DeleteFunc(boardsByTitle(l.game), func(b rules.Board) bool {
		over, under := l.levels.Has(b.Level+1), l.levels.Has(b.Level-1)
		above, below = above || over, below || under
		return !over && !under && !l.levels.Has(b.Level)
	})
	boards = l.part(boards)
	c := l.px(50)
	l.cell = c
	l.pins = make([]pinPlace, len(l.game.Pins()))
	margin, gap, seam, title, foot := l.px(56), l.px(96), l.px(18), l.px(62), l.px(50)
	l.lane = l.px(6)
	files, _, _ := l.game.Size()
	row := 2*c + seam     // the height of a row of attack boards
	var levels [2]float64 // the height of the rows of the level below and of that above
	for i, shown := range []bool{below, above} {
		if shown {
			levels[i] = row
		}
	}
	side := levels[0] + levels[1]
	depth := float64(boards[0].Ranks) * c
	width := 2*margin + float64(len(boards)*files)*c + float64(len(boards)-1)*gap
	height := title + 2*side + depth + foot
	down := l.arrange(width, height, bare)
	title, height = title+down, height+down
	top := title + side
	for i, b := range boards {
		x := margin + float64(i)*(float64(files)*c+gap)
		l.background = l.appendText(l.background, toneInk, true, attackLabel, x+float64(files)*c/2, title-l.px(26), 0.5, l.texts.board(b))
		ranks := b.Ranks
		if l.levels.Has(b.Level) {
			l.placeBoard(b, x+c, top, c)
		} else {
			l.background = append(l.background, shape{Form: loopForm, Tone: toneVacantPin, Size: l.px(2),
				Points: box(x+c, top, float64(b.Files)*c, depth)})
			ranks = 0
		}
		_, rank0 := l.nearLeft(b)
		for k := range ranks {
			name := rankName(l.boardIndex(rank0+k, l.ranks()))
			y := top + depth - float64(k)*c - c/2 + l.px(13)
			l.background = l.appendText(l.background, toneFaint, true, attackLabel, x+c-l.px(24), y, 0.5, name)
			l.background = l.appendText(l.background, toneFaint, true, attackLabel, x+float64(b.Files+1)*c+l.px(24), y, 0.5, name)
		}
		for k := range files {
			l.background = l.appendText(l.background, toneFaint, true, attackLabel, x+float64(k)*c+c/2, height-l.px(14), 0.5,
				fileName(l.boardIndex(k, files)))
		}
		rows := [2][2]float64{ // tops of the rows: near and far, for the level below and above
			{top + depth + seam + levels[1], top + depth + seam},
			{title + levels[1], title},
		}
		for n, p := range l.game.Pins() {
			if end, ok := l.pinEnd(p, b); ok && l.levels.Has(p.Level) {
				above := 0
				if p.Level > b.Level {
					above = 1
				}
				l.placePin(n, p, x, rows[end][above], c)
			}
		}
		for above, level := range []int{b.Level - 1, b.Level + 1} {
			if !l.levels.Has(level) {
				continue
			}
			for _, row := range rows {
				l.background = l.appendText(l.background, toneFaint, true, attackLabel, x+float64(files)*c/2, row[above]+l.px(28), 0.5, l.game.LevelName(level))
			}
		}
	}
}

// ranks returns the number of ranks of a level.
func (l *layout) ranks() int {
	_, ranks, _ := l.game.Size()
	return ranks
}

// pinEnd returns the end of a board that a pin is at, as the player sees it: 0 for near,
// 1 for far. ok is false if the pin is not at this board.
func (l *layout) pinEnd(p rules.Pin, b rules.Board) (end int, ok bool) {
	if p.Level != b.Level-1 && p.Level != b.Level+1 {
		return 0, false
	}
	first, last := l.game.Coord(p.Cells[0]), l.game.Coord(p.Cells[3])
	switch {
	case int(last.Rank) == b.Rank:
	case int(first.Rank) == b.Rank+b.Ranks-1:
		end = 1
	default:
		return 0, false
	}
	if l.side == rules.Black {
		end = 1 - end
	}
	return end, true
}

// placePin places the cells of pin number n, and its labels, in the row of attack boards
// whose top is y, at a main board whose column begins at x; c is a cell's edge.
func (l *layout) placePin(n int, p rules.Pin, x, y, c float64) {
	file0, rank0 := 1<<10, 1<<10
	for _, cell := range p.Cells {
		file, rank := l.viewCoord(l.game.Coord(cell))
		file0, rank0 = min(file0, file), min(rank0, rank)
	}
	pin := &l.pins[n]
	x += float64(file0) * c
	edge := l.px(3)
	pin.occupied = appendFill(nil, toneFrame, box(x-edge, y-edge, 2*(c+edge), 2*(c+edge)))
	nameX, nameY, align, ranksX := x+2*c+l.px(7), y+l.px(62), 0.0, x-l.px(26)
	if file0 > 0 {
		nameX, nameY, align, ranksX = x-l.px(7), y+l.px(96), 1, x+2*c+l.px(26)
	}
	for _, cell := range p.Cells {
		at := l.game.Coord(cell)
		file, rank := l.viewCoord(at)
		q := box(x+float64(file-file0)*c, y+float64(1-rank+rank0)*c, c, c)
		l.squares[cell] = square{[]point{q[3], q[2], q[1], q[0]}, l.game.Dark(cell)}
		if file == file0 {
			pin.occupied = l.appendText(pin.occupied, toneFaint, true, attackLabel, ranksX, q[0].Y+c/2+l.px(13), 0.5, rankName(int(at.Rank)))
		}
	}
	b := box(x, y, 2*c, 2*c)
	pin.quad = []point{b[3], b[2], b[1], b[0]}
	pin.occupied = l.appendText(pin.occupied, toneInk, true, attackLabel-1, nameX, nameY, align, p.Name)
	pin.vacant = append(pin.vacant, shape{Form: loopForm, Tone: toneVacantPin, Size: l.px(2), Points: inset(pin.quad, 0.04)})
	pin.vacant = l.appendText(pin.vacant, toneFaint, false, attackLabel, x+c, y+c+l.px(13), 0.5, p.Name)
}

// appendAttackBoards adds the attack boards where they are in a position, the names of
// vacant pins, the main boards that are drawn between them, and the frames of an attack
// board's move.
func (l *layout) appendAttackBoards(list []shape, s *resolvedPicture) []shape {
	pinned := slices.DeleteFunc(s.pos.AttackBoardPins(), func(n int) bool { return l.pins[n].quad == nil })
	for n := range l.pins {
		if !slices.Contains(pinned, n) && l.pins[n].quad != nil {
			list = append(list, l.pins[n].vacant...)
		}
	}
	slices.SortStableFunc(pinned, func(a, b int) int { return l.game.Pins()[a].Level - l.game.Pins()[b].Level })
	mains := l.mainBoards
	var occupied uint32
	var names []area
	for _, n := range pinned {
		occupied |= 1 << n
	}
	for _, n := range pinned {
		for len(mains) > 0 && mains[0].level < l.game.Pins()[n].Level {
			list, mains = append(list, mains[0].shapes...), mains[1:]
		}
		list = append(list, l.pins[n].occupied...)
		for _, c := range l.game.Pins()[n].Cells {
			list = appendFill(list, l.squares[c].tone(), l.squares[c].quad)
		}
		list = append(list, l.pins[n].over...)
		if name := l.pins[n].name(occupied, names); len(name) > 0 {
			list = append(list, name...)
			names = append(names, name[len(name)-1].textArea())
		}
	}
	for _, m := range mains {
		list = append(list, m.shapes...)
	}
	for _, m := range []struct {
		markedMove
		tone
	}{{s.last, toneLastMove}, {s.preview, tonePreview}} {
		if !m.Shown || m.Pins[0] < 0 {
			continue
		}
		for i, n := range m.Pins {
			if l.pins[n].quad == nil {
				continue
			}
			if i == 1 && m.tone == toneLastMove {
				for _, c := range l.game.Pins()[n].Cells {
					list = l.appendTint(list, c, toneLightLast, toneDarkLast)
				}
			}
			list = append(list,
				shape{Form: loopForm, Tone: toneHalo, Size: l.px(8), Points: l.pins[n].quad},
				shape{Form: loopForm, Tone: m.tone, Size: l.px(4), Points: l.pins[n].quad})
		}
	}
	return list
}
