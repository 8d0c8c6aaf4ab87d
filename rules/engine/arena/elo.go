package main

import (
	"fmt"
	"math"
)

// score counts results from the view of the first player. Games come in pairs that share an
// opening, with colours exchanged; error bars are computed from the pairs (pentanomial),
// because the two games of a pair are not independent.
type score struct {
	wins, draws, losses int
	pairs               [5]int // by the points of a pair in halves, from 0 to 4
}

// half points of a game.
const (
	lost = iota
	drawn
	won
)

// add counts one game.
func (s *score) add(points int) {
	switch points {
	case lost:
		s.losses++
	case drawn:
		s.draws++
	case won:
		s.wins++
	}
}

// games returns the number of games.
func (s *score) games() int { return s.wins + s.draws + s.losses }

// rate returns the share of points in all games, 0.5 when there is none.
func (s *score) rate() float64 {
	if s.games() == 0 {
		return 0.5
	}
	return (float64(s.wins) + float64(s.draws)/2) / float64(s.games())
}

// estimate is a difference in Elo with its 95 % interval, from complete pairs.
type estimate struct {
	elo, low, high float64
	superiority    float64 // the likelihood that the first player is the stronger one (LOS)
	pairs          int
}

// z95 is how many standard deviations to each side hold 95 % of a normal distribution.
const z95 = 1.959964

// estimate computes the difference. The interval is Wilson's, with the variance of the
// pairs in place of the binomial one, so that it has a finite end even if all games were won.
func (s *score) estimate() estimate {
	n, sum := 0, 0.0
	for points, count := range s.pairs {
		n += count
		sum += float64(points) / 4 * float64(count)
	}
	if n == 0 {
		return estimate{low: math.Inf(-1), high: math.Inf(1), superiority: 0.5}
	}
	mean := sum / float64(n)
	variance := 0.0
	for points, count := range s.pairs {
		d := float64(points)/4 - mean
		variance += d * d * float64(count) / float64(n)
	}
	ratio := 1.0 // of the variance to that of pairs which are all won or lost
	if mean > 0 && mean < 1 {
		ratio = max(variance/(mean*(1-mean)), 1/float64(n))
	}
	size := float64(n) / ratio
	centre := (mean + z95*z95/(2*size)) / (1 + z95*z95/size)
	width := z95 / (1 + z95*z95/size) * math.Sqrt(mean*(1-mean)/size+z95*z95/(4*size*size))
	return estimate{
		elo: eloOf(mean), low: eloOf(centre - width), high: eloOf(centre + width),
		superiority: normal((mean - 0.5) / math.Sqrt(0.25/size)), pairs: n,
	}
}

// eloOf returns the difference in Elo at which a share of points is expected.
func eloOf(rate float64) float64 {
	switch {
	case rate <= 0:
		return math.Inf(-1)
	case rate >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/rate-1)
}

// normal is the cumulative normal distribution.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// String returns the difference as "+35 (+12 to +58)".
func (e estimate) String() string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", e.elo, e.low, e.high)
}

// String returns the results as "60 won, 25 drawn, 15 lost: 72.5 %".
func (s *score) String() string {
	return fmt.Sprintf("%d won, %d drawn, %d lost: %.1f %%", s.wins, s.draws, s.losses, 100*s.rate())
}
