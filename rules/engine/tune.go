package engine

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"stackmate/rules"
)

// Sample is a quiet position of a game and what became of it.
type Sample struct {
	Position rules.Position
	// Points is what White got in the end: 1, 0.5 or 0.
	Points float64
	// Score is what a search of the position said, for White.
	Score Score
}

// Tuned are the weights of a game that Tune found.
type Tuned struct {
	Variant *rules.Variant
	// Before and After are the mean squared errors of what the weights expect, of the samples
	// that were kept apart, with the weights before and after.
	Before, After float64
	weights       weights
}

// vector is the features of a sample that are not zero, each a middle game's or an
// endgame's share of a weight.
type vector struct {
	at     []int32
	n      []float32
	target float64
}

// Tuning is how weights are fitted to samples.
type Tuning struct {
	// Rounds is how often all samples are looked at.
	Rounds int
	// Trust is how much scores count against the results of the games, from 0 (not at all) to 1
	// (alone).
	Trust float64
	// Pull is how strongly weights stay near those from before. The better the scores, the less
	// is needed.
	Pull float64
}

// Tune fits the weights of a game to samples by Texel's method: it makes the square of the
// difference small between what the evaluation expects and what happened in the game and a
// search said. One sample in ten is kept apart to measure with.
func Tune(v *rules.Variant, samples []Sample, how Tuning) Tuned {
	t := tablesOf(v)
	w := *t.weights
	tuned := Tuned{Variant: v}
	index := map[*pair]int{}
	var places []*pair
	w.each(v, func(_ string, at *pair) {
		index[at] = len(places)
		places = append(places, at)
	})
	values := make([]float64, 2*len(places)) // middle game, endgame
	for i, at := range places {
		values[2*i], values[2*i+1] = float64(at.mg), float64(at.eg)
	}
	prior := append([]float64(nil), values...)
	e := evaluator{t: t}
	var train, test []vector
	for i := range samples {
		x := e.vector(&w, &samples[i], index, how.Trust)
		if i%10 == 0 {
			test = append(test, x)
		} else {
			train = append(train, x)
		}
	}
	scale := bestScale(train, values)
	tuned.Before = meanError(test, values, scale)
	descend(train, values, prior, scale, how)
	tuned.After = meanError(test, values, scale)
	for i, at := range places {
		*at = pair{int32(math.Round(values[2*i])), int32(math.Round(values[2*i+1]))}
	}
	tuned.weights = w
	return tuned
}

// vector returns the features of a sample as shares of the weights w.
func (e *evaluator) vector(w *weights, sample *Sample, index map[*pair]int, trust float64) (x vector) {
	p := &sample.Position
	sums := map[int]float64{}
	count := func(at *pair, n float64) {
		if i, ok := index[at]; ok { // not of levels where there is one
			sums[i] += n
		}
	}
	phase := int32(0)
	for color := range rules.Color(2) {
		sign := 1 - 2*float64(color)
		set := p.Pieces(color)
		for c := range set.All {
			role := p.At(c).Role()
			phase += w.phase[role]
			e.t.cellFeatures(color, role, c, func(at func(*weights) *pair, n int32) {
				count(at(w), sign*float64(n)/featureScale)
			})
		}
	}
	var k pawns
	add := func(at *pair, n int32) { count(at, float64(n)) }
	alone := e.t.countPawns(p, &k)
	alone.each(w, add)
	e.count(p, &k)
	e.counts.each(e.t, w, add)
	count(&w.tempo, 1-2*float64(p.Turn()))
	middle := float64(min(phase, w.full)) / float64(max(1, w.full))
	for i, n := range sums {
		if n != 0 {
			x.at = append(x.at, int32(2*i), int32(2*i+1))
			x.n = append(x.n, float32(n*middle), float32(n*(1-middle)))
		}
	}
	x.target = (1-trust)*sample.Points + trust*expected(float64(sample.Score), 1)
	return x
}

