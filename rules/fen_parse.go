package rules

import (
	"slices"
	"strconv"
	"strings"
)

// MaxFEN is the length in bytes of the longest position string that ParseFEN reads.
const MaxFEN = 4096

// ParseFEN reads a position string, which the package comment specifies. It is strict:
// every field must be there and be written as Position.FEN writes it, and the position
// must be possible as far as that can be seen from a single position. The error is a
// *FENError.
func (v *Variant) ParseFEN(s string) (Position, error) {
	r := fenReader{Position{v: v, ep: NoCell, epPawn: NoCell, kings: [2]Cell{NoCell, NoCell}}}
	if e := r.read(s); e != nil {
		e.Text, e.Variant = clipText(e.Text), v
		return Position{}, e
	}
	return r.Position, nil
}

// fenReader builds the position of one position string. Each of its read methods sets
// what one field says, or returns what is wrong with the field.
type fenReader struct{ Position }

func (r *fenReader) read(s string) *FENError {
	if len(s) > MaxFEN {
		return &FENError{Fault: FENTooLong}
	}
	fields, texts := r.v.FENFields(), strings.Split(s, " ")
	if len(texts) != len(fields) {
		return &FENError{Fault: FENFieldCount, Got: len(texts), Want: len(fields)}
	}
	readers := [...]func(string) *FENError{
		FieldPins: r.readPins, FieldPlacement: r.readPlacement, FieldTurn: r.readTurn,
		FieldCastling: r.readCastling, FieldEnPassant: r.readEnPassant, FieldUnmoved: r.readUnmoved,
		FieldClock: r.readClock, FieldMove: r.readMove,
	}
	for field := FieldPins; field <= FieldMove; field++ {
		text := ""
		if i := slices.Index(fields, field); i >= 0 {
			text = texts[i]
		}
		if e := readers[field](text); e != nil {
			e.Field = field
			return e
		}
	}
	if r.attacked(r.kings[r.turn^1], r.turn, NoCell) {
		return &FENError{Fault: FENKingCapturable, Field: FieldTurn, Color: r.turn}
	}
	r.sum = r.sumAnew()
	return nil
}

// readPins sets which cells exist; a game without attack boards has no such field.
func (r *fenReader) readPins(text string) *FENError {
	v := r.v
	for c, pin := range v.pinOf {
		if pin >= 0 {
			r.board[c] = Air
		}
	}
	if len(v.pins) == 0 {
		return nil
	}
	names := strings.Split(text, ",")
	if len(names) != len(v.def.startPins) {
		return &FENError{Fault: FENPinCount, Text: text, Got: len(names), Want: len(v.def.startPins)}
	}
	for i, name := range names {
		pin := v.PinNamed(name)
		switch {
		case pin < 0:
			return &FENError{Fault: FENNoSuchPin, Text: name}
		case slices.Contains(r.pins[:i], uint8(pin)):
			return &FENError{Fault: FENPinTaken, Text: name}
		}
		r.pins[i] = uint8(pin)
		for _, c := range v.pins[pin].Cells {
			r.board[c] = Empty
		}
	}
	if !slices.IsSorted(r.pins[:len(names)]) {
		return &FENError{Fault: FENPinOrder, Text: text}
	}
	return nil
}

func (r *fenReader) readTurn(text string) *FENError {
	switch text {
	case "w":
		r.turn = White
	case "b":
		r.turn = Black
	default:
		return &FENError{Fault: FENNoSuchTurn, Text: text}
	}
	return nil
}

func (r *fenReader) readCastling(text string) *FENError {
	switch text {
	case "-":
		return nil
	case "":
		return &FENError{Fault: FENNoSuchCastling}
	}
	castles := r.v.def.castlings
	separator := ""
	if len(castles[0].symbol) > 1 {
		separator = ","
	}
	for _, symbol := range strings.Split(text, separator) {
		i := slices.IndexFunc(castles, func(c castling) bool { return c.symbol == symbol })
		if i < 0 {
			return &FENError{Fault: FENNoSuchCastling, Text: symbol}
		}
		c := &r.v.castlings[i]
		switch partner := r.board[c.partner]; {
		case r.rights>>i&1 != 0:
			return &FENError{Fault: FENNamedTwice, Text: symbol}
		case r.kings[c.color] != c.king:
			return &FENError{Fault: FENNoCastlingKing, Text: symbol, Cell: c.king}
		case !partner.Exists() || partner.Color() != c.color || !slices.Contains(c.partners, partner.Role()):
			return &FENError{Fault: FENNoCastlingPartner, Text: symbol, Cell: c.partner}
		}
		r.rights |= 1 << i
	}
	return nil
}

func (r *fenReader) readEnPassant(text string) *FENError {
	if text == "-" {
		return nil
	}
	them := r.turn.Other()
	via := r.v.CellNamed(text)
	to, passed := r.v.enPassantPawn[them][via]
	switch {
	case via == NoCell:
		return &FENError{Fault: FENNoSuchCell, Text: text}
	case !passed:
		return &FENError{Fault: FENNotPassedOver, Text: text, Color: them}
	case r.board[via] != Empty:
		return &FENError{Fault: FENPassedCellTaken, Text: text}
	case r.board[to] != NewPiece(them, Pawn):
		return &FENError{Fault: FENNoPassingPawn, Text: text, Cell: to}
	case !r.homeEmpty(them, via, to):
		return &FENError{Fault: FENPassingPawnStart, Text: text}
	}
	r.ep, r.epPawn = via, to
	return nil
}

// homeEmpty reports whether a cell is empty from which a pawn goes to the cell to by
// passing over via.
func (r *fenReader) homeEmpty(c Color, via, to Cell) bool {
	for home := range r.v.pawnHomes[c].All {
		for _, d := range r.v.pawns[c].doubles[home] {
			if d.via == via && d.to == to && r.board[home] == Empty {
				return true
			}
		}
	}
	return false
}

// readUnmoved reads which pawns have never moved. In a game without that field they
// are those on the cells where pawns start.
func (r *fenReader) readUnmoved(text string) *FENError {
	home := r.pawnsAtHome()
	switch {
	case text == "*" || !r.v.pawnsReturn:
		r.unmoved = home
		return nil
	case text == "-":
		return nil
	}
	for _, name := range strings.Split(text, ",") {
		switch c := r.v.CellNamed(name); {
		case c == NoCell:
			return &FENError{Fault: FENNoSuchCell, Text: name}
		case !home.Has(c):
			return &FENError{Fault: FENNoUnmovedPawn, Text: name}
		case r.unmoved.Has(c):
			return &FENError{Fault: FENNamedTwice, Text: name}
		default:
			r.unmoved.add(c)
		}
	}
	return nil
}

func (r *fenReader) readClock(text string) *FENError {
	n, e := parseNumber(text, 0, maxClock)
	r.clock = uint16(n)
	return e
}

func (r *fenReader) readMove(text string) *FENError {
	n, e := parseNumber(text, 1, maxMoveNumber)
	r.ply = uint16(2*(n-1) + int(r.turn))
	return e
}

// parseNumber reads a decimal number without a plus sign or leading zeros.
func parseNumber(text string, least, most int) (int, *FENError) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || n < least || n > most {
		return least, &FENError{Fault: FENNumber, Text: text, Min: least, Max: most}
	}
	return n, nil
}
