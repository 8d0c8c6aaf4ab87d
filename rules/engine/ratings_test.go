package engine

import (
	"testing"

	"stackmate/rules"
)

// TestRatings holds that every level of every game has a rating, greater than that of the level
// below.
func TestRatings(t *testing.T) {
	for _, v := range rules.Variants() {
		for l := Level(2); l <= MaxLevel; l++ {
			if Rating(v, l) <= Rating(v, l-1) || Rating(v, l-1) <= 0 {
				t.Errorf("%s: level %d has %d, level %d has %d", v.Key(), l-1, Rating(v, l-1), l, Rating(v, l))
			}
		}
	}
}
