package rules

import "math/bits"

// bitboard is a set of cells, one bit a cell.
type bitboard [MaxCells / 64]uint64

func (s *bitboard) has(c Cell) bool { return s[c>>6]>>(uint(c)&63)&1 != 0 }
func (s *bitboard) add(c Cell)      { s[c>>6] |= 1 << (uint(c) & 63) }
func (s *bitboard) remove(c Cell)   { s[c>>6] &^= 1 << (uint(c) & 63) }

func (s *bitboard) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// all is an iterator over the cells of the set in ascending order.
func (s *bitboard) all(yield func(Cell) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(Cell(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}
