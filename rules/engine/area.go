package engine

import "stackmate/rules"

const words = maxCells / 64

// cells is a set of cells that can be combined with others.
type cells = rules.CellSet

func setOf(list []rules.Cell) (s cells) {
	for _, c := range list {
		add(&s, c)
	}
	return s
}

func add(s *cells, c rules.Cell) { s[c>>6] |= 1 << (uint(c) & 63) }

// area is a set of cells that never changes. All of them are in the words from first up to end,
// without end: most sets are small and the boards of some games are large.
type area struct {
	cells
	first, end int
}

func areaOf(set cells) area {
	a := area{cells: set, first: words}
	for i, w := range set {
		if w != 0 {
			a.first, a.end = min(a.first, i), i+1
		}
	}
	return a
}

// areasOf makes an area of each set.
func areasOf(sets []cells) []area {
	list := make([]area, len(sets))
	for i := range sets {
		list[i] = areaOf(sets[i])
	}
	return list
}

// meet reports whether the area has a cell in common with a set.
func (a *area) meet(set *cells) bool {
	for i := a.first; i < a.end; i++ {
		if a.cells[i&(words-1)]&set[i&(words-1)] != 0 {
			return true
		}
	}
	return false
}

// meetBoth reports whether the area has a cell in common with two sets.
func (a *area) meetBoth(b, c *cells) bool {
	for i := a.first; i < a.end; i++ {
		if a.cells[i&(words-1)]&b[i&(words-1)]&c[i&(words-1)] != 0 {
			return true
		}
	}
	return false
}
