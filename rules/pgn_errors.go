package rules

import (
	"fmt"
	"strings"
)

// PGNFault says what is wrong with a PGN text. The zero value is no fault.
type PGNFault uint8

// The faults of PGN texts. Each comment names the fields of PGNError that say more.
const (
	_                     PGNFault = iota
	PGNTooLong                     // longer than MaxPGN
	PGNNotUTF8                     // not valid UTF-8
	PGNEmpty                       // the text has neither a tag nor a move nor a result
	PGNBadTag                      // Text begins like a tag but is not one
	PGNTagTwice                    // there are two tags with the name Text
	PGNTagName                     // the name Text of a tag is not made of letters, digits and underscores
	PGNTagValue                    // the value of the tag Text is not one line of text
	PGNTooManyTags                 // more tags than MaxPGNTags
	PGNUnknownGame                 // the tag Variant says Text, which is not a game
	PGNBadPosition                 // the tag FEN says Text; Err is a *FENError
	PGNOpenComment                 // a comment is not closed
	PGNOpenVariation               // a variation is not closed
	PGNNoVariation                 // a closing parenthesis without an opening one
	PGNMoveNumber                  // Text is the number of a move whose number is Number
	PGNBadMove                     // the move Text is not legal; Err says why, but PGN.Write leaves it nil
	PGNTooManyMoves                // more plies than MaxPGNMoves
	PGNBadResult                   // Text looks like a result but is not one
	PGNResultAgainstTag            // the result Text contradicts the tag Result, which says Want
	PGNResultAgainstBoard          // the result Text contradicts the final position, whose result is Want
	PGNAfterResult                 // Text, after the result, goes on with the game
)

var pgnFaultNames = [...]string{
	PGNTooLong: "too long", PGNNotUTF8: "not text in UTF-8", PGNEmpty: "no game", PGNBadTag: "not a tag",
	PGNTagTwice: "the tag is written twice", PGNTagName: "not the name of a tag",
	PGNTagValue:    "the tag's value is not one line of text",
	PGNTooManyTags: "too many tags", PGNUnknownGame: "no such game", PGNBadPosition: "not a position",
	PGNOpenComment: "the comment is not closed", PGNOpenVariation: "the variation is not closed",
	PGNNoVariation: "no variation to close", PGNMoveNumber: "another move number expected", PGNBadMove: "no legal move",
	PGNTooManyMoves: "too many moves", PGNBadResult: "not a result", PGNResultAgainstTag: "the tag gives another result",
	PGNResultAgainstBoard: "the final position gives another result", PGNAfterResult: "the game goes on after its result",
}

// String returns the fault in a few English words, "" for a value that is no fault.
func (f PGNFault) String() string {
	if int(f) >= len(pgnFaultNames) {
		return ""
	}
	return pgnFaultNames[f]
}

// PGNError is the error of ParsePGN and PGN.Write: it says what is wrong and where.
type PGNError struct {
	// Fault is what is wrong; its comment says which of the fields below it uses.
	Fault PGNFault
	// Line is the line of the text, from 1; PGN.Write leaves it 0.
	Line int
	// Ply is the ply that is wrong, from 1; 0 when the fault is not in the moves.
	Ply int
	// Number is the number of the move to which the ply belongs.
	Number int
	// Text is the part of the text that is wrong, cut to some length; it may be empty.
	Text string
	// Want is the result that was expected.
	Want Outcome
	// Variant is the game as which the text was read; nil before that is known.
	Variant *Variant
	// Err is the error of the move or the position, or nil.
	Err error
}

// Error returns a line of English for programmers.
func (e *PGNError) Error() string {
	s := "pgn"
	if e.Line > 0 {
		s += fmt.Sprintf(" line %d", e.Line)
	}
	if e.Ply > 0 {
		s += fmt.Sprintf(", move %d", e.Number)
	}
	if e.Err != nil {
		return s + ": " + e.Err.Error()
	}
	if e.Text != "" {
		s += fmt.Sprintf(" %q", e.Text)
	}
	return s + ": " + e.Fault.String()
}

// Unwrap returns the error of the move or the position, or nil.
func (e *PGNError) Unwrap() error { return e.Err }

// maxQuoted is the length in bytes to which errors cut the text that they repeat.
const maxQuoted = 80

// clipText cuts a text to maxQuoted bytes, with an ellipsis.
func clipText(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
}
