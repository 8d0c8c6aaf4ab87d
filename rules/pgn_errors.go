package rules

import (
	"fmt"
	"strings"
)

// PGNFault is what is wrong with a PGN text. The zero value is no fault.
type PGNFault uint8

// The faults.
const (
	_                     PGNFault = iota
	PGNTooLong                     // longer than MaxPGN
	PGNNotUTF8                     // not text in UTF-8
	PGNEmpty                       // neither tag nor move nor result
	PGNBadTag                      // Text begins like a tag and is none
	PGNTagTwice                    // the tag Text is written twice
	PGNTagName                     // the tag's name Text is not letters, digits and underlines
	PGNTagValue                    // the value of the tag Text is not one line of text
	PGNTooManyTags                 // more than MaxPGNTags
	PGNUnknownGame                 // the tag Variant names no game but Text
	PGNBadPosition                 // the tag FEN: Err is a *FENError
	PGNOpenComment                 // a comment is not closed
	PGNOpenVariation               // a variation is not closed
	PGNNoVariation                 // there is no variation to close
	PGNMoveNumber                  // the move's number is Number and not Text
	PGNBadMove                     // Text cannot be played: Err says why, except in writing
	PGNTooManyMoves                // more than MaxPGNMoves
	PGNBadResult                   // Text is written like a result and is none
	PGNResultAgainstTag            // the result Text is not that of the tag, Want
	PGNResultAgainstBoard          // the result Text is not that of the final position, Want
	PGNAfterResult                 // Text goes on with the game behind its result
)

var pgnFaultNames = [...]string{
	PGNTooLong: "too long", PGNNotUTF8: "not text in UTF-8", PGNEmpty: "no game", PGNBadTag: "not a tag",
	PGNTagTwice: "the tag is written twice", PGNTagName: "not the name of a tag", PGNTagValue: "the tag's value is not one line of text",
	PGNTooManyTags: "too many tags", PGNUnknownGame: "no such game", PGNBadPosition: "not a position",
	PGNOpenComment: "the comment is not closed", PGNOpenVariation: "the variation is not closed",
	PGNNoVariation: "no variation to close", PGNMoveNumber: "another move number expected", PGNBadMove: "no legal move",
	PGNTooManyMoves: "too many moves", PGNBadResult: "not a result", PGNResultAgainstTag: "the tag gives another result",
	PGNResultAgainstBoard: "the final position gives another result", PGNAfterResult: "the game goes on behind its result",
}

// String returns the fault in a few words.
func (f PGNFault) String() string { return pgnFaultNames[f] }

// PGNError says what is wrong with a PGN text.
type PGNError struct {
	// Fault is what is wrong; its comment says which of the fields below it uses.
	Fault PGNFault
	// Line is the line of the text, from 1; 0 in writing.
	Line int
	// Ply is the ply at fault, from 1; 0 where the fault is not in the moves.
	Ply int
	// Number is the full-move number that this ply has in the game.
	Number int
	// Text is what was written there, cut to some length.
	Text string
	// Want is the result that the tag or the final position gives.
	Want Outcome
	// Variant is the game that the text was read as; nil before that is known.
	Variant *Variant
	// Err is the error of the move or position; it may be nil.
	Err error
}

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

// Unwrap returns the error of the move or position, or nil.
func (e *PGNError) Unwrap() error { return e.Err }

// maxQuoted is how much of a text an error repeats, in bytes.
const maxQuoted = 80

// clipText cuts what an error repeats.
func clipText(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
}
