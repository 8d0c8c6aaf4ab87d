package rules

// MaxCells is the number of cells in the largest game, Three-Dimensional Eight-Level Chess.
const MaxCells = 512

// Cell is the number of a cell in its variant, from 0. Cells of one variant mean nothing in
// another.
type Cell int16

// NoCell is no cell.
const NoCell Cell = -1

// Coord says where a cell is. All three numbers count from 0: the file from White's left,
// the rank from White's side, the level from the lowest.
type Coord struct{ File, Rank, Level int8 }

// vector is a displacement between two cells.
type vector struct{ file, rank, level int }

func (c Coord) plus(v vector) Coord {
	return Coord{c.File + int8(v.file), c.Rank + int8(v.rank), c.Level + int8(v.level)}
}

func (v vector) times(n int) vector { return vector{v.file * n, v.rank * n, v.level * n} }

func (v vector) plus(w vector) vector {
	return vector{v.file + w.file, v.rank + w.rank, v.level + w.level}
}

// permutations lists each vector once that has the components a, b and c in any order and
// with any signs. The order of the list is fixed.
func permutations(a, b, c int) []vector {
	seen := map[vector]bool{}
	var list []vector
	for _, p := range [][3]int{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		for signs := range 8 {
			v := vector{p[0], p[1], p[2]}
			if signs&1 != 0 {
				v.file = -v.file
			}
			if signs&2 != 0 {
				v.rank = -v.rank
			}
			if signs&4 != 0 {
				v.level = -v.level
			}
			if !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return list
}

// withOpposites returns each vector followed by its opposite.
func withOpposites(list ...vector) []vector {
	var all []vector
	for _, v := range list {
		all = append(all, v, v.times(-1))
	}
	return all
}
