package lesson

import (
	"fmt"
	"strings"

	"stackmate/render"
	"stackmate/rules"
)

// Figure is what the figure of a page shows. The zero value is the starting position.
type Figure struct {
	// Pieces are the pieces on the boards, each with its letters, small ones for Black, and its
	// cell: "K1e1 n3b8". Without any, the figure is of the starting position.
	Pieces string
	// Pins are the pins of the attack boards, in the order of the game; empty for the first ones.
	Pins string
	// Castling are castling rights as in a position string; empty for none.
	Castling string
	Turn     rules.Color
	// Last is a move in LAN that has just been played.
	Last string
	// Square is the cell of the piece whose moves are marked, or a cell of the attack board.
	Square string
	// Preview is a move in LAN that is shown as if it were made.
	Preview string
	// Levels are the only levels that the figure shows, as in "3,4,5"; empty for all.
	Levels string
	View   render.View
}

// marksPiece reports whether the figure marks where a piece can go.
func (f Figure) marksPiece() bool {
	return f.Square != "" && strings.Contains(f.Pieces+" ", f.Square+" ")
}

// position returns the position before the move Last. It panics if the figure has none, which a
// test rules out.
func (f Figure) position(v *rules.Variant) rules.Position {
	if f.Pieces == "" {
		return v.Start()
	}
	p, err := v.ParseFEN(f.fen(v))
	if err != nil {
		panic(fmt.Sprintf("figure of %s: %s: %v", v.Key(), f.Pieces, err))
	}
	return p
}

// fen returns the position string of the figure.
func (f Figure) fen(v *rules.Variant) string {
	pieces := map[rules.Cell]string{}
	for _, word := range strings.Fields(f.Pieces) {
		cell, letters := cellAtEnd(v, word)
		if len(letters) > 1 {
			letters = "(" + letters + ")"
		}
		pieces[cell] = letters
	}
	pins := f.Pins
	var boards []string
	for _, b := range v.Boards() {
		boards = append(boards, placement(b.Files, b.Ranks, func(file, rank int) string {
			return pieces[v.CellAt(rules.Coord{File: int8(b.File + file), Rank: int8(b.Rank + rank), Level: int8(b.Level)})]
		}))
	}
	if len(v.Pins()) > 0 {
		if pins == "" {
			start := v.Start()
			var names []string
			for _, pin := range start.AttackBoardPins() {
				names = append(names, v.Pins()[pin].Name)
			}
			pins = strings.Join(names, ",")
		}
		for name := range strings.SplitSeq(pins, ",") {
			cells := v.Pins()[v.PinNamed(name)].Cells
			boards = append(boards, placement(2, 2, func(file, rank int) string { return pieces[cells[2*rank+file]] }))
		}
	}
	fields := map[rules.FENField]string{rules.FieldPlacement: strings.Join(boards, "|"), rules.FieldTurn: "wb"[f.Turn : f.Turn+1],
		rules.FieldCastling: f.Castling, rules.FieldUnmoved: "*", rules.FieldPins: pins, rules.FieldClock: "0", rules.FieldMove: "1"}
	var written []string
	for _, field := range v.FENFields() {
		text := fields[field]
		if text == "" {
			text = "-"
		}
		written = append(written, text)
	}
	return strings.Join(written, " ")
}

// cellAtEnd splits a piece such as "Rb5e4" into its cell and its letters.
func cellAtEnd(v *rules.Variant, piece string) (cell rules.Cell, letters string) {
	for i := 1; i < len(piece); i++ {
		if cell := v.CellNamed(piece[i:]); cell != rules.NoCell {
			return cell, piece[:i]
		}
	}
	panic(fmt.Sprintf("figure of %s: no cell in %s", v.Key(), piece))
}

// placement writes a board of a position string.
func placement(files, ranks int, at func(file, rank int) string) string {
	var rows []string
	for rank := ranks - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range files {
			piece := at(file, rank)
			if piece == "" {
				empty++
				continue
			}
			if empty > 0 {
				row += fmt.Sprint(empty)
			}
			row, empty = row+piece, 0
		}
		if empty > 0 {
			row += fmt.Sprint(empty)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// picture returns the figure as package render draws it.
func (f Figure) picture(v *rules.Variant, texts *render.Texts) render.Picture {
	before := f.position(v)
	pic := render.Picture{Position: before, Texts: texts, Bare: true}
	if f.Last != "" {
		m := mustMove(before, f.Last)
		pic.Before, pic.Last, pic.Position = &before, &m, before.Play(m)
	}
	if f.Square != "" {
		cell := v.CellNamed(f.Square)
		pic.Legal = &cell
	}
	if f.Preview != "" {
		m := mustMove(pic.Position, f.Preview)
		pic.Preview = &m
	}
	return pic
}

// levels returns the levels that the figure shows.
func (f Figure) levels(v *rules.Variant) render.Levels {
	levels, err := render.ParseLevels(v, f.Levels)
	if err != nil {
		panic(fmt.Sprintf("figure of %s: levels %s: %v", v.Key(), f.Levels, err))
	}
	return levels
}

func mustMove(p rules.Position, text string) rules.Move {
	m, err := p.ParseLAN(text)
	if err != nil {
		panic(fmt.Sprintf("figure of %s: move %s: %v", p.Variant().Key(), text, err))
	}
	return m
}
