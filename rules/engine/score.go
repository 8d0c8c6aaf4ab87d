package engine

import "fmt"

// Score is the worth of a position for the side to move, in hundredths of a pawn, or a mate
// in a number of plies.
type Score int

const (
	mateScore Score = 30_000 // mated now
	mateBound Score = 29_000 // scores beyond are mates
)

// Mate returns in how many moves of the winning side there is mate: positive when the side
// to move mates, negative or 0 when it is mated; ok is false for scores without a mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s >= mateBound:
		return int(mateScore-s+1) / 2, true
	case s <= -mateBound:
		return -int(mateScore+s) / 2, true
	}
	return 0, false
}

// String returns the score as people read it: "+1.25", "-0.30", "mate in 3", "mated in 2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		if s > 0 {
			return fmt.Sprintf("mate in %d", n)
		}
		return fmt.Sprintf("mated in %d", -n)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// MateIn returns the score of a side that mates in a number of moves, or for 0 and less is
// mated in so many; see Score.Mate.
func MateIn(moves int) Score {
	if moves > 0 {
		return mateScore - Score(2*moves-1)
	}
	return -mateScore - Score(2*moves)
}
