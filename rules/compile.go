package rules

import (
	"fmt"
	"slices"
	"strings"
)

// tables are what compile makes of a definition for the move generator and the parsers.
// Lists without another index are indexed by Cell.
type tables struct {
	byName         map[string]Cell
	byLowerName    map[string]Cell // the same in lower case
	nameParts      map[string]bool // what can be a part of a cell's name
	lowerNameParts map[string]bool // the same in lower case
	suffixes       []Role          // NoRole, then every role: what a move can end with
	words          int             // how many words of a CellSet this game uses
	dirs           []vector        // every direction in which a piece slides
	rayStart       []int32         // by cell and direction: where its ray begins in rayCells
	rayCells       []Cell          // all rays, each followed by NoCell
	slideDirs      [roleCount][]uint8
	slideMask      [roleCount]uint32
	lineTable
	slideAxes     [roleCount][]uint8
	axisMask      [roleCount]uint32
	leaps         [roleCount][][]Cell  // where a role leaps to; the king's steps are leaps too
	leapSet       [roleCount][]CellSet // the same as sets
	leapers       []CellSet            // union over all leaping roles except the king
	pawns         [2]pawnTable
	promotionZone [2]CellSet // where a pawn promotes
	castlings     []castlingCells
	rightsLost    []uint16   // castling rights that end when a move leaves or reaches the cell
	pawnHomes     [2]CellSet // cells from which a pawn may make its first move
	pinMoves      [][]uint8
	pinOf         []int8 // the pin to which the cell belongs, -1 for cells of fixed boards
	// pawnsReturn is whether a pawn that has moved can be on a cell where pawns start.
	pawnsReturn   bool
	enPassantPawn [2]map[Cell]Cell // by cell that a double step passes over: where the pawn then is
	cannotMate    [roleCount]bool
}

type pawnTable struct {
	steps    [][]Cell
	doubles  [][]doubleStep
	captures [][]Cell
	shifts   []shift // see pawnTable.attacked
	ready    CellSet // from where one step promotes
}

type doubleStep struct {
	via, to   Cell // via is NoCell where no cell is passed over
	enPassant bool
}

type castlingCells struct {
	color                        Color
	king, to, partner, partnerTo Cell
	partners                     []Role
	empty, safe                  []Cell
}

// compile makes a Variant of its definition. It panics when the definition contradicts
// itself, which is a mistake in this package.
func compile(d definition) *Variant {
	v := &Variant{def: d}
	compileCells(v)
	compileMoves(v)
	compileLines(v)
	compilePawns(v)
	compileCastles(v)
	compilePins(v)
	compileStart(v)
	return v
}

func compileCells(v *Variant) {
	d := &v.def
	v.byCoord = make([]Cell, d.files*d.ranks*d.levels)
	for i := range v.byCoord {
		v.byCoord[i] = NoCell
	}
	v.byName, v.byLowerName = map[string]Cell{}, map[string]Cell{}
	v.nameParts, v.lowerNameParts = map[string]bool{}, map[string]bool{}
	v.suffixes = append([]Role{NoRole}, v.Roles()...)
	add := func(c Coord) Cell {
		n := Cell(len(v.cells))
		at := (int(c.Level)*d.ranks+int(c.Rank))*d.files + int(c.File)
		if v.byCoord[at] != NoCell {
			panic("rules: two boards share " + d.nameOf(c))
		}
		v.byCoord[at] = n
		v.cells = append(v.cells, c)
		v.addName(d.nameOf(c), n)
		return n
	}
	for _, b := range d.boards {
		for r := range b.Ranks {
			for f := range b.Files {
				add(Coord{int8(b.File + f), int8(b.Rank + r), int8(b.Level)})
			}
		}
	}
	v.pinOf = slices.Repeat([]int8{-1}, len(v.cells))
	for i, p := range d.pins {
		file, rank := p.corner[2]*4, 0
		if main := d.boards[p.corner[0]]; p.corner[3] == 0 {
			rank = main.Rank - 1
		} else {
			rank = main.Rank + main.Ranks - 1
		}
		for k := range p.Cells {
			p.Cells[k] = add(Coord{int8(file + k%2), int8(rank + k/2), int8(p.Level)})
			v.pinOf = append(v.pinOf, int8(i))
		}
		v.pins = append(v.pins, p)
	}
	v.words = (len(v.cells) + 63) / 64
}

