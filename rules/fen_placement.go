package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fenRow is a row of cells in the order in which a position string lists them.
type fenRow struct {
	cells     []Cell
	separator byte // what comes before the row: 0, / or |
}

// fenRows lists the rows of all boards while attack boards are on some pins.
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
	for _, row := range p.v.fenRows(p.pins[:len(p.v.def.startPins)]) {
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
				b.WriteString(p.board[c].symbol())
			}
		}
	}
	return b.String()
}

// symbol returns how a position string writes a piece: upper-case letters are White's,
// two letters are in parentheses.
func (p Piece) symbol() string {
	letters := p.Role().Letters()
	if p.Color() == Black {
		letters = strings.ToLower(letters)
	}
	if len(letters) > 1 {
		return "(" + letters + ")"
	}
	return letters
}

// pieceWithSymbol returns the piece with a symbol such as "P" or "(rb)", Empty if the
// game has none.
func (v *Variant) pieceWithSymbol(symbol string) Piece {
	for _, role := range v.suffixes[1:] {
		for _, c := range []Color{White, Black} {
			if piece := NewPiece(c, role); piece.symbol() == symbol {
				return piece
			}
		}
	}
	return Empty
}

func (r *fenReader) readPlacement(text string) *FENError {
	rest := text
	for _, row := range r.v.fenRows(r.pins[:len(r.v.def.startPins)]) {
		if row.separator != 0 {
			if rest == "" || rest[0] != row.separator {
				return &FENError{Fault: FENSeparator, Text: rest, Symbol: string(row.separator)}
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, "/|")
		if end < 0 {
			end = len(rest)
		}
		if e := r.readRow(rest[:end], row.cells); e != nil {
			e.Text = rest[:end]
			return e
		}
		rest = rest[end:]
	}
	if rest != "" {
		return &FENError{Fault: FENTooManyRows, Text: rest}
	}
	for color, king := range r.kings {
		if king == NoCell {
			return &FENError{Fault: FENNoKing, Color: Color(color)}
		}
	}
	return nil
}

func (r *fenReader) readRow(text string, cells []Cell) *FENError {
	at, wasNumber := 0, false
	for text != "" {
		_, size := utf8.DecodeRuneInString(text)
		symbol := text[:size]
		if symbol == "(" {
			end := strings.IndexByte(text, ')')
			if end < 0 {
				return &FENError{Fault: FENOpenParenthesis}
			}
			symbol = text[:end+1]
		}
		text = text[len(symbol):]
		if symbol >= "1" && symbol <= "9" {
			if wasNumber {
				return &FENError{Fault: FENAdjacentNumbers}
			}
			at, wasNumber = at+int(symbol[0]-'0'), true
			continue
		}
		piece := r.v.pieceWithSymbol(symbol)
		if piece == Empty {
			return &FENError{Fault: FENNoSuchPiece, Symbol: clipText(symbol)}
		}
		if at >= len(cells) {
			return &FENError{Fault: FENRowWidth, Want: len(cells)}
		}
		if e := r.place(piece, cells[at]); e != nil {
			return e
		}
		at, wasNumber = at+1, false
	}
	if at != len(cells) {
		return &FENError{Fault: FENRowWidth, Want: len(cells)}
	}
	return nil
}

// place puts a piece on a cell, unless such a piece can never be there.
func (r *fenReader) place(piece Piece, c Cell) *FENError {
	color := piece.Color()
	switch {
	case piece.Role() == King && r.kings[color] != NoCell:
		return &FENError{Fault: FENTwoKings, Color: color}
	case piece.Role() == Pawn && r.v.promotionZone[color].Has(c):
		return &FENError{Fault: FENPawnPromotes, Cell: c}
	case piece.Role() == Pawn && r.v.behindPawnHomes(color, c):
		return &FENError{Fault: FENPawnBehindStart, Cell: c}
	}
	r.put(c, piece)
	return nil
}

// relativeRank returns a cell's rank as a color sees it, from 0.
func (v *Variant) relativeRank(c Color, cell Cell) int {
	if c == White {
		return int(v.cells[cell].Rank)
	}
	return v.def.ranks - 1 - int(v.cells[cell].Rank)
}

// behindPawnHomes reports whether a cell is so far back that no pawn of a color starts
// there or farther back, so that none can be there. Where attack boards carry pawns
// backwards, no cell is.
func (v *Variant) behindPawnHomes(c Color, cell Cell) bool {
	if len(v.pins) > 0 {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(v.pawnHomes[c].All), func(home Cell) bool {
		return v.relativeRank(c, home) <= v.relativeRank(c, cell)
	})
}
