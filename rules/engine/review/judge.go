package review

import (
	"math"

	"stackmate/rules/engine"
)

// Win returns how likely the side for which a score is is to win, from 0 to 1, a draw being
// half a win: 1/(1+e^(-score/250)) for a score in hundredths of a pawn. A pawn more makes it
// 60 %, a knight 77 %, a queen 97 %. A mate is certain.
func Win(s engine.Score) float64 {
	if _, mate := s.Mate(); mate {
		if s > 0 {
			return 1
		}
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/250))
}

// Judgment says how bad a move was.
type Judgment uint8

// The judgments, by how much less likely a move makes it to win.
const (
	Good       Judgment = iota
	Inaccuracy          // at least 6 %
	Mistake             // at least 12 %
	Blunder             // at least 20 %
)

var least = [...]float64{Inaccuracy: 0.06, Mistake: 0.12, Blunder: 0.20}

// Compare judges a move by the worth of the best move and its own, for the side that moves.
func Compare(best, played engine.Score) Judgment { return judge(Win(best) - Win(played)) }

func judge(drop float64) (j Judgment) {
	for j < Blunder && drop >= least[j+1] {
		j++
	}
	return j
}

// accuracy returns how accurate moves are that make it less likely to win by drops, from 0
// to 100. The idea, to measure accuracy by the chances that moves give away, is that of
// lichess.org ("Accuracy metric", https://lichess.org/page/accuracy); the formula is ours.
//
// A move has 100, which halves with every 16 % that it gives away. A side has the middle
// between the mean and the harmonic mean of its moves: the first says how well it played
// as a rule, and the second does not let many good moves hide a bad one.
func accuracy(drops []float64) float64 {
	const half, lowest = 0.16, 1
	if len(drops) == 0 {
		return 100
	}
	var sum, inverse float64
	for _, d := range drops {
		a := max(lowest, 100*math.Exp2(-d/half))
		sum += a
		inverse += 1 / a
	}
	n := float64(len(drops))
	return (sum/n + n/inverse) / 2
}
