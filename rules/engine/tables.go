package engine

import (
	"sync"

	"stackmate/rules"
)

const (
	maxCells  = rules.MaxCells
	words     = maxCells / 64
	maxPieces = 32 // greater than every rules.Piece
	maxRoles  = maxPieces / 2
)

// cells is a set of cells that can be combined with others.
type cells = rules.CellSet

// tables are what evaluation and exchanges need of a game's geometry. They are made once a
// game and never change.
type tables struct {
	v     *rules.Variant
	g     rules.Geometry
	words int // how many words of a set of cells the game uses
	roles []rules.Role
	pins  []rules.Pin
	// slides holds all rays of a role from a cell, one after another, each behind its length.
	slides  [maxRoles][][]int16
	leaps   [maxRoles][]cells // where a role leaps to
	leaper  [maxRoles]bool
	far     [maxRoles][]cells // where a role gets to on empty boards
	lines   [][][]int16       // by cell and direction
	mask    [maxRoles]uint32  // directions in which a role slides
	leapers []cells           // from where any leaping role but the king reaches a cell
	king    []cells           // the cells next to a cell, as a king steps
	// pawnFrom is from where a pawn of a color attacks a cell; offLine is those of them, and
	// the neighbours, that no line through the cell meets first.
	pawnFrom [2][]cells
	offLine  []cells
	toGo     [2][]uint8 // steps that a pawn needs to its nearest promotion, 255 if never
	span     [2][]cells // where an enemy pawn can stop or take a pawn on its way
	reach    [maxRoles][]int
	reachAll [maxRoles]int // the mean of reach, in tenths
	centre   []int         // 0 in a corner to 100 in the middle
	endings  map[pieces]ending
	weights  *weights
}

// made holds the tables of the games that were asked for.
var made = struct {
	sync.Mutex
	of map[*rules.Variant]*tables
}{of: map[*rules.Variant]*tables{}}

// tablesOf returns the tables of a game.
func tablesOf(v *rules.Variant) *tables {
	made.Lock()
	defer made.Unlock()
	t := made.of[v]
	if t == nil {
		t = makeTables(v)
		made.of[v] = t
	}
	return t
}

func makeTables(v *rules.Variant) *tables {
	g := rules.GeometryOf(v)
	n := v.Cells()
	t := &tables{v: v, g: g, words: (n + 63) / 64, roles: v.Roles(), pins: v.Pins()}
	t.leapers, t.king, t.offLine = make([]cells, n), make([]cells, n), make([]cells, n)
	t.lines = make([][][]int16, n)
	for c := range rules.Cell(n) {
		for _, line := range g.Lines(c) {
			t.lines[c] = append(t.lines[c], short(line))
		}
		t.king[c] = setOf(g.Leaps(rules.King, c))
	}
	for _, r := range v.Roles() {
		t.mask[r] = g.Slides(r)
		t.far[r] = make([]cells, n)
		t.slides[r], t.leaps[r], t.reach[r] = make([][]int16, n), make([]cells, n), make([]int, n)
		total := 0
		for c := range rules.Cell(n) {
			for _, ray := range g.Rays(r, c) {
				if len(ray) > 0 {
					t.slides[r][c] = append(append(t.slides[r][c], int16(len(ray))), short(ray)...)
				}
				t.reach[r][c] += len(ray)
				for _, to := range ray {
					add(&t.far[r][c], to)
				}
			}
			leaps := g.Leaps(r, c)
			t.leaps[r][c] = setOf(leaps)
			for _, to := range leaps {
				add(&t.far[r][c], to)
			}
			t.leaper[r] = t.leaper[r] || len(leaps) > 0
			if r != rules.King {
				for _, to := range leaps {
					add(&t.leapers[to], c)
				}
			}
			t.reach[r][c] += len(leaps)
			total += t.reach[r][c]
		}
		t.reachAll[r] = total * 10 / n
	}
	t.makePawns(g)
	t.makeCentre()
	for c := range rules.Cell(n) {
		on := cells{}
		for _, line := range t.lines[c] {
			if len(line) > 0 {
				add(&on, rules.Cell(line[0]))
			}
		}
		for i := range on {
			t.offLine[c][i] = (t.king[c][i] | t.pawnFrom[0][c][i] | t.pawnFrom[1][c][i]) &^ on[i]
		}
	}
	endings, err := readEndings(endingsFile, v)
	if err != nil {
		panic("engine: endings.tsv: " + err.Error())
	}
	t.endings, t.weights = endings, makeWeights(t)
	return t
}

func (t *tables) makePawns(g rules.Geometry) {
	n := t.v.Cells()
	for color := range rules.Color(2) {
		t.pawnFrom[color], t.span[color] = make([]cells, n), make([]cells, n)
		t.toGo[color] = make([]uint8, n)
		for c := range rules.Cell(n) {
			for _, to := range g.PawnCaptures(color, c) {
				add(&t.pawnFrom[color][to], c)
			}
		}
		t.makeToGo(g, color)
	}
	for color := range rules.Color(2) {
		for c := range rules.Cell(n) {
			t.span[color][c] = t.spanFrom(g, color, c)
		}
	}
}

// makeToGo counts steps from the cells of promotion backwards.
func (t *tables) makeToGo(g rules.Geometry, color rules.Color) {
	n := rules.Cell(t.v.Cells())
	list := t.toGo[color]
	for c := range n {
		list[c] = 255
		if g.Promotes(color, c) {
			list[c] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for c := range n {
			for _, to := range g.PawnSteps(color, c) {
				if list[to] < 254 && list[to]+1 < list[c] {
					list[c], changed = list[to]+1, true
				}
			}
		}
	}
}

// spanFrom returns the cells on which an enemy pawn blocks the steps of a pawn that get
// nearer to promotion, or attacks the cells that these steps reach.
func (t *tables) spanFrom(g rules.Geometry, color rules.Color, from rules.Cell) (span cells) {
	var seen cells
	queue := []rules.Cell{from}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, to := range g.PawnSteps(color, c) {
			if t.toGo[color][to] >= t.toGo[color][c] || seen.Has(to) {
				continue
			}
			add(&seen, to)
			queue = append(queue, to)
			add(&span, to)
			for i, w := range t.pawnFrom[color.Other()][to] {
				span[i] |= w
			}
		}
	}
	return span
}

// makeCentre says how central each cell is. The length of an axis does not matter.
func (t *tables) makeCentre() {
	files, ranks, levels := t.v.Size()
	n := t.v.Cells()
	t.centre = make([]int, n)
	for c := range n {
		at := t.v.Coord(rules.Cell(c))
		sum, axes := 0, 0
		for _, axis := range [][2]int{{int(at.File), files}, {int(at.Rank), ranks}, {int(at.Level), levels}} {
			if axis[1] < 3 {
				continue // both levels of two are as central
			}
			off := 2*axis[0] - (axis[1] - 1)
			sum += 100 - 100*max(off, -off)/(axis[1]-1)
			axes++
		}
		t.centre[c] = sum / axes
	}
}

func setOf(list []rules.Cell) (s cells) {
	for _, c := range list {
		add(&s, c)
	}
	return s
}

func add(s *cells, c rules.Cell) { s[c>>6] |= 1 << (uint(c) & 63) }

func short(list []rules.Cell) []int16 {
	out := make([]int16, len(list))
	for i, c := range list {
		out[i] = int16(c)
	}
	return out
}
