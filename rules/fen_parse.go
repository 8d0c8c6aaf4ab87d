package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxFEN bounds the length of a position string.
const maxFEN = 4096

// FENError says what is wrong with a position string.
type FENError struct {
	// Field is the field at fault, one of the Field constants; empty when it is the whole.
	Field string
	// Part is the part of the field that is wrong; it may be empty.
	Part string
	// Problem is what is wrong with it, in lower case.
	Problem string
}

func (e *FENError) Error() string {
	s := "position"
	if e.Field != "" {
		s += ": " + e.Field
	}
	if e.Part != "" {
		s += fmt.Sprintf(" %q", e.Part)
	}
	return s + ": " + e.Problem
}

// StartFEN returns the position string of the initial position.
func (v *Variant) StartFEN() string { return v.start.FEN() }

// ParseFEN reads a position string that FEN has written. It is strict: every field
// must be there, and the position must be one that the rules allow as far as a
// single position tells. The error is a *FENError.
func (v *Variant) ParseFEN(s string) (Position, error) {
	if len(s) > maxFEN {
		return Position{}, &FENError{Problem: fmt.Sprintf("longer than %d bytes", maxFEN)}
	}
	names, texts := v.fenFields(), strings.Split(s, " ")
	if len(texts) != len(names) {
		return Position{}, &FENError{Problem: fmt.Sprintf("%d fields, want %d: %s", len(texts), len(names), strings.Join(names, ", "))}
	}
	// Pins say which cells exist, placement what stands there, and everything else is
	// checked by it: fields are read in the order in which one needs another.
	r := fenReader{Position{v: v, ep: NoCell, epPawn: NoCell, kings: [2]Cell{NoCell, NoCell}}}
	steps := []struct {
		field string
		read  func(string) (part, problem string)
	}{
		{FieldPins, r.readPins}, {FieldPlacement, r.readPlacement}, {FieldTurn, r.readTurn},
		{FieldCastling, r.readCastling}, {FieldEnPassant, r.readEnPassant}, {FieldFresh, r.readFresh},
		{FieldClock, r.readClock}, {FieldMove, r.readMove},
	}
	for _, step := range steps {
		text := ""
		if i := slices.Index(names, step.field); i >= 0 {
			text = texts[i]
		}
		if part, problem := step.read(text); problem != "" {
			return Position{}, &FENError{Field: step.field, Part: part, Problem: problem}
		}
	}
	if r.attacked(r.kings[r.turn^1], r.turn, NoCell) {
		return Position{}, &FENError{Field: FieldTurn, Problem: r.turn.String() + " could take the king"}
	}
	return r.Position, nil
}

// fenReader reads one position string; read methods bitboard what their field says and
// return what is wrong with it.
type fenReader struct{ Position }

func (r *fenReader) readPins(text string) (part, problem string) {
	v := r.v
	for c, pin := range v.pinOf {
		if pin >= 0 {
			r.board[c] = Air
		}
	}
	if len(v.pins) == 0 {
		return "", ""
	}
	names := strings.Split(text, ",")
	if len(names) != len(v.def.pinned) {
		return text, fmt.Sprintf("%d pins, want %d", len(names), len(v.def.pinned))
	}
	for i, name := range names {
		pin := v.PinNamed(name)
		switch {
		case pin < 0:
			return name, "no such pin"
		case slices.Contains(r.pins[:i], uint8(pin)):
			return name, "two boards at one pin"
		}
		r.pins[i] = uint8(pin)
		for _, c := range v.pins[pin].Cells {
			r.board[c] = Empty
		}
	}
	slices.Sort(r.pins[:len(names)])
	if names[0] != v.pins[r.pins[0]].Name || !slices.IsSortedFunc(names, func(a, b string) int { return v.PinNamed(a) - v.PinNamed(b) }) {
		return text, "pins out of order"
	}
	return "", ""
}

