package rules

import (
	"slices"
	"strconv"
	"strings"
)

// The fields of a position string, as FENError names them.
const (
	FieldPlacement = "placement"
	FieldTurn      = "turn"
	FieldCastling  = "castling"
	FieldEnPassant = "en passant"
	FieldFresh     = "first moves"
	FieldPins      = "pins"
	FieldClock     = "clock"
	FieldMove      = "move number"
)

// fenFields lists the fields of this game's position strings in their order.
func (v *Variant) fenFields() []string {
	fields := []string{FieldPlacement, FieldTurn, FieldCastling, FieldEnPassant}
	if v.backwards {
		fields = append(fields, FieldFresh)
	}
	if len(v.pins) > 0 {
		fields = append(fields, FieldPins)
	}
	return append(fields, FieldClock, FieldMove)
}

// FEN writes the position in the manner of Forsyth-Edwards Notation; ParseFEN reads
// it back. For orthodox chess it is exactly that notation. Elsewhere boards are
// separated by |, lowest level first, attack boards behind them in the order of
// their pins; a role of two letters stands in parentheses. Games in which a pawn can
// come back to where another began have a field of the pawns that have never moved
// (* for all that stand where pawns begin), and a game with attack boards one of
// their pins.
func (p *Position) FEN() string {
	fields := p.v.fenFields()
	for i, field := range fields {
		fields[i] = p.fenField(field)
	}
	return strings.Join(fields, " ")
}

func (p *Position) fenField(field string) string {
	switch field {
	case FieldPlacement:
		return p.fenPlacement()
	case FieldTurn:
		return p.turn.String()[:1]
	case FieldCastling:
		return orDash(p.fenRights())
	case FieldEnPassant:
		if p.ep == NoCell {
			return "-"
		}
		return p.v.names[p.ep]
	case FieldFresh:
		return p.fenFresh()
	case FieldPins:
		var names []string
		for _, pin := range p.AttackBoardPins() {
			names = append(names, p.v.pins[pin].Name)
		}
		return strings.Join(names, ",")
	case FieldClock:
		return strconv.Itoa(int(p.clock))
	default:
		return strconv.Itoa(int(p.ply)/2 + 1)
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// fenRow is a row of cells in the order in which a position string lists them.
type fenRow struct {
	cells     []Cell
	separator byte // what stands before it: 0, / or |
}

// fenRows lists the rows of all boards while attack boards stand at some pins.
func (v *Variant) fenRows(pins []uint8) []fenRow {
	var rows []fenRow
	board := func(files, ranks int, cell func(file, rank int) Cell) {
		for rank := ranks - 1; rank >= 0; rank-- {
			row := fenRow{separator: '/'}
			if rank == ranks-1 {
				row.separator = '|'
			}
			for file := range files {
				row.cells = append(row.cells, cell(file, rank))
			}
			rows = append(rows, row)
		}
	}
	for _, b := range v.def.boards {
		board(b.Files, b.Ranks, func(file, rank int) Cell {
			return v.CellAt(Coord{int8(b.File + file), int8(b.Rank + rank), int8(b.Level)})
		})
	}
	for _, pin := range pins {
		board(2, 2, func(file, rank int) Cell { return v.pins[pin].Cells[2*rank+file] })
	}
	rows[0].separator = 0
	return rows
}

func (p *Position) fenPlacement() string {
	var b strings.Builder
	for _, row := range p.v.fenRows(p.pins[:len(p.v.def.pinned)]) {
		if row.separator != 0 {
			b.WriteByte(row.separator)
		}
		empty := 0
		for i, c := range row.cells {
			if p.board[c] == Empty {
				empty++
			}
			if empty > 0 && (p.board[c] != Empty || i == len(row.cells)-1) {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			if p.board[c] != Empty {
				b.WriteString(p.board[c].fen())
			}
		}
	}
	return b.String()
}

// fen returns a piece's sign: capital letters are White's, several in parentheses.
func (p Piece) fen() string {
	letters := p.Role().Letters()
	if p.Color() == Black {
		letters = strings.ToLower(letters)
	}
	if len(letters) > 1 {
		return "(" + letters + ")"
	}
	return letters
}

// fenRights lists the castlings not forfeited: letters in a row, names with commas.
func (p *Position) fenRights() string {
	var signs []string
	separator := ""
	for i, c := range p.v.def.castles {
		if len(c.fen) > 1 {
			separator = ","
		}
		if p.rights>>i&1 != 0 {
			signs = append(signs, c.fen)
		}
	}
	return strings.Join(signs, separator)
}

func (p *Position) fenFresh() string {
	if p.fresh == (bitboard{}) {
		return "-"
	}
	if p.fresh == p.pawnsAtHome() {
		return "*"
	}
	var names []string
	for c := range p.fresh.all {
		names = append(names, p.v.names[c])
	}
	return strings.Join(names, ",")
}

// pawnsAtHome returns the pawns that stand where a pawn of their color began.
func (p *Position) pawnsAtHome() (s bitboard) {
	for color := range p.v.homes {
		for c := range p.v.homes[color].all {
			if p.board[c] == NewPiece(Color(color), Pawn) {
				s.add(c)
			}
		}
	}
	return s
}

// pieceWithSymbol returns the piece with a sign such as "P" or "(rb)", Empty if the
// game has none.
func (v *Variant) pieceWithSymbol(sign string) Piece {
	for _, role := range v.suffixes[1:] {
		for _, c := range []Color{White, Black} {
			if piece := NewPiece(c, role); piece.fen() == sign {
				return piece
			}
		}
	}
	return Empty
}

// forwardOf returns how far a cell lies in a color's direction.
func (v *Variant) forwardOf(c Color, cell Cell) int {
	if c == White {
		return int(v.cells[cell].Rank)
	}
	return v.def.ranks - 1 - int(v.cells[cell].Rank)
}

// behindHome reports whether a pawn could never have come to a cell: no pawn begins
// that far back, and none goes back but with an attack board.
func (v *Variant) behindHome(c Color, cell Cell) bool {
	if len(v.pins) > 0 {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(v.homes[c].all), func(home Cell) bool {
		return v.forwardOf(c, home) <= v.forwardOf(c, cell)
	})
}
