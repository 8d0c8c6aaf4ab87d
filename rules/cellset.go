package rules

import "math/bits"

// CellSet is a set of cells, one bit a cell.
type CellSet [MaxCells / 64]uint64

// Has reports whether a cell is in the set.
func (s *CellSet) Has(c Cell) bool { return s[c>>6]>>(uint(c)&63)&1 != 0 }
func (s *CellSet) add(c Cell)      { s[c>>6] |= 1 << (uint(c) & 63) }
func (s *CellSet) remove(c Cell)   { s[c>>6] &^= 1 << (uint(c) & 63) }

func (s *CellSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// All is an iterator over the cells of the set in ascending order.
func (s *CellSet) All(yield func(Cell) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(Cell(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}