// addName registers a cell's name and all parts of the name.
func (v *Variant) addName(name string, c Cell) {
	v.names = append(v.names, name)
	v.byName[name], v.byLowerName[strings.ToLower(name)] = c, c
	for i := range name {
		for j := i; j <= len(name); j++ {
			v.nameParts[name[i:j]], v.lowerNameParts[strings.ToLower(name[i:j])] = true, true
		}
	}
}

func compileMoves(v *Variant) {
	v.def.pieces = slices.Clone(v.def.pieces)
	for i := range v.def.pieces {
		v.def.pieces[i] = stepsLeap(v, v.def.pieces[i])
	}
	for _, m := range v.def.pieces {
		for _, s := range m.slides {
			i := slices.Index(v.dirs, s)
			if i < 0 {
				i = len(v.dirs)
				v.dirs = append(v.dirs, s)
			}
			v.slideDirs[m.role] = append(v.slideDirs[m.role], uint8(i))
			v.slideMask[m.role] |= 1 << i
		}
		for _, s := range slices.Concat(m.slides, m.leaps) {
			if !slices.Contains(m.slides, s.times(-1)) && !slices.Contains(m.leaps, s.times(-1)) {
				panic(fmt.Sprintf("rules: %s of %s moves by %v but not back", m.role, v.Key(), s))
			}
		}
	}
	if len(v.dirs) > 32 {
		panic("rules: more than 32 directions in " + v.Key())
	}
	for c := range v.cells {
		for _, dir := range v.dirs {
			v.rayStart = append(v.rayStart, int32(len(v.rayCells)))
			v.rayCells = append(v.rayCells, v.ray(Cell(c), dir)...)
			v.rayCells = append(v.rayCells, NoCell)
		}
	}
	v.leapers = make([]CellSet, len(v.cells))
	for _, m := range v.def.pieces {
		if m.leaps == nil {
			continue
		}
		v.leaps[m.role] = v.targets(m.leaps)
		v.leapSet[m.role] = make([]CellSet, len(v.cells))
		for c, list := range v.leaps[m.role] {
			for _, to := range list {
				v.leapSet[m.role][c].add(to)
				if m.role != King {
					v.leapers[c].add(to)
				}
			}
		}
	}
	for _, r := range v.def.cannotMate {
		v.cannotMate[r] = true
	}
}

// stepsLeap makes leaps of slides in directions in which there is only one cell to go to,
// as from one of two levels to the other. That is the same, and leaps are simpler.
func stepsLeap(v *Variant, m movement) movement {
	far := func(dir vector) bool {
		for c := range v.cells {
			if len(v.ray(Cell(c), dir)) > 1 {
				return true
			}
		}
		return false
	}
	slides := m.slides
	m.slides, m.leaps = nil, slices.Clone(m.leaps)
	for _, dir := range slides {
		if far(dir) {
			m.slides = append(m.slides, dir)
		} else {
			m.leaps = append(m.leaps, dir)
		}
	}
	return m
}

// ray lists the cells from c in direction dir to the edge of the volume. Gaps between
// cells are skipped: sliders pass through air (T1).
func (v *Variant) ray(c Cell, dir vector) []Cell {
	var list []Cell
	files, ranks, levels := v.Size()
	at := v.cells[c].plus(dir)
	for at.File >= 0 && at.Rank >= 0 && at.Level >= 0 &&
		int(at.File) < files && int(at.Rank) < ranks && int(at.Level) < levels {
		if to := v.CellAt(at); to != NoCell {
			list = append(list, to)
		}
		at = at.plus(dir)
	}
	return list
}

// targets lists for each cell the cells to which vectors lead.
func (v *Variant) targets(vectors []vector) [][]Cell {
	table := make([][]Cell, len(v.cells))
	for c, at := range v.cells {
		for _, s := range vectors {
			if to := v.CellAt(at.plus(s)); to != NoCell {
				table[c] = append(table[c], to)
			}
		}
	}
	return table
}
