package rules

import "fmt"

// FENField is a field of a position string.
type FENField uint8

// The fields of position strings, in the order in which ParseFEN checks them: pins say which cells exist,
// placement says which pieces are on them, and the other fields are checked against both.
const (
	NoField        FENField = iota // the position string as a whole
	FieldPins                      // pins of the attack boards
	FieldPlacement                 // pieces on the boards
	FieldTurn                      // side to move
	FieldCastling                  // castling rights
	FieldEnPassant                 // cell that a pawn has just passed over
	FieldUnmoved                   // pawns that have never moved
	FieldClock                     // Position.HalfmoveClock
	FieldMove                      // number of the move, from 1
)

var fenFieldNames = [...]string{"", "pins", "placement", "turn", "castling", "en passant", "unmoved pawns",
	"half-move clock", "move number"}

// String returns the field's English name in lower case, "" for NoField.
func (f FENField) String() string { return fenFieldNames[f] }

// FENFault is what is wrong with a position string. The zero value is no fault.
type FENFault uint8

// The faults of position strings. Each comment names the fields of FENError that say more.
const (
	_                    FENFault = iota
	FENTooLong                    // longer than MaxFEN
	FENFieldCount                 // the string has Got fields and not Want
	FENPinCount                   // there are Got pins and not Want
	FENNoSuchPin                  // the game has no pin of that name
	FENPinTaken                   // two attack boards on one pin
	FENPinOrder                   // the pins are not in the game's order
	FENSeparator                  // Symbol, / or |, is missing before Text
	FENRowWidth                   // the row does not have Want cells
	FENTooManyRows                // Text comes after the last row of the game's boards
	FENOpenParenthesis            // a parenthesis is not closed
	FENAdjacentNumbers            // two numbers of empty cells follow each other
	FENNoSuchPiece                // the game has no piece Symbol
	FENNoKing                     // Color has no king
	FENTwoKings                   // Color has more than one king
	FENPawnPromotes               // a pawn is on Cell, where it would have promoted
	FENPawnBehindStart            // a pawn is on Cell, farther back than any cell where pawns start
	FENNoSuchTurn                 // neither w nor b
	FENKingCapturable             // Color is to move and could take the king
	FENNoSuchCastling             // the game has no castling of that name
	FENNamedTwice                 // Text, a castling or a cell, is named twice
	FENNoCastlingKing             // a castling whose king is not on Cell
	FENNoCastlingPartner          // a castling without a piece to castle with on Cell
	FENNoSuchCell                 // the game has no cell of that name
	FENNotPassedOver              // no pawn of Color can pass over this cell and be taken
	FENPassedCellTaken            // the cell passed over is not empty
	FENNoPassingPawn              // the pawn that passed over is not on Cell
	FENPassingPawnStart           // the pawn that passed over cannot have come from where it started
	FENNoUnmovedPawn              // no pawn is there that could be where it started
	FENNumber                     // not a number from Min to Max
)

var fenFaultNames = [...]string{
	FENTooLong: "too long", FENFieldCount: "wrong number of fields", FENPinCount: "wrong number of pins",
	FENNoSuchPin: "no such pin", FENPinTaken: "two attack boards on one pin", FENPinOrder: "pins out of order",
	FENSeparator: "separator missing", FENRowWidth: "wrong number of cells in a row", FENTooManyRows: "too many rows",
	FENOpenParenthesis: "parenthesis not closed", FENAdjacentNumbers: "two numbers side by side",
	FENNoSuchPiece: "no such piece", FENNoKing: "no king", FENTwoKings: "two kings",
	FENPawnPromotes: "pawn where it promotes", FENPawnBehindStart: "pawn behind where it started",
	FENNoSuchTurn: "neither w nor b", FENKingCapturable: "the side to move could take the king",
	FENNoSuchCastling: "no such castling", FENNamedTwice: "named twice",
	FENNoCastlingKing: "the king is elsewhere", FENNoCastlingPartner: "nothing to castle with",
	FENNoSuchCell: "no such cell", FENNotPassedOver: "no pawn passes over that cell",
	FENPassedCellTaken: "the cell is not empty", FENNoPassingPawn: "the pawn that passed over it is missing",
	FENPassingPawnStart: "the cell where the pawn started is not empty",
	FENNoUnmovedPawn:    "no pawn there that could be unmoved", FENNumber: "number expected",
}

// String returns the fault in a few English words, "" for a value that is no fault.
func (f FENFault) String() string {
	if int(f) >= len(fenFaultNames) {
		return ""
	}
	return fenFaultNames[f]
}

// FENError is the error of Variant.ParseFEN: it says what is wrong with a position string.
type FENError struct {
	// Fault is what is wrong; its comment says which of the fields below it uses.
	Fault FENFault
	// Field is the field that is wrong, or NoField when it is not a single one.
	Field FENField
	// Text is the part of the field that is wrong, cut to some length; it may be empty.
	Text string
	// Variant is the game whose ParseFEN returned the error.
	Variant *Variant
	// Color is the side concerned.
	Color Color
	// Cell is the cell concerned.
	Cell Cell
	// Symbol is the separator that is missing, or what is not a piece.
	Symbol string
	// Got and Want are how many things there are and how many there must be.
	Got, Want int
	// Min and Max are the least and the greatest number allowed.
	Min, Max int
}

// Error returns a line of English for programmers.
func (e *FENError) Error() string {
	s := "position"
	if e.Field != NoField {
		s += ": " + e.Field.String()
	}
	if e.Text != "" {
		s += fmt.Sprintf(" %q", e.Text)
	}
	return s + ": " + e.Fault.String() + e.detail()
}

// detail returns the data of the fault in parentheses, "" if it has none.
func (e *FENError) detail() string {
	switch e.Fault {
	case FENFieldCount, FENPinCount:
		return fmt.Sprintf(" (%d, want %d)", e.Got, e.Want)
	case FENRowWidth:
		return fmt.Sprintf(" (want %d)", e.Want)
	case FENSeparator, FENNoSuchPiece:
		return fmt.Sprintf(" (%q)", e.Symbol)
	case FENNoKing, FENTwoKings, FENKingCapturable, FENNotPassedOver:
		return fmt.Sprintf(" (%v)", e.Color)
	case FENPawnPromotes, FENPawnBehindStart, FENNoCastlingKing, FENNoCastlingPartner, FENNoPassingPawn:
		return fmt.Sprintf(" (%s)", e.Variant.CellName(e.Cell))
	case FENNumber:
		return fmt.Sprintf(" (%d to %d)", e.Min, e.Max)
	}
	return ""
}
