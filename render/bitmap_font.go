package render

import (
	"image"
	"math"

	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/math/fixed"
)

// The bitmap font has what the Go fonts lack: Chinese, Japanese, Korean, Arabic, Hebrew,
// Georgian, Armenian, and rarer Latin, Greek and Cyrillic letters. Its characters are
// 6 or 12 cells wide, and their baseline is bitmapBase cells below the top.
const (
	bitmapSize = 12
	bitmapBase = 12
)

// bitmapAdvance returns the width of a rune of the bitmap font in pixels, 0 if it has none.
func bitmapAdvance(size float64, r rune) float64 {
	a, ok := bitmapfont.Face.GlyphAdvance(r)
	if !ok {
		return 0
	}
	return math.Round(size * float64(a.Round()) / bitmapSize)
}

// bitmapCells returns the black cells of a rune of the bitmap font, none if it lacks the
// rune.
func bitmapCells(r rune) (cells []image.Point) {
	area, mask, at, _, ok := bitmapfont.Face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return nil
	}
	for y := range area.Dy() {
		for x := range area.Dx() {
			if _, _, _, alpha := mask.At(at.X+x, at.Y+y).RGBA(); alpha != 0 {
				cells = append(cells, image.Pt(x, y))
			}
		}
	}
	return cells
}

// bitmapOutline returns polygons that draw a rune of the bitmap font in a size in pixels,
// the left end of its baseline at x, y. Cells that touch at a corner only are joined, so
// that slanted lines are not torn. Bold makes them wider.
func bitmapOutline(bold bool, size float64, r rune, x, y float64) (polygons [][]point) {
	cell := size / bitmapSize
	wide := cell
	if bold {
		wide *= 1.3
	}
	cells := bitmapCells(r)
	black := make(map[image.Point]bool)
	for _, c := range cells {
		black[c] = true
		left, top := x+float64(c.X)*cell, y+float64(c.Y-bitmapBase)*cell
		polygons = append(polygons, box(left, top, wide, cell))
	}
	for _, c := range cells {
		for _, dx := range []int{-1, 1} {
			if !black[c.Add(image.Pt(dx, 1))] || black[c.Add(image.Pt(dx, 0))] || black[c.Add(image.Pt(0, 1))] {
				continue
			}
			corner := point{x + (float64(c.X)+float64(1+dx)/2)*cell, y + float64(c.Y+1-bitmapBase)*cell}
			polygons = append(polygons, []point{{corner.X, corner.Y - cell/2}, {corner.X + wide/2, corner.Y},
				{corner.X, corner.Y + cell/2}, {corner.X - cell/2, corner.Y}})
		}
	}
	return polygons
}
