package puzzle

import (
	"math"

	"stackmate/rules"
)

// guessRating returns how hard a puzzle seems, from 600 to 2600. Longer ones are harder, and
// so are those with many moves to choose from, with other checks that lead nowhere, and with
// many replies; those whose first move is quiet, gives something away, or is not the queen's;
// and those in which two pieces play together.
func guessRating(p *Puzzle) int {
	pos := p.Position()
	first := p.Solution[0]
	after := pos.Play(first)
	rating := 850 + 350*float64(p.Moves()-2)
	if p.Theme == Material {
		rating = 1000 + 200*float64(p.Moves()-1)
	}
	rating += 120*log2(len(pos.Moves()), 30) + 50*log2(1+otherChecks(&pos, first), 1) + 40*log2(len(after.Moves()), 1)
	_, takes := pos.Captures(first)
	switch {
	case !after.InCheck() && !takes:
		rating += 250
	case !after.InCheck():
		rating += 150
	case !takes:
		rating += 50
	}
	piece, _, to := pos.Mover(first)
	if to != rules.NoCell && len(after.Attackers(after.Turn(), to)) > 0 {
		rating += 150
	}
	if piece.Role() != rules.Queen {
		rating += 50
	}
	end := p.Game(p.Solution[:len(p.Solution)-1]...).Position()
	if _, from, _ := end.Mover(p.Solution[len(p.Solution)-1]); p.Moves() > 1 && from != to {
		rating += 50
	}
	return int(math.Round(min(max(rating, 600), 2600)/10) * 10)
}

// log2 returns how often a number is twice another.
func log2(n, than int) float64 { return math.Log2(float64(max(n, 1)) / float64(than)) }

// otherChecks returns how many moves except one give check.
func otherChecks(p *rules.Position, except rules.Move) (n int) {
	for _, m := range p.Moves() {
		if next := p.Play(m); m != except && next.InCheck() {
			n++
		}
	}
	return n
}
