package rules

import "math/bits"

// shift says how all pawns of a level attack cells of one level at once, in games whose
// levels are squares of 8 and so one word of a CellSet each.
type shift struct {
	from, to int8 // words
	left     int8 // by how many bits; negative: to the right
	mask     uint64
}

// compileShifts makes the shifts of both colors; other games have none.
func compileShifts(v *Variant) {
	if v.def.files != 8 || v.def.ranks != 8 || len(v.cells) != 64*v.def.levels {
		return
	}
	for color := range v.pawns {
		t := &v.pawns[color]
		for level := range int8(v.def.levels) {
			at := map[[2]int8]int{}
			for c := Cell(level) << 6; c>>6 == Cell(level); c++ {
				for _, to := range t.captures[c] {
					key := [2]int8{int8(to >> 6), int8(to&63 - c&63)}
					i, ok := at[key]
					if !ok {
						i = len(t.shifts)
						at[key] = i
						t.shifts = append(t.shifts, shift{level, key[0], key[1], 0})
					}
					t.shifts[i].mask |= 1 << (c & 63)
				}
			}
		}
	}
}

// attacked returns the cells that pawns of the table's color attack. Black's vectors are the
// opposites of White's, so these are also the cells from which pawns of the other color
// attack the given ones.
func (t *pawnTable) attacked(pawns *CellSet) (attacked CellSet) {
	for i := range t.shifts {
		s := &t.shifts[i]
		w := pawns[s.from&7] & s.mask
		if s.left >= 0 {
			attacked[s.to&7] |= w << uint(s.left&63)
		} else {
			attacked[s.to&7] |= w >> uint(-s.left&63)
		}
	}
	if t.shifts != nil {
		return attacked
	}
	for i := range pawns {
		for w := pawns[i]; w != 0; w &= w - 1 {
			for _, to := range t.captures[i<<6+bits.TrailingZeros64(w)] {
				attacked.add(to)
			}
		}
	}
	return attacked
}
