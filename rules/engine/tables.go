package engine

import (
	"slices"
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
	v       *rules.Variant
	g       rules.Geometry
	words   int // how many words of a set of cells the game uses
	roles   []rules.Role
	pins    []rules.Pin
	slides  [maxRoles]uint32  // axes along which a role slides
	axes    [maxRoles][]uint8 // the same as a list
	rays    [maxRoles][]cells // where a role slides to on empty boards
	axisOf  [][]uint8         // by two cells: the axis of a line on which both are
	leaps   [maxRoles][]cells // where a role leaps to
	leaper  [maxRoles]bool
	leapers []cells // from where any leaping role but the king reaches a cell
	king    []cells // the cells next to a cell, as a king steps
	// pawnFrom is from where a pawn of a color attacks a cell; offLine is those of them, and
	// the neighbours, that no line through the cell meets first.
	pawnFrom [2][]cells
	offLine  []cells
	toGo     [2][]uint8     // steps that a pawn needs to its nearest promotion, 255 if never
	span     [2][]cells     // where an enemy pawn can stop or take a pawn on its way
	ahead    [2][]cells     // where the steps of a pawn get nearer to promotion
	file     [2][]cells     // in front of a pawn on its file and level
	upright  [maxRoles]bool // whether a role slides along files
	flanks   []cells        // on the files next to a cell's
	reach    [maxRoles][]int
	reachAll [maxRoles]int // the mean of reach, in tenths
	centre   []int         // 0 in a corner to 100 in the middle
	// levelsFace is whether the sides start on opposite levels.
	levelsFace bool
	endings    map[pieces]ending
	weights    *weights
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
	t.makeAxes(g)
	for c := range rules.Cell(n) {
		t.king[c] = setOf(g.Leaps(rules.King, c))
	}
	for _, r := range v.Roles() {
		t.axes[r] = g.SlideAxes(r)
		for _, axis := range t.axes[r] {
			t.slides[r] |= 1 << axis
		}
		t.rays[r], t.leaps[r], t.reach[r] = make([]cells, n), make([]cells, n), make([]int, n)
		total := 0
		for c := range rules.Cell(n) {
			for _, ray := range g.Rays(r, c) {
				t.reach[r][c] += len(ray)
				for _, to := range ray {
					add(&t.rays[r][c], to)
				}
			}
			leaps := g.Leaps(r, c)
			t.leaps[r][c] = setOf(leaps)
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
	start := v.Start()
	white, black := v.Coord(start.King(rules.White)).Level, v.Coord(start.King(rules.Black)).Level
	_, _, levels := v.Size()
	t.levelsFace = white != black && int(white+black) == levels-1
	for c := range rules.Cell(n) {
		on := cells{}
		for _, at := range g.Spots(c) {
			for _, bit := range []uint8{at.At << 1 & at.All, at.At >> 1 & at.All} {
				if bit != 0 {
					add(&on, g.LineCell(at.Line, bit))
				}
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

// maxAxes is greater than the number of axes of every game.
const maxAxes = 16

// makeAxes finds out which cells are on the same lines. Two cells are on at most one.
func (t *tables) makeAxes(g rules.Geometry) {
	if g.Axes() >= maxAxes {
		panic("engine: too many axes in " + t.v.Key())
	}
	n := t.v.Cells()
	t.axisOf = make([][]uint8, n)
	for c := range rules.Cell(n) {
		t.axisOf[c] = slices.Repeat([]uint8{maxAxes - 1}, n)
		for axis, at := range g.Spots(c) {
			for set := at.All &^ at.At; set != 0; set &= set - 1 {
				t.axisOf[c][g.LineCell(at.Line, set)] = uint8(axis)
			}
		}
	}
}

func (t *tables) makePawns(g rules.Geometry) {
	n := t.v.Cells()
	for color := range rules.Color(2) {
		t.pawnFrom[color], t.span[color] = make([]cells, n), make([]cells, n)
		t.ahead[color], t.file[color] = make([]cells, n), make([]cells, n)
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
			for _, to := range g.PawnSteps(color, c) {
				if t.toGo[color][to] < t.toGo[color][c] {
					add(&t.ahead[color][c], to)
				}
			}
		}
	}
	t.makeFiles()
	for _, r := range t.roles {
		for c := range rules.Cell(n) {
			t.upright[r] = t.upright[r] || t.meet(&t.rays[r][c], &t.file[rules.White][c])
		}
	}
}

func (t *tables) makeFiles() {
	n := rules.Cell(t.v.Cells())
	t.flanks = make([]cells, n)
	for c := range n {
		at := t.v.Coord(c)
		for other := range n {
			to := t.v.Coord(other)
			switch apart := to.File - at.File; {
			case apart == 1 || apart == -1:
				add(&t.flanks[c], other)
			case apart != 0 || to.Level != at.Level:
			case to.Rank > at.Rank:
				add(&t.file[rules.White][c], other)
			case to.Rank < at.Rank:
				add(&t.file[rules.Black][c], other)
			}
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
