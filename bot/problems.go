package bot

import (
	"errors"
	"strings"

	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// problem says in the speaker's language what the rules find wrong with a record or
// a position string. The rules speak English only, as our catalogue does of it.
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

// recordRefusal says what is wrong with a record of a game.
func (c *call) recordRefusal(v *rules.Variant, e *rules.RecordError) *Refusal {
	var fen *rules.FENError
	var illegal *rules.IllegalError
	var ambiguous *rules.AmbiguousError
	move := refuse("import.move", "number", e.Number, "text", quote(e.Text), "line", e.Line)
	switch {
	case errors.As(e.Err, &fen):
		return refuse("import.line", "line", e.Line).append(c.positionRefusal(fen))
	case errors.As(e.Err, &illegal):
		return move.append(&Refusal{parts: c.faultText(&game.Game{Variant: v}, illegal).parts[1:]})
	case errors.As(e.Err, &ambiguous):
		return move.and("import.ambiguous")
	case e.Err != nil:
		return move.and("import.syntax")
	case e.Ply > 0:
		return move.and("import.problem", "problem", c.problem(e.Problem))
	case e.Text != "":
		return refuse("import.record-text", "line", e.Line, "text", quote(e.Text), "problem", c.problem(e.Problem))
	}
	return refuse("import.record", "line", e.Line, "problem", c.problem(e.Problem))
}

// append adds the sentences of another refusal.
func (r *Refusal) append(other *Refusal) *Refusal {
	r.parts = append(r.parts, other.parts...)
	return r
}
