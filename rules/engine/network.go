package engine

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"stackmate/rules"
)

// width and units are how many numbers the first and the second layer of a network have.
const (
	width = 64
	units = 8
)

// network estimates how long a bare king holds out against a king and one or two pieces. The
// board is turned so that the bare king is at home. Then each man on its cell has a row of
// numbers; the rows are added up, and what is less than 0 counts as 0. Each unit weighs these
// sums, and counts as 0 too if it is less; the first half of them add to the estimate, the
// others take from it.
type network struct {
	layout
	rows    [][width]int16
	weights [units][width]int32
	bases   [units]int32
	base    int32
}

// unit is how many parts of a ply the weights of a network count.
const unit = 1 << 12

// men is where the bare king, the other king, and one or two pieces are, in the order of their
// roles.
type men [4]rules.Cell

// layout says which rows of a network are for which cells: by the bare king's home, then by the
// cells of each other man.
type layout struct {
	h   *homes
	men int // without the bare king
	// colored is the man of whose cells those of each color have rows of their own for all men, or 0.
	// In which corner there is mate with a bishop and a knight depends on the color of the bishop.
	colored int
	// twins is whether the two pieces are alike and keep to cells of one color: then one on a dark
	// cell comes first.
	twins bool
}

// size is how many rows there are.
func (l *layout) size() int {
	n := l.h.count + l.men*len(l.h.home)
	if l.colored > 0 {
		n *= 2
	}
	return n
}

// at returns the rows for the bare king and the others.
func (l *layout) at(where *men) (rows [4]int) {
	h := l.h
	bare := h.number[where[0]]
	turn := h.turns[h.turn[bare]]
	for i := 1; i <= l.men; i++ {
		rows[i] = turn[h.number[where[i]]]
	}
	first := 0
	switch {
	case l.colored > 0 && h.dark[rows[l.colored]]:
		first = l.size() / 2
	case l.twins && !h.dark[rows[2]]:
		rows[2], rows[3] = rows[3], rows[2]
	}
	rows[0] = first + h.home[bare]
	first += h.count
	for i := 1; i <= l.men; i++ {
		rows[i] += first
		first += len(turn)
	}
	return rows
}

// plies returns the estimate.
func (n *network) plies(where *men) int32 {
	at := n.at(where)
	sum := n.rows[at[0]]
	for _, row := range at[1 : 1+n.men] {
		for i, x := range &n.rows[row] {
			sum[i] += x
		}
	}
	total := n.base
	for k := range n.weights {
		x := n.bases[k]
		for i, weight := range &n.weights[k] {
			x += int32(max(0, sum[i])) * weight
		}
		total += sign(k) * max(0, x)
	}
	return max(0, total/unit)
}

// sign is 1 for the units that add to an estimate, and -1 for those that take from it.
func sign(k int) int32 {
	if k < units/2 {
		return 1
	}
	return -1
}

// readNetwork reads what FitEnding returns for some pieces.
func (t *tables) readNetwork(roles pieces, text string) (*network, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	n := &network{layout: t.layoutOf(roles)}
	if len(data) != n.length() {
		return nil, fmt.Errorf("a network has %d bytes, want %d", len(data), n.length())
	}
	n.rows = make([][width]int16, n.size())
	for i := range n.rows {
		for j := range width {
			n.rows[i][j] = int16(int8(data[i*width+j]))
		}
	}
	data = data[len(n.rows)*width:]
	next := func() int32 {
		x := int32(binary.LittleEndian.Uint32(data))
		data = data[4:]
		return x
	}
	for k := range n.weights {
		for i := range n.weights[k] {
			n.weights[k][i] = next()
		}
		n.bases[k] = next()
	}
	n.base = next()
	return n, nil
}

// length is how many bytes a network has.
func (l *layout) length() int { return l.size()*width + 4*(units*(width+1)+1) }

// layoutOf returns the layout for pieces.
func (t *tables) layoutOf(roles pieces) layout {
	l := layout{h: &t.homes, men: 2}
	if roles[1] == rules.NoRole {
		return l
	}
	l.men = 3
	for i, r := range []rules.Role{roles[1], roles[0]} {
		switch {
		case !t.keepsColor(r):
		case roles[0] == roles[1]:
			l.twins = true
		default:
			l.colored = 2 + i
		}
	}
	return l
}

