package main

import (
	"fmt"
	"strings"

	"stackmate/rules"
)

// setUpPosition returns the position of a game in which only some pieces are on the boards,
// and attack boards where they start. Pawns count as moved.
func setUpPosition(v *rules.Variant, pieces map[rules.Cell]rules.Piece, turn rules.Color) (rules.Position, error) {
	var boards, pins []string
	for _, b := range v.Boards() {
		var rows []string
		for rank := b.Rank + b.Ranks - 1; rank >= b.Rank; rank-- {
			row := make([]rules.Cell, b.Files)
			for i := range row {
				row[i] = v.CellAt(rules.Coord{File: int8(b.File + i), Rank: int8(rank), Level: int8(b.Level)})
			}
			rows = append(rows, rowText(row, pieces))
		}
		boards = append(boards, strings.Join(rows, "/"))
	}
	start := v.Start()
	for _, i := range start.AttackBoardPins() {
		pin := v.Pins()[i]
		boards = append(boards, rowText(pin.Cells[2:], pieces)+"/"+rowText(pin.Cells[:2], pieces))
		pins = append(pins, pin.Name)
	}
	fields := map[rules.FENField]string{
		rules.FieldPlacement: strings.Join(boards, "|"), rules.FieldTurn: string("wb"[turn]), rules.FieldPins: strings.Join(pins, ","),
		rules.FieldCastling: "-", rules.FieldEnPassant: "-", rules.FieldUnmoved: "-", rules.FieldClock: "0", rules.FieldMove: "1",
	}
	var text []string
	for _, f := range v.FENFields() {
		text = append(text, fields[f])
	}
	return v.ParseFEN(strings.Join(text, " "))
}

// rowText writes a row of a position string.
func rowText(row []rules.Cell, pieces map[rules.Cell]rules.Piece) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
			empty = 0
		}
	}
	for _, c := range row {
		piece, ok := pieces[c]
		if !ok {
			empty++
			continue
		}
		flush()
		text := piece.Role().Letters()
		if len(text) > 1 {
			text = "(" + text + ")"
		}
		if piece.Color() == rules.Black {
			text = strings.ToLower(text)
		}
		b.WriteString(text)
	}
	flush()
	return b.String()
}

// position returns the position of a table with an index.
func (t *table) position(index int, turn rules.Color) (rules.Position, error) {
	men := make([]place, len(t.men))
	home := t.at(index, men)
	pieces := map[rules.Cell]rules.Piece{t.cells[t.homes[home]]: rules.NewPiece(rules.Black, rules.King)}
	for i, r := range t.men {
		pieces[t.cells[men[i]]] = rules.NewPiece(rules.White, r)
	}
	return setUpPosition(t.variant, pieces, turn)
}

// find returns the table and the index of a position with the same men or fewer; ok is false
// if White has others.
func (t *table) find(p *rules.Position) (in *table, index int, ok bool) {
	men := make([]place, len(t.men))
	bare := place(0)
	placed := make([]bool, len(t.men))
	for i, c := range t.cells {
		piece := p.At(c)
		switch {
		case !piece.Exists():
		case piece.Color() == rules.Black:
			bare = place(i)
		default:
			k := 0
			for k < len(men) && (placed[k] || t.men[k] != piece.Role()) {
				k++
			}
			if k == len(men) {
				return nil, 0, false
			}
			men[k], placed[k] = place(i), true
		}
	}
	for k, there := range placed {
		if !there {
			if t.lesser[k] == nil {
				return nil, 0, false
			}
			return t.lesser[k].find(p)
		}
	}
	turn := t.turns[t.turn[bare]]
	for k := range men {
		men[k] = turn[men[k]]
	}
	return t, t.index(t.home[bare], men), true
}

// wins returns in how many moves White, who is to move, mates; 0 if it does not.
func (t *table) wins(p *rules.Position) int {
	in, i, ok := t.find(p)
	if !ok || in.white[i] == impossible {
		return 0
	}
	return int(in.white[i])
}

// defend returns the move of Black that holds out longest.
func (t *table) defend(p *rules.Position) rules.Move {
	var best rules.Move
	most := -1
	for _, m := range p.Moves() {
		next := p.Play(m)
		n := t.wins(&next)
		if m.Kind == rules.BoardMove { // as if nothing had changed
			n = max(n, 1)
		} else if n == 0 {
			return m
		}
		if n > most {
			best, most = m, n
		}
	}
	return best
}
