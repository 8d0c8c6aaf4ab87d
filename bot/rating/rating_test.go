package rating

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The example of Glickman's paper, section 3.
func TestPaper(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	got := player.update([]result{
		{Rating{1400, 30, 0.06}, Win}, {Rating{1550, 100, 0.06}, Loss}, {Rating{1700, 300, 0.06}, Loss},
	}, 1)
	for _, c := range []struct {
		name            string
		got, want, near float64
	}{
		{"rating", got.Value, 1464.06, 0.01}, {"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s: %v, the paper has %v", c.name, c.got, c.want)
		}
	}
}

func TestYearOfRest(t *testing.T) {
	r := Rating{1700, 60, 0.06}.After(365 * 24 * time.Hour)
	if math.Abs(r.Deviation-110) > 0.5 || r.Value != 1700 || r.Volatility != 0.06 {
		t.Errorf("after a year: %+v", r)
	}
}

func TestFirstGame(t *testing.T) {
	a, b := Play(New, New, Win, 0, 0)
	if math.Abs(a.Value+b.Value-3000) > 1e-9 || math.Round(a.Value) != 1662 || math.Round(a.Deviation) != 290 {
		t.Errorf("%+v, %+v", a, b)
	}
}

func draw(t *rapid.T, name string) (Rating, time.Duration) {
	r := Rating{
		Value:      rapid.Float64Range(minValue, maxValue).Draw(t, name),
		Deviation:  rapid.Float64Range(minDeviation, maxDeviation).Draw(t, name+" deviation"),
		Volatility: rapid.Float64Range(0.01, maxVolatility).Draw(t, name+" volatility"),
	}
	return r, time.Duration(rapid.Int64Range(0, int64(20*365*24*time.Hour)).Draw(t, name+" idle"))
}

func TestPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, idleA := draw(t, "a")
		b, idleB := draw(t, "b")
		winA, lossB := Play(a, b, Win, idleA, idleB)
		drawA, drawB := Play(a, b, Draw, idleA, idleB)
		lossA, winB := Play(a, b, Loss, idleA, idleB)
		const slack = 1e-6
		switch {
		case winA.Value < a.Value-slack || winB.Value < b.Value-slack:
			t.Fatalf("a winner falls: %v, %v", winA, winB)
		case lossA.Value > a.Value+slack || lossB.Value > b.Value+slack:
			t.Fatalf("a loser rises: %v, %v", lossA, lossB)
		case lossA.Value > drawA.Value+slack || drawA.Value > winA.Value+slack:
			t.Fatalf("a better result counts less: %v, %v, %v", lossA, drawA, winA)
		case a.Value > b.Value && (drawA.Value > a.Value+slack || drawB.Value < b.Value-slack):
			t.Fatalf("the stronger gains by a draw: %v, %v", drawA, drawB)
		}
		for _, r := range []Rating{winA, drawA, lossA, winB, drawB, lossB} {
			if !(r.Value >= minValue && r.Value <= maxValue && r.Deviation >= minDeviation &&
				r.Deviation <= maxDeviation && r.Volatility > 0 && r.Volatility <= maxVolatility) {
				t.Fatalf("out of bounds: %+v", r)
			}
		}
		// Colours do not matter.
		againB, againA := Play(b, a, Loss, idleB, idleA)
		if againA != winA || againB != lossB {
			t.Fatalf("other seats: %v, %v, want %v, %v", againA, againB, winA, lossB)
		}
	})
}

// Time only makes a rating less certain, and it does not matter in how many steps it passes.
func TestAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, idle := draw(t, "r")
		later := r.After(idle)
		if later.Value != r.Value || later.Volatility != r.Volatility || later.Deviation < r.Deviation-1e-9 || later.Deviation > maxDeviation {
			t.Fatalf("%+v after %v: %+v", r, idle, later)
		}
		if twice := r.After(idle / 3).After(idle - idle/3); math.Abs(twice.Deviation-later.Deviation) > 1e-6 {
			t.Fatalf("in two steps %v, in one %v", twice.Deviation, later.Deviation)
		}
	})
}

// Somebody who always scores as expected of a strength gets there.
func TestConverges(t *testing.T) {
	const strength = 1900.0
	r, anchor := New, Rating{1500, 60, 0.06}
	x := uint64(7)
	for range 2000 {
		x = x*6364136223846793005 + 1442695040888963407
		score := Loss
		if float64(x>>11)/(1<<53) < 1/(1+math.Pow(10, -(strength-anchor.Value)/400)) {
			score = Win
		}
		r, _ = Play(r, anchor, score, 0, 0)
	}
	if math.Abs(r.Value-strength) > 150 || !r.Settled() {
		t.Errorf("%+v, want about %v", r, strength)
	}
}
