package review

import (
	"stackmate/rules"
	"stackmate/rules/engine"
)

// Gain returns what a line wins for the side to move, negative if it loses: the material that
// it has more than before when the captures at the end of the line have been played out.
func Gain(p rules.Position, line []rules.Move) engine.Score {
	return settled(p, p.Turn(), line, 0).gain
}
