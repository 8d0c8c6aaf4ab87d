package request

import (
	"errors"
	"strings"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// fenKeys are the last parts of the catalogue's keys for what is wrong with a position
// string.
var fenKeys = map[rules.FENFault]string{
	rules.FENTooLong: "too-long", rules.FENFieldCount: "fields", rules.FENPinCount: "pins", rules.FENNoSuchPin: "pin",
	rules.FENPinTaken: "pin-taken", rules.FENPinOrder: "pin-order", rules.FENSeparator: "separator",
	rules.FENRowWidth: "width", rules.FENTooManyRows: "rows", rules.FENOpenParenthesis: "parenthesis",
	rules.FENAdjacentNumbers: "numbers", rules.FENNoSuchPiece: "piece", rules.FENNoKing: "no-king",
	rules.FENTwoKings: "two-kings", rules.FENPawnPromotes: "pawn-promotes", rules.FENPawnBehindStart: "pawn-behind",
	rules.FENNoSuchTurn: "turn", rules.FENKingCapturable: "capturable", rules.FENNoSuchCastling: "castling",
	rules.FENNamedTwice: "twice", rules.FENNoCastlingKing: "castling-king", rules.FENNoCastlingPartner: "castling-partner",
	rules.FENNoSuchCell: "cell", rules.FENNotPassedOver: "not-passed", rules.FENPassedCellTaken: "passed-taken",
	rules.FENNoPassingPawn: "passing-pawn", rules.FENPassingPawnStart: "passing-start", rules.FENNoUnmovedPawn: "unmoved",
	rules.FENNumber: "number",
}

// fenFieldKeys are the last parts of the catalogue's keys for the fields of a position
// string.
var fenFieldKeys = map[rules.FENField]string{
	rules.FieldPins: "pins", rules.FieldPlacement: "placement", rules.FieldTurn: "turn", rules.FieldCastling: "castling",
	rules.FieldEnPassant: "en-passant", rules.FieldUnmoved: "unmoved", rules.FieldClock: "clock", rules.FieldMove: "move",
}

// PositionRefusal returns a refusal that says what is wrong with a position string.
func PositionRefusal(req *Request, e *rules.FENError) (r *Refusal) {
	defer func() { r.cause = e }()
	var fields []string
	for _, f := range e.Variant.FENFields() {
		fields = append(fields, req.Lang.Text("field."+fenFieldKeys[f]))
	}
	problem := req.Lang.Text("fen."+fenKeys[e.Fault], "bytes", rules.MaxFEN, "got", e.Got, "want", e.Want,
		"fields", strings.Join(fields, ", "), "symbol", textutil.Quote(e.Symbol), "color", req.Lang.Text("color."+e.Color.String()),
		"cell", e.Variant.CellName(e.Cell), "min", e.Min, "max", e.Max)
	field := req.Lang.Text("field." + fenFieldKeys[e.Field])
	switch {
	case e.Field == rules.NoField:
		return Refuse("import.position", "problem", problem)
	case e.Text == "":
		return Refuse("import.field", "field", field, "problem", problem)
	}
	return Refuse("import.part", "field", field, "part", textutil.Quote(e.Text), "problem", problem)
}

// pgnKeys are the last parts of the catalogue's keys for what is wrong with a game record,
// except for its moves and its position string.
var pgnKeys = map[rules.PGNFault]string{
	rules.PGNTooLong: "too-long", rules.PGNNotUTF8: "utf8", rules.PGNEmpty: "empty",
	rules.PGNBadTag: "tag", rules.PGNTagTwice: "tag-twice", rules.PGNTagName: "tag-name",
	rules.PGNTagValue: "tag-value", rules.PGNTooManyTags: "tags", rules.PGNUnknownGame: "game",
	rules.PGNOpenComment: "comment", rules.PGNOpenVariation: "variation", rules.PGNNoVariation: "no-variation",
	rules.PGNMoveNumber: "move-number", rules.PGNTooManyMoves: "moves", rules.PGNBadResult: "result",
	rules.PGNResultAgainstTag: "result-tag", rules.PGNResultAgainstBoard: "result-board", rules.PGNAfterResult: "behind",
}

// RecordRefusal returns a refusal that says what is wrong with a game record, and in which
// line.
func RecordRefusal(req *Request, e *rules.PGNError) (r *Refusal) {
	defer func() { r.cause = e }()
	var fen *rules.FENError
	var illegal *rules.IllegalError
	var ambiguous *rules.AmbiguousError
	move := Refuse("import.move", "number", e.Number, "text", textutil.Quote(e.Text), "line", e.Line)
	switch {
	case errors.As(e.Err, &fen):
		return Refuse("import.line", "line", e.Line).andAll(PositionRefusal(req, fen))
	case errors.As(e.Err, &illegal):
		return move.andAll(&Refusal{sentences: illegalMoveRefusal(req, e.Variant, illegal).sentences[1:]})
	case errors.As(e.Err, &ambiguous):
		return move.And("import.ambiguous")
	case e.Err != nil:
		return move.And("import.syntax")
	}
	problem := req.Lang.Text("pgn."+pgnKeys[e.Fault], "number", e.Number, "result", e.Want, "bytes", rules.MaxPGN,
		"moves", rules.MaxPGNMoves, "tags", rules.MaxPGNTags)
	switch {
	case e.Ply > 0:
		return move.And("import.problem", "problem", problem)
	case e.Text != "":
		return Refuse("import.record-text", "line", e.Line, "text", textutil.Quote(e.Text), "problem", problem)
	}
	return Refuse("import.record", "line", e.Line, "problem", problem)
}
