package rules

import (
	"math/bits"
	"slices"
)

// A line is all cells along which a piece may slide in one direction and back, at most
// lineLength of them, in the order of that direction. Cells that exist only now and then (T1)
// are on it too. A Position keeps for each line a byte with a bit for each cell, so that what
// a slider reaches on it is one look into a table.
const (
	lineLength = 8
	maxLines   = 1344
)

// Spot is the place of a cell on a line. Line is its number; At is the cell's own bit, and All
// the bits of all cells of the line. A cell with nothing next to it in a direction is on no
// line there: At and All are 0.
type Spot struct {
	Line    uint16
	At, All uint8
}

// reach is by the bit of a cell and the bits of the occupied cells of its line: the cells up
// to the first occupied one on each side, itself included, also beyond the end of the line.
var reach = func() (table [1 << lineLength][1 << lineLength]uint8) {
	for pos := range lineLength {
		for occupied := range 1 << lineLength {
			for _, step := range []int{1, -1} {
				for at := pos + step; at >= 0 && at < lineLength; at += step {
					table[1<<pos][occupied] |= 1 << at
					if occupied>>at&1 != 0 {
						break
					}
				}
			}
		}
	}
	return table
}()

// Reach returns the cells of the line that a slider on the spot attacks when the given cells
// of the line are occupied.
func (s Spot) Reach(occupied uint8) uint8 { return reach[s.At][occupied] & s.All }

// Lines says which cells of each line have pieces, by color.
type Lines [2][maxLines]uint8

// Occupied returns the cells of a line with pieces of both colors.
func (l *Lines) Occupied(line uint16) uint8 { return l[0][line%maxLines] | l[1][line%maxLines] }

// Lines returns which cells of each line have pieces. It must not be changed, and changes with
// the position.
func (p *Position) Lines() *Lines { return &p.lines }

// lineTable says on which lines the cells of a game are.
type lineTable struct {
	axes      int    // how many directions there are when opposite ones count once
	spots     []Spot // by cell and axis
	lineCells [][lineLength]Cell
}

// compileLines joins each direction with its opposite.
func compileLines(v *Variant) {
	v.lineCells = make([][lineLength]Cell, 1) // line 0 has no cells
	for d, dir := range v.dirs {
		back := slices.Index(v.dirs, dir.times(-1))
		switch {
		case back < 0:
			panic("rules: pieces slide one way only in " + v.Key())
		case back < d:
			continue
		}
		axis := uint8(v.axes)
		v.axes++
		for r := range roleCount {
			if v.slideMask[r]>>d&1 != v.slideMask[r]>>back&1 {
				panic("rules: pieces slide one way only in " + v.Key())
			}
			if v.slideMask[r]>>d&1 != 0 {
				v.slideAxes[r] = append(v.slideAxes[r], axis)
				v.axisMask[r] |= 1 << axis
			}
		}
	}
	v.spots = make([]Spot, len(v.cells)*v.axes)
	axis := 0
	for d, dir := range v.dirs {
		if slices.Index(v.dirs, dir.times(-1)) < d {
			continue
		}
		for c := range Cell(len(v.cells)) {
			if len(v.ray(c, dir.times(-1))) == 0 {
				addLine(v, axis, append([]Cell{c}, v.ray(c, dir)...))
			}
		}
		axis++
	}
	if len(v.lineCells) > maxLines {
		panic("rules: more lines than expected in " + v.Key())
	}
}

func addLine(v *Variant, axis int, cells []Cell) {
	if len(cells) == 1 {
		return
	}
	if len(cells) > lineLength {
		panic("rules: a line longer than expected in " + v.Key())
	}
	line := uint16(len(v.lineCells))
	var list [lineLength]Cell
	copy(list[:], cells)
	v.lineCells = append(v.lineCells, list)
	for i, c := range cells {
		v.spots[int(c)*v.axes+axis] = Spot{line, 1 << i, 1<<len(cells) - 1}
	}
}

// spotsOf returns the spots of a cell, one for each axis.
func (t *lineTable) spotsOf(c Cell) []Spot { return t.spots[int(c)*t.axes:][:t.axes] }

// lineCell returns the cell that the lowest of the given bits of a line is.
func (t *lineTable) lineCell(line uint16, set uint8) Cell {
	return t.lineCells[line][bits.TrailingZeros8(set)&(lineLength-1)]
}

// occupy notes that a piece of a color is on a cell.
func (p *Position) occupy(color Color, c Cell) {
	p.occ[color].add(c)
	lines := &p.lines[color&1]
	for _, s := range p.v.spotsOf(c) {
		lines[s.Line%maxLines] |= s.At
	}
}

// vacate notes that no piece of a color is on a cell.
func (p *Position) vacate(color Color, c Cell) {
	p.occ[color].remove(c)
	lines := &p.lines[color&1]
	for _, s := range p.v.spotsOf(c) {
		lines[s.Line%maxLines] &^= s.At
	}
}
