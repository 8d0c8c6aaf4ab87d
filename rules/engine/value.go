package engine

import "stackmate/rules"

// Value returns what a piece of a role is worth in a game, in hundredths of a pawn; 0 for
// the king.
func Value(v *rules.Variant, r rules.Role) Score {
	if r == rules.King {
		return 0
	}
	return Score(tablesOf(v).weights.plain[r])
}