// keepsColor reports whether a role always stays on cells of one color.
func (t *tables) keepsColor(r rules.Role) bool {
	for c := range rules.Cell(t.v.Cells()) {
		reached := t.g.Leaps(r, c)
		for _, ray := range t.g.Rays(r, c) {
			reached = append(reached, ray...)
		}
		for _, to := range reached {
			if t.dark(to) != t.dark(c) {
				return false
			}
		}
	}
	return true
}

// dark reports whether a cell has the color of the first one.
func (t *tables) dark(c rules.Cell) bool {
	at := t.v.Coord(c)
	return (at.File+at.Rank+at.Level)%2 == 0
}

// homes says how a board can be turned and mirrored so that a cell is at home, which is the
// first of those that become one another. Cells have numbers here. One that is not there at
// the start of the game has that of the nearest that is.
type homes struct {
	number []int   // by cell
	turns  [][]int // where the cell with a number goes
	turn   []int   // by number: which turn takes it home
	home   []int   // by number: which home it is
	dark   []bool  // by number: the color of the cell
	count  int
}

// findHomes tries all mirrors and the diagonal, and keeps what a king does not notice.
func (t *tables) findHomes() (h homes) {
	start := t.v.Start()
	var list []rules.Cell
	for c := range rules.Cell(t.v.Cells()) {
		if start.At(c) != rules.Air {
			list = append(list, c)
			h.dark = append(h.dark, t.dark(c))
		}
	}
	h.number = make([]int, t.v.Cells())
	for c := range h.number {
		nearest := int32(1 << 10)
		for i, other := range list {
			if far := t.apart(rules.Cell(c), other); far < nearest {
				nearest, h.number[c] = far, i
			}
		}
	}
	_, _, levels := t.v.Size()
	for way := range 16 {
		if way&4 != 0 && levels == 1 {
			continue // it is the same as without
		}
		if turn, ok := t.turned(list, h.number, way); ok {
			h.turns = append(h.turns, turn)
		}
	}
	h.turn, h.home = make([]int, len(list)), make([]int, len(list))
	for c := range list {
		first := c
		for i, turn := range h.turns {
			if turn[c] < first {
				first, h.turn[c] = turn[c], i
			}
		}
		if first == c {
			h.home[c] = h.count
			h.count++
		} else {
			h.home[c] = h.home[first]
		}
	}
	return h
}

// turned returns where the cells of a list go when the board is mirrored and turned in one of
// 16 ways; ok is false if a king moves otherwise after it.
func (t *tables) turned(list []rules.Cell, number []int, way int) (turn []int, ok bool) {
	files, ranks, levels := t.v.Size()
	image := make([]rules.Cell, len(list))
	for i, c := range list {
		at := t.v.Coord(c)
		if way&1 != 0 {
			at.File = int8(files) - 1 - at.File
		}
		if way&2 != 0 {
			at.Rank = int8(ranks) - 1 - at.Rank
		}
		if way&4 != 0 {
			at.Level = int8(levels) - 1 - at.Level
		}
		if way&8 != 0 {
			at.File, at.Rank = at.Rank, at.File
		}
		image[i] = t.v.CellAt(at)
		if image[i] == rules.NoCell || list[number[image[i]]] != image[i] {
			return nil, false
		}
		turn = append(turn, number[image[i]])
	}
	for i, a := range list {
		for j, b := range list {
			if t.king[a].cells.Has(b) != t.king[image[i]].cells.Has(image[j]) {
				return nil, false
			}
		}
	}
	return turn, true
}

// apart is how far apart two cells are along files, ranks and levels together.
func (t *tables) apart(a, b rules.Cell) int32 {
	p, q := t.v.Coord(a), t.v.Coord(b)
	far := func(x, y int8) int32 { return int32(max(x-y, y-x)) }
	return far(p.File, q.File) + far(p.Rank, q.Rank) + far(p.Level, q.Level)
}