func (r *fenReader) readPlacement(text string) (part, problem string) {
	rest := text
	for _, row := range r.v.fenRows(r.pins[:len(r.v.def.pinned)]) {
		if row.separator != 0 {
			if rest == "" || rest[0] != row.separator {
				return rest, fmt.Sprintf("want %c", row.separator)
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, "/|")
		if end < 0 {
			end = len(rest)
		}
		if problem := r.readRow(rest[:end], row.cells); problem != "" {
			return rest[:end], problem
		}
		rest = rest[end:]
	}
	if rest != "" {
		return rest, "too many rows"
	}
	for color, king := range r.kings {
		if king == NoCell {
			return "", "no king for " + Color(color).String()
		}
	}
	return "", ""
}

func (r *fenReader) readRow(text string, cells []Cell) (problem string) {
	wide := fmt.Sprintf("row is not %d cells wide", len(cells))
	at, wasRun := 0, false
	for text != "" {
		sign := text[:1]
		if sign == "(" {
			end := strings.IndexByte(text, ')')
			if end < 0 {
				return "parenthesis not closed"
			}
			sign = text[:end+1]
		}
		text = text[len(sign):]
		if sign >= "1" && sign <= "9" {
			if wasRun {
				return "two numbers in a row"
			}
			at, wasRun = at+int(sign[0]-'0'), true
			continue
		}
		piece := r.v.pieceWithSymbol(sign)
		if piece == Empty {
			return fmt.Sprintf("no piece %q", sign)
		}
		if at >= len(cells) {
			return wide
		}
		if problem := r.place(piece, cells[at]); problem != "" {
			return problem
		}
		at, wasRun = at+1, false
	}
	if at != len(cells) {
		return wide
	}
	return ""
}

// place puts a piece down unless it can never stand there.
func (r *fenReader) place(piece Piece, c Cell) (problem string) {
	color := piece.Color()
	switch {
	case piece.Role() == King && r.kings[color] != NoCell:
		return "two kings for " + color.String()
	case piece.Role() == Pawn && r.v.promotionZone[color].has(c):
		return "pawn on " + r.v.names[c] + " where it promotes"
	case piece.Role() == Pawn && r.v.behindHome(color, c):
		return "pawn on " + r.v.names[c] + " behind where it began"
	}
	r.put(c, piece)
	return ""
}

func (r *fenReader) readTurn(text string) (part, problem string) {
	switch text {
	case "w":
		r.turn = White
	case "b":
		r.turn = Black
	default:
		return text, "neither w nor b"
	}
	return "", ""
}

func (r *fenReader) readCastling(text string) (part, problem string) {
	if text == "-" {
		return "", ""
	}
	castles := r.v.def.castles
	separator := ""
	if len(castles[0].fen) > 1 {
		separator = ","
	}
	for _, sign := range strings.Split(text, separator) {
		i := slices.IndexFunc(castles, func(c castling) bool { return c.fen == sign })
		if i < 0 {
			return sign, "no such castling"
		}
		c := &r.v.castles[i]
		switch partner := r.board[c.partner]; {
		case r.rights>>i&1 != 0:
			return sign, "named twice"
		case r.kings[c.color] != c.king:
			return sign, "no king on " + r.v.names[c.king]
		case !partner.Exists() || partner.Color() != c.color || !slices.Contains(c.partners, partner.Role()):
			return sign, "nothing to castle with on " + r.v.names[c.partner]
		}
		r.rights |= 1 << i
	}
	if text == "" {
		return "", "empty"
	}
	return "", ""
}

func (r *fenReader) readEnPassant(text string) (part, problem string) {
	if text == "-" {
		return "", ""
	}
	them := r.turn.Other()
	via := r.v.CellNamed(text)
	to, passed := r.v.passed[them][via]
	switch {
	case via == NoCell:
		return text, "no such cell"
	case !passed:
		return text, them.String() + " passes over no such cell"
	case r.board[via] != Empty:
		return text, "not empty"
	case r.board[to] != NewPiece(them, Pawn):
		return text, "no pawn on " + r.v.names[to]
	case !r.emptyHome(them, via, to):
		return text, "the pawn cannot have come from where it began"
	}
	r.ep, r.epPawn = via, to
	return "", ""
}

// emptyHome reports whether a home cell from which a pawn passed over via to to is empty.
func (r *fenReader) emptyHome(c Color, via, to Cell) bool {
	for home := range r.v.homes[c].all {
		for _, d := range r.v.pawns[c].doubles[home] {
			if d.via == via && d.to == to && r.board[home] == Empty {
				return true
			}
		}
	}
	return false
}

func (r *fenReader) readFresh(text string) (part, problem string) {
	home := r.pawnsAtHome()
	switch {
	case text == "*" || !r.v.backwards: // without that field, who stands at home has not moved
		r.fresh = home
		return "", ""
	case text == "-":
		return "", ""
	}
	for _, name := range strings.Split(text, ",") {
		switch c := r.v.CellNamed(name); {
		case c == NoCell:
			return name, "no such cell"
		case !home.has(c):
			return name, "no pawn there that could be on its first cell"
		case r.fresh.has(c):
			return name, "named twice"
		default:
			r.fresh.add(c)
		}
	}
	return "", ""
}

func (r *fenReader) readClock(text string) (part, problem string) {
	n, problem := number(text, 0, maxClock)
	r.clock = uint16(n)
	return text, problem
}

func (r *fenReader) readMove(text string) (part, problem string) {
	n, problem := number(text, 1, maxMoveNumber)
	r.ply = uint16(2*(n-1) + int(r.turn))
	return text, problem
}

// number reads a decimal number without sign or leading noughts.
func number(text string, least, most int) (n int, problem string) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || n < least || n > most {
		return least, fmt.Sprintf("no number from %d to %d", least, most)
	}
	return n, ""
}
