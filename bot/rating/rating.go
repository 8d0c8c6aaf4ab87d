// Package rating estimates how well somebody plays from results, after Mark
// Glickman's "Example of the Glicko-2 system" (2013). It is pure: time comes in as
// an argument.
package rating

import (
	"math"
	"time"

	"stackmate/bot/timeutil"
)

// Rating is an estimate of a player's strength in one game.
type Rating struct {
	// Value is the estimate, Deviation how uncertain it is: the true strength is
	// within two deviations with 95 percent.
	Value, Deviation float64
	// Volatility is how erratic the results are.
	Volatility float64
}

// New is the rating of somebody who has not played.
var New = Rating{Value: 1500, Deviation: maxDeviation, Volatility: 0.06}

// Period is a rating period. A settled deviation of 60 becomes 110 in a year of
// 78 periods without a game.
const Period = 365 * timeutil.Day / 78

const (
	scale = 173.7178 // from ratings to the paper's scale
	// tau restrains changes of volatility; the paper recommends 0.3 to 1.2.
	tau       = 0.5
	precision = 1e-6

	maxDeviation  = 350
	maxVolatility = 0.1
	// leastDeviation keeps the rating of a busy player alive.
	leastDeviation       = 45
	leastValue, maxValue = 100, 4000
	settled              = 110
)

// Settled reports whether the deviation is small enough to rely on.
func (r Rating) Settled() bool { return r.Deviation <= settled }

// After returns the rating when some time has passed without a game: the deviation grows.
func (r Rating) After(idle time.Duration) Rating {
	r.Deviation = min(scale*math.Hypot(r.Deviation/scale, r.Volatility*math.Sqrt(periods(idle))), maxDeviation)
	return r
}

func periods(d time.Duration) float64 { return max(0, float64(d)/float64(Period)) }

// Score is the result of a game for one side.
type Score float64

// The scores.
const (
	Loss Score = 0
	Draw Score = 0.5
	Win  Score = 1
)

// Play returns the ratings of two players after a game, given the first one's score
// and how long each had not played. A game is a rating period of its own, in which
// the deviations grow by the time that has passed.
func Play(a, b Rating, score Score, idleA, idleB time.Duration) (Rating, Rating) {
	newA := a.update([]result{{b.After(idleB), score}}, periods(idleA))
	newB := b.update([]result{{a.After(idleA), Win - score}}, periods(idleB))
	return newA.bounded(), newB.bounded()
}

func (r Rating) bounded() Rating {
	r.Value = min(max(r.Value, leastValue), maxValue)
	r.Deviation = min(max(r.Deviation, leastDeviation), maxDeviation)
	r.Volatility = min(r.Volatility, maxVolatility)
	return r
}

// result is a game against an opponent of some strength.
type result struct {
	opponent Rating
	score    Score
}

// update is the paper's algorithm for results within one rating period, except that
// elapsed periods need not be 1. The names are the paper's.
func (r Rating) update(results []result, elapsed float64) Rating {
	mu, phi := (r.Value-New.Value)/scale, r.Deviation/scale
	var precisionSum, gain float64
	for _, game := range results { // steps 3 and 4
		muJ, phiJ := (game.opponent.Value-New.Value)/scale, game.opponent.Deviation/scale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		precisionSum += g * g * e * (1 - e)
		gain += g * (float64(game.score) - e)
	}
	v := 1 / precisionSum
	sigma := volatility(r.Volatility, phi, v, v*gain)
	phi = math.Hypot(phi, sigma*math.Sqrt(elapsed)) // step 6
	phi = 1 / math.Sqrt(1/(phi*phi)+1/v)            // step 7
	mu += phi * phi * gain
	return Rating{Value: scale*mu + New.Value, Deviation: scale * phi, Volatility: sigma} // step 8
}

// volatility is the paper's step 5: a root found by the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > precision {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
