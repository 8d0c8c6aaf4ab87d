package render

import "stackmate/rules"

// flatCells are the edge of a cell and the size of labels in units, by the number of boards
// in a row. Labels can be read where the whole picture is 400 pixels wide.
var flatCells = map[int]struct{ cell, label float64 }{1: {66, 30}, 2: {62, 34}, 3: {57, 39}, 4: {47, 43}}

// layOutFlat places boards side by side as seen from above. More than three boards take
// two rows, the upper levels in the upper row.
func (l *layout) layOutFlat(bare bool) {
	boards := l.part(l.levels.boards(boardsByTitle(l.game)))
	n := len(boards)
	columns, rows := n, 1
	if n > 3 {
		columns, rows = (n+1)/2, 2
	}
	files, ranks, _ := l.game.Size()
	c, label := l.px(flatCells[columns].cell), flatCells[columns].label
	l.cell = c
	margin, gap, title, foot, pad := l.px(label+14), l.px(26), l.px(0.72*label+30), l.px(0.72*label+18), l.px(6)
	l.lane = l.px(13)
	if len(l.game.Boards()) == 1 {
		title = l.px(30)
	}
	board := point{c * float64(files), c * float64(ranks)}
	width := 2*margin + float64(columns)*board.X + float64(columns-1)*gap
	height := float64(rows)*(title+board.Y) + foot + pad
	l.letters = l.lettersFor(width)
	legend := l.newLegend(width-2*margin, bare)
	top := l.arrange(width, height+legend.height(), bare)
	l.background = legend.appendTo(l.background, margin, top+height)
	for i, b := range boards {
		column, row := i%columns, rows-1-i/columns
		x := margin + float64(column)*(board.X+gap)
		y := top + pad + title + float64(row)*(title+board.Y)
		if len(l.game.Boards()) > 1 {
			l.background = l.appendText(l.background, toneInk, true, label, x+board.X/2, y-l.px(19), 0.5, l.texts.board(b))
		}
		l.placeBoard(b, x, y, c)
		for k := range ranks {
			name := rankName(l.boardIndex(k, ranks))
			at := y + board.Y - float64(k)*c - c/2 + l.px(0.36*label)
			if column == 0 {
				l.background = l.appendText(l.background, toneFaint, true, label, x-margin/2-l.px(1), at, 0.5, name)
			}
			if column == columns-1 {
				l.background = l.appendText(l.background, toneFaint, true, label, x+board.X+margin/2+l.px(1), at, 0.5, name)
			}
		}
		if row == rows-1 {
			for k := range files {
				l.background = l.appendText(l.background, toneFaint, true, label, x+float64(k)*c+c/2, y+board.Y+l.px(0.72*label+9), 0.5,
					fileName(l.boardIndex(k, files)))
			}
		}
	}
}

// placeBoard places a main board with its top left corner at x, y; c is a cell's edge.
func (l *layout) placeBoard(b rules.Board, x, y, c float64) {
	edge := l.px(4)
	w, h := c*float64(b.Files), c*float64(b.Ranks)
	l.background = appendFill(l.background, toneFrame, box(x-edge, y-edge, w+2*edge, h+2*edge))
	file0, rank0 := l.nearLeft(b)
	for f := range b.Files {
		for r := range b.Ranks {
			at := rules.Coord{File: int8(b.File + f), Rank: int8(b.Rank + r), Level: int8(b.Level)}
			file, rank := l.viewCoord(at)
			q := box(x+float64(file-file0)*c, y+h-float64(rank-rank0+1)*c, c, c)
			l.placeSquare(at, []point{q[3], q[2], q[1], q[0]})
		}
	}
}

// placeSquare records where a cell is and adds it to the background.
func (l *layout) placeSquare(at rules.Coord, quad []point) {
	c := l.game.CellAt(at)
	p := square{quad, l.game.Dark(c)}
	l.squares[c] = p
	l.background = appendFill(l.background, p.tone(), quad)
}

// tone returns the colour of an unmarked square.
func (p *square) tone() tone {
	if p.dark {
		return toneDark
	}
	return toneLight
}
