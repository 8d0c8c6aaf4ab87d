package bot

import (
	"errors"
	"strings"

	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// problem says in the speaker's language what the rules find wrong with a position
// string. The rules speak English only, as our catalogue does of it.
func (c *call) problem(text string) string {
	if key, args, ok := words.Recognise("problem.", text); ok {
		return c.say.Text(key, args...)
	}
	return text
}

// positionRefusal says what is wrong with a position string.
func (c *call) positionRefusal(e *rules.FENError) *Refusal {
	if e.Field == "" {
		return refuse("import.position", "problem", c.problem(e.Problem))
	}
	where := c.say.Text("field." + strings.ReplaceAll(e.Field, " ", "-"))
	if e.Part == "" {
		return refuse("import.field", "field", where, "problem", c.problem(e.Problem))
	}
	return refuse("import.part", "field", where, "part", quote(e.Part), "problem", c.problem(e.Problem))
}

// pgnKeys name the sentences for what is wrong with a record, but for its moves and
// its position, which have sentences of their own.
var pgnKeys = map[rules.PGNFault]string{
	rules.PGNTooLong: "too-long", rules.PGNNotUTF8: "utf8", rules.PGNEmpty: "empty",
	rules.PGNBadTag: "tag", rules.PGNTagTwice: "tag-twice", rules.PGNTagName: "tag-name",
	rules.PGNTagValue: "tag-value", rules.PGNTooManyTags: "tags", rules.PGNUnknownGame: "game",
	rules.PGNOpenComment: "comment", rules.PGNOpenVariation: "variation", rules.PGNNoVariation: "no-variation",
	rules.PGNMoveNumber: "move-number", rules.PGNTooManyMoves: "moves", rules.PGNBadResult: "result",
	rules.PGNResultAgainstTag: "result-tag", rules.PGNResultAgainstBoard: "result-board", rules.PGNBehindResult: "behind",
}

// recordRefusal says what is wrong with a record of a game.
func (c *call) recordRefusal(e *rules.PGNError) *Refusal {
	var fen *rules.FENError
	var illegal *rules.IllegalError
	var ambiguous *rules.AmbiguousError
	move := refuse("import.move", "number", e.Number, "text", quote(e.Text), "line", e.Line)
	switch {
	case errors.As(e.Err, &fen):
		return refuse("import.line", "line", e.Line).append(c.positionRefusal(fen))
	case errors.As(e.Err, &illegal):
		return move.append(&Refusal{parts: c.faultText(&game.Game{Variant: e.Variant}, illegal).parts[1:]})
	case errors.As(e.Err, &ambiguous):
		return move.and("import.ambiguous")
	case e.Err != nil:
		return move.and("import.syntax")
	}
	problem := c.say.Text("pgn."+pgnKeys[e.Fault], "number", e.Number, "result", e.Want, "bytes", rules.MaxPGN,
		"moves", rules.MaxPGNMoves, "tags", rules.MaxPGNTags)
	switch {
	case e.Ply > 0:
		return move.and("import.problem", "problem", problem)
	case e.Text != "":
		return refuse("import.record-text", "line", e.Line, "text", quote(e.Text), "problem", problem)
	}
	return refuse("import.record", "line", e.Line, "problem", problem)
}

// append adds the sentences of another refusal.
func (r *Refusal) append(other *Refusal) *Refusal {
	r.parts = append(r.parts, other.parts...)
	return r
}
