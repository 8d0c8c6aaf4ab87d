package rules

import (
	"slices"
	"strings"
)

// Variant is one game: its cells, its pieces' moves, its array, its customs. It is
// immutable and compiled once; all methods are safe for concurrent use.
type Variant struct {
	def     definition
	cells   []Coord
	names   []string
	byCoord []Cell // cell at a coordinate, NoCell where there is none
	pins    []Pin
	start   Position

	tables
}

// Board is a rectangle of cells on one level that does not move.
type Board struct {
	// Title names the board in the game's own words, such as "Level 2".
	Title string
	// Level, File and Rank are the coordinates of the corner at White's left.
	Level, File, Rank int
	// Files and Ranks are the board's extent.
	Files, Ranks int
}

// Pin is a place where an attack board may stand (T2).
type Pin struct {
	// Name is the corner's file and rank and the attack board's level, such as "b2A".
	Name string
	// Cells are the board's four cells: files first, then ranks, from White's left.
	Cells [4]Cell
	// Level is the attack board's level from 0.
	Level int

	corner [4]int // main board, above, right side, far side
}

// definition is a game as its file writes it down; compile makes a Variant of it.
type definition struct {
	key, name, author, source string
	aliases                   []string // other names for the key
	files, ranks, levels      int
	boards                    []Board
	pins                      []Pin
	startPins                 []string // pins occupied at the start
	nameOrder                 string   // letters f, r and l in the order of a cell's name
	levelNames                string   // one letter a level
	pieces                    []movement
	pawn                      pawnMovement
	promotions                []Role
	promotesOn                func(Color, Coord) bool
	castlings                 []castling
	setup                     []setupRow
	cannotMate                []Role // one of them beside a king cannot mate a bare king
	notation                  notation
	readings                  []string // numbers of the readings in force, such as "M1"
}

// movement tells how a role moves: slides repeat until something stands in the
// way, leaps jump once. Both must contain every vector's opposite.
type movement struct {
	role   Role
	slides []vector
	leaps  []vector
}

// pawnMovement holds White's vectors; Black's are their opposites.
type pawnMovement struct {
	steps    []vector
	doubles  []doubleVector
	captures []vector
	// climbResets is false where a step within the rank leaves the fifty-move count alone (M7).
	climbResets bool
}

// doubleVector is a pawn's first move of two steps: it passes over the cell at via and
// ends at to. It can be answered en passant if takeable (M3).
type doubleVector struct {
	via, to   vector
	enPassant bool
}

// castling is one way to castle, as names of cells. The king's way and target must
// be safe, the empty cells empty; king and partner must not have moved.
type castling struct {
	color              Color
	san                string // as people write it, where they do not write the king's move
	symbol             string // how a position string writes it
	king, to           string
	partner, partnerTo string   // the partner's cell and target
	partners           []Role   // roles the partner may have
	empty, safe        []string // besides the king's cell and target, which must always be safe
}

// setupRow places pieces side by side along the files, from a cell to the right; roles
// are separated by spaces.
type setupRow struct {
	at     string
	color  Color
	pieces string
}

// Key returns the short name by which players and files call the game, such as "millennium".
func (v *Variant) Key() string { return v.def.key }

// Aliases returns other short names that people use for the game, such as "chess".
func (v *Variant) Aliases() []string { return slices.Clone(v.def.aliases) }

// Name returns the game's full name.
func (v *Variant) Name() string { return v.def.name }

// Author names who invented the game, with the year.
func (v *Variant) Author() string { return v.def.author }

// Notice is the acknowledgement of the game's author, copyright and trademarks; it may be empty.
func (v *Variant) Notice() string { return v.def.source }

// Readings returns the numbers of our readings of the game's rules that hold in it.
func (v *Variant) Readings() []string { return append([]string(nil), v.def.readings...) }

// Size returns the number of files, ranks and levels of the volume.
func (v *Variant) Size() (files, ranks, levels int) { return v.def.files, v.def.ranks, v.def.levels }

// Boards returns the boards that do not move, lowest level first.
func (v *Variant) Boards() []Board { return append([]Board(nil), v.def.boards...) }

// Pins returns the places for attack boards, numbered as in board moves; most games have none.
func (v *Variant) Pins() []Pin { return append([]Pin(nil), v.pins...) }

// Cells returns the number of cells, counting those that exist only while a board is pinned there.
func (v *Variant) Cells() int { return len(v.cells) }

// Coord returns the place of a cell.
func (v *Variant) Coord(c Cell) Coord { return v.cells[c] }

// CellName returns a cell's name, such as "1e1".
func (v *Variant) CellName(c Cell) string { return v.names[c] }

// LevelName returns the letter or digit of a level counted from 0.
func (v *Variant) LevelName(level int) string { return v.def.levelNames[level : level+1] }

// CellAt returns the cell at a coordinate, NoCell where the game has none.
func (v *Variant) CellAt(c Coord) Cell {
	d := &v.def
	if c.File < 0 || c.Rank < 0 || c.Level < 0 ||
		int(c.File) >= d.files || int(c.Rank) >= d.ranks || int(c.Level) >= d.levels {
		return NoCell
	}
	return v.byCoord[(int(c.Level)*d.ranks+int(c.Rank))*d.files+int(c.File)]
}

// CellNamed returns the cell with exactly this name, or NoCell.
func (v *Variant) CellNamed(name string) Cell {
	if c, ok := v.byName[name]; ok {
		return c
	}
	return NoCell
}

// CellWritten returns the cell that a player means by a name, in any case and with
// spaces around it, or NoCell.
func (v *Variant) CellWritten(name string) Cell {
	return v.cellWritten(strings.TrimSpace(name), true)
}

// PinNamed returns the number of the pin with exactly this name, or -1.
func (v *Variant) PinNamed(name string) int {
	for i := range v.pins {
		if v.pins[i].Name == name {
			return i
		}
	}
	return -1
}

// Promotions returns the roles a pawn may become, the usual choice first.
func (v *Variant) Promotions() []Role { return append([]Role(nil), v.def.promotions...) }

// Roles returns the roles that occur in the game, king first and pawn last.
func (v *Variant) Roles() []Role {
	list := make([]Role, 0, len(v.def.pieces)+1)
	for _, m := range v.def.pieces {
		list = append(list, m.role)
	}
	return append(list, Pawn)
}

// Start returns the initial position.
func (v *Variant) Start() Position { return v.start }

// nameOf writes the name of a coordinate in this game.
func (d *definition) nameOf(c Coord) string {
	var b []byte
	for _, part := range d.nameOrder {
		b = append(b, d.namePart(byte(part), c)...)
	}
	return string(b)
}

// namePart returns the file ('f'), rank ('r') or level ('l') of a coordinate as written.
func (d *definition) namePart(part byte, c Coord) string {
	switch part {
	case 'f':
		return string('a' + byte(c.File))
	case 'r':
		if c.Rank == 9 {
			return "10"
		}
		return string('1' + byte(c.Rank))
	default:
		return d.levelNames[c.Level : c.Level+1]
	}
}