// each calls f with every weight but those of pieces on their cells, and how often it
// counts.
func (c *counts) each(t *tables, w *weights, f func(at *pair, n int32)) {
	for _, r := range t.roles {
		if r != rules.King && r != rules.Pawn {
			f(&w.mobility[r], c.mobility[r])
			f(&w.threat[r], c.threat[r])
			f(&w.two[r], c.two[r])
			f(&w.half[r], c.half[r])
			f(&w.clear[r], c.clear[r])
		}
		if r != rules.Pawn {
			f(&w.press[r], c.press[r])
		}
	}
	for color, i := range c.danger {
		if i > 0 {
			f(&w.danger[i], 1-2*int32(color))
		}
	}
	f(&w.shelter, c.shelter)
	f(&w.cover, c.cover)
	f(&w.exposed, c.exposed)
	f(&w.escort, c.escort)
	f(&w.pursuit, c.pursuit)
	f(&w.stopped, c.stopped)
	if t.pins != nil {
		f(&w.ridden, c.ridden)
	}
}

// expected is the share of the points that a score stands for.
func expected(score, scale float64) float64 { return 1 / (1 + math.Exp(-score*scale/200)) }

func (x *vector) score(values []float64) (sum float64) {
	for i, at := range x.at {
		sum += values[at] * float64(x.n[i])
	}
	return sum
}

func meanError(list []vector, values []float64, scale float64) (sum float64) {
	for i := range list {
		d := expected(list[i].score(values), scale) - list[i].target
		sum += d * d
	}
	return sum / float64(max(1, len(list)))
}

// bestScale returns the scale with which the values fit best.
func bestScale(list []vector, values []float64) float64 {
	best, least := 1.0, math.Inf(1)
	for scale := 0.1; scale < 3; scale += 0.05 {
		if e := meanError(list, values, scale); e < least {
			best, least = scale, e
		}
	}
	return best
}

// descend changes the values against the gradient of the mean error, with a step for each
// (Adam).
func descend(list []vector, values, prior []float64, scale float64, how Tuning) {
	const rate, decay1, decay2 = 2.0, 0.9, 0.999
	gradient := make([]float64, len(values))
	mean, square := make([]float64, len(values)), make([]float64, len(values))
	for round := 1; round <= how.Rounds; round++ {
		for i := range gradient {
			gradient[i] = how.Pull * (values[i] - prior[i])
		}
		for i := range list {
			x := &list[i]
			e := expected(x.score(values), scale)
			d := (e - x.target) * e * (1 - e) * scale / 100 / float64(len(list))
			for j, at := range x.at {
				gradient[at] += d * float64(x.n[j])
			}
		}
		step := rate * min(1, 2*(1-float64(round)/float64(how.Rounds+1)))
		for i, g := range gradient {
			mean[i] = decay1*mean[i] + (1-decay1)*g
			square[i] = decay2*square[i] + (1-decay2)*g*g
			m := mean[i] / (1 - math.Pow(decay1, float64(round)))
			s := square[i] / (1 - math.Pow(decay2, float64(round)))
			values[i] -= step * m / (math.Sqrt(s) + 1e-12)
		}
	}
}

// Lines returns the weights as lines of evaluation.tsv.
func (t *Tuned) Lines() string {
	game, _, _ := strings.Cut(t.Variant.Key(), ":")
	var b strings.Builder
	t.weights.each(t.Variant, func(name string, at *pair) {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%d\n", game, name, at.mg, at.eg)
	})
	return b.String()
}

// judges are searchers for Quiet, which are large.
var judges = sync.Pool{New: func() any {
	s := &searcher{table: newTable(0), pruned: true, captures: maxPly, shared: new(atomic.Uint64)}
	s.stop = func(uint64) (bool, uint64) { return false, math.MaxUint64 }
	return s
}}

// Quiet reports whether the evaluation of the current position of a game can be judged by
// itself: there is no check, and no capture changes it by much.
func Quiet(g *rules.Game) bool {
	s := judges.Get().(*searcher)
	defer judges.Put(s)
	s.reset(g)
	if s.p.InCheck() {
		return false
	}
	static := s.evaluate(-infinite, infinite)
	after := s.quiesce(static-41, static+41, 0)
	return max(static-after, after-static) <= 40
}
