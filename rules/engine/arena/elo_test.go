package main

import (
	"math"
	"testing"
)

// TestEloOf compares with the published table of the Elo system.
func TestEloOf(t *testing.T) {
	for rate, want := range map[float64]float64{0.5: 0, 0.75: 190.85, 0.64: 99.95, 0.9: 381.7, 0.25: -190.85, 0: math.Inf(-1), 1: math.Inf(1)} {
		if got := eloOf(rate); got != want && math.Abs(got-want) > 0.05 {
			t.Errorf("eloOf(%v) = %v, want %v", rate, got, want)
		}
	}
}

// TestEstimate compares with intervals that were computed by hand.
func TestEstimate(t *testing.T) {
	tests := []struct {
		name                        string
		pairs                       [5]int
		elo, low, high, superiority float64
	}{
		// Wilson's interval of 50 in 100 is 0.4038 to 0.5962.
		{"all pairs won or lost", [5]int{50, 0, 0, 0, 50}, 0, -67.7, 67.7, 0.5},
		// 0.6 ± 1.96·0.0245 with a standard deviation of 0.2449 a pair, by the normal approximation.
		{"many pairs", [5]int{0, 2000, 4000, 2000, 2000}, 70.4, 66.7, 74.2, 1},
		// Wilson's interval of 20 in 20 begins at 0.8389.
		{"all won", [5]int{0, 0, 0, 0, 20}, math.Inf(1), 286.6, math.Inf(1), 1},
		{"all even", [5]int{0, 0, 100, 0, 0}, 0, -6.7, 6.7, 0.5},
		{"none", [5]int{}, 0, math.Inf(-1), math.Inf(1), 0.5},
	}
	for _, tt := range tests {
		s := score{pairs: tt.pairs}
		e := s.estimate()
		for _, x := range []struct{ got, want, off float64 }{{e.elo, tt.elo, 0.1}, {e.low, tt.low, 0.4}, {e.high, tt.high, 0.4}, {e.superiority, tt.superiority, 0.001}} {
			if x.got != x.want && !(math.Abs(x.got-x.want) <= x.off) && !(math.IsInf(x.want, 1) && x.got > 10000) {
				t.Errorf("%s: %v, superior %.4f; want %.1f in %v", tt.name, e, e.superiority, x.want, tt)
				break
			}
		}
	}
}

// TestScore counts games.
func TestScore(t *testing.T) {
	var s score
	for _, points := range []int{won, won, drawn, lost} {
		s.add(points)
	}
	if s.games() != 4 || s.rate() != 0.625 || s.String() != "2 won, 1 drawn, 1 lost: 62.5 %" {
		t.Errorf("%v of %d games, rate %v", &s, s.games(), s.rate())
	}
}
