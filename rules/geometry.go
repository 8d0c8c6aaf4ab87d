package rules

import "slices"

// Rays returns the lines along which a role slides from a cell, each from the nearest cell
// to the edge; none for roles that do not slide.
func (v *Variant) Rays(r Role, c Cell) [][]Cell {
	var rays [][]Cell
	for _, d := range v.slideDirs[r] {
		var ray []Cell
		for i := v.rayStart[int(c)*len(v.dirs)+int(d)]; v.rayCells[i] >= 0; i++ {
			ray = append(ray, v.rayCells[i])
		}
		rays = append(rays, ray)
	}
	return rays
}

// Leaps returns the cells to which a role leaps from a cell; the king's steps are leaps too.
func (v *Variant) Leaps(r Role, c Cell) []Cell {
	if v.leaps[r] == nil {
		return nil
	}
	return slices.Clone(v.leaps[r][c])
}

// PawnSteps returns the cells to which a pawn of a color can go from a cell by one step
// without a capture.
func (v *Variant) PawnSteps(color Color, c Cell) []Cell { return slices.Clone(v.pawns[color].steps[c]) }

// PawnCaptures returns the cells on which a pawn of a color can capture from a cell.
func (v *Variant) PawnCaptures(color Color, c Cell) []Cell {
	return slices.Clone(v.pawns[color].captures[c])
}

// Promotes reports whether a pawn of a color promotes on a cell.
func (v *Variant) Promotes(color Color, c Cell) bool { return v.promotionZone[color].Has(c) }

// Mates reports whether a king and one piece of a role can ever mate a bare king (M8, B3,
// G6, T9).
func (v *Variant) Mates(r Role) bool { return !v.cannotMate[r] }

// PinOf returns the number of the pin to which a cell belongs; ok is false for cells that
// always exist.
func (v *Variant) PinOf(c Cell) (pin int, ok bool) { return int(v.pinOf[c]), v.pinOf[c] >= 0 }

// Pieces returns the cells with pieces of a color.
func (p *Position) Pieces(c Color) CellSet { return p.occ[c] }
