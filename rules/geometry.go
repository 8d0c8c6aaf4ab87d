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
	for d, line := range g.Lines(c) {
		if g.Slides(r)>>d&1 != 0 {
			rays = append(rays, line)
		}
	}
	return rays
}

// Lines returns the rays from a cell in every direction in which any piece slides. Slides
// says which of them a role uses, and so from which it can come to the cell.
func (g Geometry) Lines(c Cell) [][]Cell {
	var lines [][]Cell
	for d := range g.v.dirs {
		ray := g.v.rayCells[g.v.rayStart[int(c)*len(g.v.dirs)+d]:]
		lines = append(lines, slices.Clone(ray[:slices.Index(ray, NoCell)]))
	}
	return lines
}

// Slides returns the directions in which a role slides, as a set of bits: the lowest is the
// first of Lines.
func (g Geometry) Slides(r Role) uint32 { return g.v.slideMask[r] }

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
