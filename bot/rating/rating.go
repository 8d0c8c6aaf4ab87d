// Package rating computes ratings by the Glicko-2 system, as described in Mark Glickman's
// "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf. It is pure:
// times are arguments.
package rating

import (
	"math"
	"time"

	"stackmate/bot/timeutil"
)

// Rating is an estimate of a player's strength in a game.
type Rating struct {
	// Value is the estimate, in the scale of Elo ratings.
	Value float64
	// Deviation is the standard deviation of Value: with a probability of 95 percent the true
	// strength is within two deviations.
	Deviation float64
	// Volatility is how much the player's strength is expected to change in a Period.
	Volatility float64
}

// New is the rating of a player before the first game.
var New = Rating{Value: 1500, Deviation: maxDeviation, Volatility: 0.06}

// Period is the rating period of the paper. There are 78 in a year, so that a deviation of 60
// grows to 110 in a year without a game.
const Period = 365 * timeutil.Day / 78

const (
	// scale is the factor from the paper's internal scale to that of ratings.
	scale = 173.7178
	// tau limits changes of the volatility; the paper recommends 0.3 to 1.2.
	tau = 0.5
	// precision is the paper's convergence tolerance for the volatility.
	precision = 1e-6

	// minDeviation keeps the ratings of players who play much from freezing.
	minDeviation       = 45
	maxDeviation       = 350
	maxVolatility      = 0.1
	minValue, maxValue = 100, 4000
	// settledDeviation is the deviation up to which a rating is reliable.
	settledDeviation = 110
)

// Settled reports whether the rating is reliable: its deviation is at most 110.
func (r Rating) Settled() bool { return r.Deviation <= settledDeviation }

// After returns the rating after a time without a game, in which the deviation grows.
func (r Rating) After(idle time.Duration) Rating {
	r.Deviation = min(scale*math.Hypot(r.Deviation/scale, r.Volatility*math.Sqrt(periods(idle))), maxDeviation)
	return r
}

// periods returns how many rating periods a time has.
func periods(d time.Duration) float64 { return max(0, float64(d)/float64(Period)) }

// Score is the result of a game for one player.
type Score float64

// Scores of a player.
const (
	Loss Score = 0
	Draw Score = 0.5
	Win  Score = 1
)

// Play returns the ratings of two players after a game. The score is that of the player with
// rating a; idleA and idleB are the times since each player's last rated game. Every game is
// rated by itself, as a rating period that is as long as those times.
func Play(a, b Rating, score Score, idleA, idleB time.Duration) (Rating, Rating) {
	newA := a.update([]result{{b.After(idleB), score}}, periods(idleA))
	newB := b.update([]result{{a.After(idleA), Win - score}}, periods(idleB))
	return newA.bounded(), newB.bounded()
}

// bounded returns the rating within the limits of each number.
func (r Rating) bounded() Rating {
	r.Value = min(max(r.Value, minValue), maxValue)
	r.Deviation = min(max(r.Deviation, minDeviation), maxDeviation)
	r.Volatility = min(r.Volatility, maxVolatility)
	return r
}

// result is the result of a game against an opponent.
type result struct {
	opponent Rating
	score    Score
}

// update is the paper's algorithm for the results in a rating period, with the paper's names. The
// length of the period is elapsed, in periods, which in the paper is always 1.
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

// volatility is step 5 of the paper: it finds a root by the Illinois algorithm.
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
