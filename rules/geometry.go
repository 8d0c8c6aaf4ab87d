package rules

import "slices"

// Geometry says how the pieces of a game move on empty boards, for programs that make
// tables of it.
type Geometry struct{ v *Variant }

// GeometryOf returns the geometry of a game.
func GeometryOf(v *Variant) Geometry { return Geometry{v} }

// Rays returns the lines along which a role slides from a cell, each from the nearest cell
// to the edge; none for roles that do not slide.
func (g Geometry) Rays(r Role, c Cell) [][]Cell {
	var rays [][]Cell
	for _, d := range g.v.slideDirs[r] {
		ray := g.v.rayCells[g.v.rayStart[int(c)*len(g.v.dirs)+int(d)]:]
		rays = append(rays, slices.Clone(ray[:slices.Index(ray, NoCell)]))
	}
	return rays
}

// Axes returns how many directions there are in which pieces slide, counting a direction and
// its opposite once.
func (g Geometry) Axes() int { return g.v.axes }

// SlideAxes returns the axes along which a role slides.
func (g Geometry) SlideAxes(r Role) []uint8 { return slices.Clone(g.v.slideAxes[r]) }

// Lines returns one more than the greatest number of a line.
func (g Geometry) Lines() int { return len(g.v.lineCells) }

// Spots returns the places of a cell on its lines, by axis. The slice must not be changed.
func (g Geometry) Spots(c Cell) []Spot { return g.v.spotsOf(c) }

// LineCell returns the cell that the lowest bit of a set is on a line.
func (g Geometry) LineCell(line uint16, set uint8) Cell { return g.v.lineCell(line, set) }

// Leaps returns the cells to which a role leaps from a cell; the king's steps are leaps too.
func (g Geometry) Leaps(r Role, c Cell) []Cell {
	if g.v.leaps[r] == nil {
		return nil
	}
	return slices.Clone(g.v.leaps[r][c])
}

// PawnSteps returns the cells to which a pawn of a color can go from a cell by one step
// without a capture.
func (g Geometry) PawnSteps(color Color, c Cell) []Cell {
	return slices.Clone(g.v.pawns[color].steps[c])
}

// PawnCaptures returns the cells on which a pawn of a color can capture from a cell.
func (g Geometry) PawnCaptures(color Color, c Cell) []Cell {
	return slices.Clone(g.v.pawns[color].captures[c])
}

// Promotes reports whether a pawn of a color promotes on a cell.
func (g Geometry) Promotes(color Color, c Cell) bool { return g.v.promotionZone[color].Has(c) }

// Mates reports whether a king and one piece of a role can ever mate a bare king (M8, B3,
// G6, T9).
func (g Geometry) Mates(r Role) bool { return !g.v.cannotMate[r] }

// PinOf returns the number of the pin to which a cell belongs; ok is false for cells that
// always exist.
func (g Geometry) PinOf(c Cell) (pin int, ok bool) { return int(g.v.pinOf[c]), g.v.pinOf[c] >= 0 }

// PawnAttacks returns all cells that pawns of a color on a set of cells attack.
func (g Geometry) PawnAttacks(color Color, pawns *CellSet) CellSet {
	return g.v.pawns[color].attacked(pawns)
}
