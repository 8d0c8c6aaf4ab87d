package rules

import (
	"slices"
	"strings"
)

// Variant is a game: its cells, how its pieces move, its starting position, how people write
// its moves. It is immutable and compared as a pointer: each game has one. All methods are
// safe for concurrent use.
type Variant struct {
	def     definition
	cells   []Coord
	names   []string
	byCoord []Cell // cell at a coordinate, NoCell where there is none
	pins    []Pin
	start   Position

	tables
}

// Board is a rectangle of cells on one level that never moves.
type Board struct {
	// Title is the board's English name in the game, such as "Level 2".
	Title string
	// Level, File and Rank are the coordinates, from 0, of the corner on White's left and
	// nearest to White.
	Level, File, Rank int
	// Files and Ranks are the board's size in cells.
	Files, Ranks int
}

// Pin is a place where an attack board can be (T2). A position numbers the pins of its game
// from 0, in the order of Variant.Pins.
type Pin struct {
	// Name is the file and rank of the main board's corner and the level of the attack board,
	// such as "b2A".
	Name string
	// Cells are the attack board's four cells: the near rank, then the far rank, each from
	// White's left.
	Cells [4]Cell
	// Level is the level of the attack board, from 0.
	Level int

	corner [4]int // main board, from 0; then 1 when above it, on its right side, on its far side
}

// definition is a game as its file variant_*.go writes it; compile makes a Variant of it.
type definition struct {
	key, name, author    string
	aliases              []string // other names for the key
	pgnName              string   // what the tag Variant of a PGN says; the key if empty
	files, ranks, levels int
	boards               []Board
	pins                 []Pin
	startPins            []string // pins with attack boards at the start
	nameOrder            string   // f, r and l for file, rank and level, in the order of a cell's name
	levelNames           string   // one character a level, lowest first
	colorsAlternate      bool     // the colours of squares alternate from level to level
	pieces               []movement
	pawn                 pawnMovement
	promotions           []Role
	promotesOn           func(Color, Coord) bool
	castlings            []castling
	setup                []setupRow
	cannotMate           []Role // a king and one of these cannot mate a bare king
	fideDraws            bool   // the draws of FIDE articles 5.2.2 and 9.6 that nobody has to claim
	notation             notation
	readings             []string // see Variant.Readings
}

// movement says how a role moves. A slide repeats its vector until a piece is in the way,
// a leap jumps once. The opposite of each vector must be in the lists too.
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
	// climbResets is whether a step straight up or down resets the half-move clock (M7).
	climbResets bool
}

// doubleVector is a pawn's first move of two steps, which passes over via and ends on to.
// Only some can be answered en passant (M3).
type doubleVector struct {
	via, to   vector
	enPassant bool
}

// castling is one way to castle, in names of cells. The partner is the piece with which the
// king castles. Neither may have moved.
type castling struct {
	color              Color
	san                string // how people write it, in games that do not write the king's move
	symbol             string // how a position string writes it
	king, to           string
	partner, partnerTo string   // the partner's cell before and after
	partners           []Role   // roles the partner may have
	empty, safe        []string // cells that must be so; the king's own cell and to must always be safe
}

// setupRow is a row of pieces of the starting position, from a cell to White's right. Spaces
// separate the letters of the roles.
type setupRow struct {
	at     string
	color  Color
	pieces string
}

// Key returns the short name that identifies the game in commands and files, such as
// "millennium" or "nextgen:shared".
func (v *Variant) Key() string { return v.def.key }

// Aliases returns other short names that people use for the game, such as "chess".
func (v *Variant) Aliases() []string { return slices.Clone(v.def.aliases) }

// Name returns the game's full name.
func (v *Variant) Name() string { return v.def.name }

// Author returns who invented the game and when; it is empty for orthodox chess.
func (v *Variant) Author() string { return v.def.author }

// Readings returns the numbers of the readings that hold in the game, such as "M1". A
// reading says how we read its published rules where they are silent or unclear.
func (v *Variant) Readings() []string { return append([]string(nil), v.def.readings...) }

// Size returns the numbers of files, ranks and levels of the box that contains all cells.
func (v *Variant) Size() (files, ranks, levels int) { return v.def.files, v.def.ranks, v.def.levels }

// Boards returns the boards that never move, lowest level first.
func (v *Variant) Boards() []Board { return append([]Board(nil), v.def.boards...) }

// Pins returns the places for attack boards, none in most games. The index of a pin is its
// number.
func (v *Variant) Pins() []Pin { return append([]Pin(nil), v.pins...) }

// Cells returns the number of cells, including those that exist only while an attack board is
// pinned there.
func (v *Variant) Cells() int { return len(v.cells) }

// Coord returns the coordinates of a cell.
func (v *Variant) Coord(c Cell) Coord { return v.cells[c] }

// Dark reports whether a cell is a dark square, as the one in White's left corner is. All
// levels are coloured alike, except in 3D-8L Chess: a bishop that changes level there moves
// along a file or rank, and keeps its colour because colours alternate from level to level.
func (v *Variant) Dark(c Cell) bool {
	at := v.cells[c]
	sum := int(at.File) + int(at.Rank)
	if v.def.colorsAlternate {
		sum += int(at.Level)
	}
	return sum%2 == 0
}

// CellName returns the name of a cell, such as "1e1".
func (v *Variant) CellName(c Cell) string { return v.names[c] }

// LevelName returns the letter or digit of a level, which is counted from 0.
func (v *Variant) LevelName(level int) string { return v.def.levelNames[level : level+1] }

// CellAt returns the cell at coordinates, NoCell where the game has none.
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

// CellWritten returns the cell with a name that a player has written, in upper or lower
// case and with spaces around it, or NoCell.
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

// Promotions returns the roles to which a pawn can promote, the queen first.
func (v *Variant) Promotions() []Role { return append([]Role(nil), v.def.promotions...) }

// Roles returns the roles of the game, the king first and the pawn last.
func (v *Variant) Roles() []Role {
	list := make([]Role, 0, len(v.def.pieces)+1)
	for _, m := range v.def.pieces {
		list = append(list, m.role)
	}
	return append(list, Pawn)
}

// Start returns the starting position.
func (v *Variant) Start() Position { return v.start }

// nameOf returns the name of the cell at coordinates.
func (d *definition) nameOf(c Coord) string {
	var b []byte
	for _, part := range d.nameOrder {
		b = append(b, d.namePart(byte(part), c)...)
	}
	return string(b)
}

// namePart returns the file ('f'), rank ('r') or level ('l') of a cell's name.
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
