package engine

import (
	"sync"

	"stackmate/rules"
)

const (
	maxCells  = rules.MaxCells
	maxPieces = 32 // greater than every rules.Piece
	maxRoles  = maxPieces / 2
)

// tables are what evaluation and exchanges need of a game's geometry. They are made once a
// game and never change.
type tables struct {
	v         *rules.Variant
	g         rules.Geometry
	words     int // how many words of a set of cells the game uses
	roles     []rules.Role
	pins      []rules.Pin
	slides    [maxRoles]uint32  // axes along which a role slides
	axes      [maxRoles][]uint8 // the same as a list
	leaps     [maxRoles][]area  // where a role leaps to
	leaper    [maxRoles]bool
	leapers   []area    // from where any leaping role but the king reaches a cell
	king      []area    // the cells next to a cell, as a king steps
	kingLines [][]uint8 // the same by lines
	// pawnFrom is from where a pawn of a color attacks a cell; offLine is those of them, and
	// the neighbours, that no line through the cell meets first.
	pawnFrom [2][]cells
	offLine  []area
	toGo     [2][]uint8     // steps that a pawn needs to its nearest promotion, 255 if never
	span     [2][]area      // where an enemy pawn can stop or take a pawn on its way
	ahead    [2][]area      // where the steps of a pawn get nearer to promotion
	file     [2][]area      // in front of a pawn on its file and level
	upright  [maxRoles]bool // whether a role slides along files
	flanks   []area         // on the files next to a cell's
	reach    [maxRoles][]int
	reachAll [maxRoles]int // the mean of reach, in tenths
	centre   []int         // 0 in a corner to 100 in the middle
	// levelsFace is whether the sides start on opposite levels.
	levelsFace bool
	homes      homes
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
	for _, r := range v.Roles() {
		t.axes[r] = g.SlideAxes(r)
		for _, axis := range t.axes[r] {
			t.slides[r] |= 1 << axis
		}
	}
	if g.Axes() >= maxAxes {
		panic("engine: too many axes in " + v.Key())
	}
	t.makeLeaps(g)
	t.makeReach(g)
	t.makePawns(g)
	t.makeOffLine(g)
	t.makeCentre()
	start := v.Start()
	white, black := v.Coord(start.King(rules.White)).Level, v.Coord(start.King(rules.Black)).Level
	_, _, levels := v.Size()
	t.levelsFace = white != black && int(white+black) == levels-1
	t.homes = t.findHomes()
	endings, err := t.readEndings(endingsFile)
	if err != nil {
		panic("engine: endings.tsv: " + err.Error())
	}
	t.endings, t.weights = endings, makeWeights(t)
	return t
}

// maxAxes is greater than the number of axes of every game.
const maxAxes = 16

func (t *tables) makeLeaps(g rules.Geometry) {
	n := t.v.Cells()
	leapers := make([]cells, n)
	for _, r := range t.roles {
		t.leaps[r] = make([]area, n)
		for c := range rules.Cell(n) {
			leaps := g.Leaps(r, c)
			t.leaps[r][c] = areaOf(setOf(leaps))
			t.leaper[r] = t.leaper[r] || len(leaps) > 0
			for _, to := range leaps {
				if r != rules.King {
					add(&leapers[to], c)
				}
			}
		}
	}
	t.leapers, t.king = areasOf(leapers), t.leaps[rules.King]
	t.kingLines = make([][]uint8, n)
	for c := range t.kingLines {
		t.kingLines[c] = make([]uint8, g.Lines())
		t.onLines(&t.king[c].cells, t.kingLines[c])
	}
}

// makeReach counts what each role reaches on empty boards.
func (t *tables) makeReach(g rules.Geometry) {
	n := t.v.Cells()
	for _, r := range t.roles {
		t.reach[r] = make([]int, n)
		total := 0
		for c := range rules.Cell(n) {
			t.reach[r][c] = len(g.Leaps(r, c))
			for _, ray := range g.Rays(r, c) {
				t.reach[r][c] += len(ray)
			}
			total += t.reach[r][c]
		}
		t.reachAll[r] = total * 10 / n
	}
}

func (t *tables) makeOffLine(g rules.Geometry) {
	t.offLine = make([]area, t.v.Cells())
	for c := range t.offLine {
		on := cells{}
		for _, at := range g.Spots(rules.Cell(c)) {
			for _, bit := range []uint8{at.At << 1 & at.All, at.At >> 1 & at.All} {
				if bit != 0 {
					add(&on, g.LineCell(at.Line, bit))
				}
			}
		}
		off := cells{}
		for i := range on {
			off[i] = (t.king[c].cells[i] | t.pawnFrom[0][c][i] | t.pawnFrom[1][c][i]) &^ on[i]
		}
		t.offLine[c] = areaOf(off)
	}
}

func (t *tables) makePawns(g rules.Geometry) {
	n := t.v.Cells()
	for color := range rules.Color(2) {
		t.pawnFrom[color], t.toGo[color] = make([]cells, n), make([]uint8, n)
		for c := range rules.Cell(n) {
			for _, to := range g.PawnCaptures(color, c) {
				add(&t.pawnFrom[color][to], c)
			}
		}
		t.makeToGo(g, color)
	}
	for color := range rules.Color(2) {
		t.span[color] = make([]area, n)
		ahead := make([]cells, n)
		for c := range rules.Cell(n) {
			t.span[color][c] = areaOf(t.spanFrom(g, color, c))
			for _, to := range g.PawnSteps(color, c) {
				if t.toGo[color][to] < t.toGo[color][c] {
					add(&ahead[c], to)
				}
			}
		}
		t.ahead[color] = areasOf(ahead)
	}
	t.makeFiles()
	for _, r := range t.roles {
		for c := range rules.Cell(n) {
			for _, ray := range g.Rays(r, c) {
				along := setOf(ray)
				t.upright[r] = t.upright[r] || t.file[rules.White][c].meet(&along)
			}
		}
	}
}

func (t *tables) makeFiles() {
	n := rules.Cell(t.v.Cells())
	t.flanks, t.file = make([]area, n), [2][]area{make([]area, n), make([]area, n)}
	for c := range n {
		var flanks, ahead, behind cells
		at := t.v.Coord(c)
		for other := range n {
			to := t.v.Coord(other)
			switch apart := to.File - at.File; {
			case apart == 1 || apart == -1:
				add(&flanks, other)
			case apart != 0 || to.Level != at.Level:
			case to.Rank > at.Rank:
				add(&ahead, other)
			case to.Rank < at.Rank:
				add(&behind, other)
			}
		}
		t.flanks[c], t.file[rules.White][c], t.file[rules.Black][c] = areaOf(flanks), areaOf(ahead), areaOf(behind)
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
