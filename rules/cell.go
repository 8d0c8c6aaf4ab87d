package rules

// MaxCells is the number of cells of the largest game, 3D-8L Chess.
const MaxCells = 512

// Cell numbers a cell of a variant from 0; cells of one variant mean nothing in another.
type Cell int16

// NoCell stands for the absence of a cell.
const NoCell Cell = -1

// Coord places a cell in its variant's volume. All three count from zero, from
// White's left, from White's side and from the lowest level.
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

// permutations lists every vector made from a, b and c by exchanging axes and
// changing signs, in a fixed order and without repetition.
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

// withOpposites returns the vectors and their opposites.
func withOpposites(list ...vector) []vector {
	var all []vector
	for _, v := range list {
		all = append(all, v, v.times(-1))
	}
	return all
}
