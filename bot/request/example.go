package request

import (
	"slices"

	"stackmate/rules"
)

// SimpleMove returns a legal move that shows how moves are typed; it is empty if there is none.
// It goes towards the centre, at the beginning with a pawn, so that a newcomer may well play it.
// It looks at no answer and takes nothing: it is no advice.
// None of hidden is returned.
func SimpleMove(p rules.Position, hidden ...rules.Move) string {
	legal := p.Moves()
	best, most := rules.Move{}, -1<<11
	for _, m := range legal {
		if score := simplicity(&p, m); score >= most && !slices.Contains(hidden, m) {
			best, most = m, score
		}
	}
	if most == -1<<11 {
		return ""
	}
	return p.SANs([]rules.Move{best}, legal)[0]
}

// simplicity tells how well a move serves as an example.
func simplicity(p *rules.Position, m rules.Move) (score int) {
	v := p.Variant()
	files, ranks, levels := v.Size()
	piece, from, to := p.Mover(m)
	if from == rules.NoCell || to == rules.NoCell { // an attack board moves
		return -1 << 9
	}
	start, end := v.Coord(from), v.Coord(to)
	score -= 2*distance(int(end.File), files) + 2*distance(int(end.Rank), ranks)
	if levels == files {
		score -= 2 * distance(int(end.Level), levels)
	} else if start.Level != end.Level {
		score -= 3
	}
	switch piece.Role() {
	case rules.Pawn:
		score += 4
	case rules.Knight:
		score += 2
	case rules.King:
		score -= 30
	case rules.Queen, rules.Rook:
		score -= 8
	}
	if _, takes := p.Captures(m); takes {
		score -= 20
	}
	return score
}

// distance returns how far a coordinate is from the middle, in half squares.
func distance(at, size int) int {
	d := 2*at - (size - 1)
	return max(d, -d)
}
