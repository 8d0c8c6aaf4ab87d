package rules

import (
	"fmt"
	"slices"
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
