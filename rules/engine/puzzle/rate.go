package puzzle

import (
	"math"

	"stackmate/rules"
)

// guessRating returns how hard a puzzle seems: longer ones are harder, and so are those with
// many moves to choose from and those whose first move is quiet or gives something away.
func guessRating(p *Puzzle) int {
	pos := p.Position()
	first := p.Solution[0]
	after := pos.Play(first)
	rating := 1000 + 350*float64(p.Moves()-2)
	if p.Theme == Material {
		rating = 1100 + 250*float64(p.Moves()-1)
	}
	rating += 120 * math.Log2(float64(len(pos.Moves()))/30)
	_, takes := pos.Captures(first)
	switch {
	case !after.InCheck() && !takes:
		rating += 300
	case !after.InCheck():
		rating += 150
	case !takes:
		rating += 50
	}
	if _, _, to := pos.Mover(first); to != rules.NoCell && len(after.Attackers(after.Turn(), to)) > 0 {
		rating += 150
	}
	return int(math.Round(min(max(rating, 600), 2600)/10) * 10)
}
