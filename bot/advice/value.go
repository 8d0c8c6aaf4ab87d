package advice

import (
	"fmt"
	"strings"

	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// From how many hundredths of a pawn on a side is slightly better, better, and winning.
const (
	slightly = 30
	clearly  = 80
	winning  = 500
)

// valueText says what a position is worth: in words, and in pawns as seen by White. The score is for
// the side to move.
func valueText(lang words.Language, turn rules.Color, s engine.Score) string {
	side, size := turn, s
	if s < 0 {
		side, size = turn.Other(), -s
	}
	name := lang.Text("color." + side.String())
	if n, ok := size.Mate(); ok {
		return lang.Text("advice.mate", "color", name, "count", n)
	}
	if side == rules.Black {
		s = -size
	} else {
		s = size
	}
	pawns := inPawns(s)
	switch whole := int(size+50) / 100; {
	case size < slightly:
		return lang.Text("advice.equal", "pawns", pawns)
	case size < clearly:
		return lang.Text("advice.slightly", "color", name, "pawns", pawns)
	case size < winning:
		return lang.Text("advice.better", "color", name, "count", whole, "pawns", pawns)
	}
	return lang.Text("advice.winning", "color", name, "pawns", pawns)
}

// inPawns writes a score in pawns: nothing has no sign.
func inPawns(s engine.Score) string {
	if -5 < s && s < 5 {
		return "0.0"
	}
	return strings.Replace(fmt.Sprintf("%+.1f", float64(s)/100), "-", "−", 1)
}
