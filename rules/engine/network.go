package engine

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"stackmate/rules"
)

// hidden is how many numbers the middle layer of a network has.
const hidden = 32

// network estimates how long a bare king holds out against a king and one or two pieces. The
// board is turned so that the bare king is at home. Then each man on its cell has a row of
// numbers; the rows are added up, what is less than 0 counts as 0, and the rest is weighed.
type network struct {
	men     int             // without the bare king
	rows    [][hidden]int16 // by the bare king's home, then by the cells of each other man
	weights [hidden]int32
	base    int32
}

// unit is how many parts of a ply the weights of a network count.
const unit = 1 << 12

// men is where the bare king, the other king, and one or two pieces are, in the order of their
// roles.
type men [4]rules.Cell

// plies returns the estimate.
func (n *network) plies(h *homes, where *men) int32 {
	bare := h.number[where[0]]
	turn := h.turns[h.turn[bare]]
	sum := n.rows[h.home[bare]]
	first := h.count
	for _, c := range where[1 : 1+n.men] {
		for i, x := range &n.rows[first+turn[h.number[c]]] {
			sum[i] += x
		}
		first += len(turn)
	}
	total := n.base
	for i, x := range &sum {
		total += int32(max(0, x)) * n.weights[i]
	}
	return max(0, total/unit)
}

// readNetwork reads what FitEnding returns for some pieces.
func readNetwork(h *homes, roles pieces, text string) (*network, error) {
	n := &network{men: 2}
	if roles[1] != rules.NoRole {
		n.men = 3
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	n.rows = make([][hidden]int16, h.size(n.men))
	if want := len(n.rows)*hidden + 4*(hidden+1); len(data) != want {
		return nil, fmt.Errorf("a network has %d bytes, want %d", len(data), want)
	}
	for i := range n.rows {
		for j := range hidden {
			n.rows[i][j] = int16(int8(data[i*hidden+j]))
		}
	}
	data = data[len(n.rows)*hidden:]
	for i := range n.weights {
		n.weights[i] = int32(binary.LittleEndian.Uint32(data[4*i:]))
	}
	n.base = int32(binary.LittleEndian.Uint32(data[4*hidden:]))
	return n, nil
}

// homes says how a board can be turned and mirrored so that a cell is at home, which is the
// first of those that become one another. Cells have numbers here. One that is not there at
// the start of the game has that of the nearest that is.
type homes struct {
	number []int   // by cell
	turns  [][]int // where the cell with a number goes
	turn   []int   // by number: which turn takes it home
	home   []int   // by number: which home it is
	count  int
}

// size is how many rows a network for so many men has.
func (h *homes) size(men int) int { return h.count + men*len(h.home) }

// findHomes tries all mirrors and the diagonal, and keeps what a king does not notice.
func (t *tables) findHomes() (h homes) {
	start := t.v.Start()
	var list []rules.Cell
	for c := range rules.Cell(t.v.Cells()) {
		if start.At(c) != rules.Air {
			list = append(list, c)
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
