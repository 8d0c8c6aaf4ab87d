package engine

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"stackmate/rules"
)

// EndingSample is a position with a bare king that is to move, and in how many plies it is
// mated.
type EndingSample struct {
	// Men are the cells of the bare king, the other king, and one or two pieces in the order of
	// their roles.
	Men   [4]rules.Cell
	Plies uint8
}

// FitEnding trains a network to estimate the plies of samples with one or two pieces of these
// roles. It returns it as text, and which share of the variance it explains of samples that were
// kept apart.
func FitEnding(v *rules.Variant, roles []rules.Role, rounds int, samples []EndingSample) (text string, explained float64) {
	random := rand.New(rand.NewPCG(1, 0))
	random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	both := piecesOf(roles[0], rules.NoRole)
	if len(roles) > 1 {
		both = piecesOf(roles[0], roles[1])
	}
	n := newTrainee(tablesOf(v).layoutOf(both, both[0] != both[1]), samples, random)
	apart := len(samples) / 20
	for round := range rounds {
		n.rate = 0.03 * (1 - float32(round)/float32(rounds))
		for range len(samples) - apart {
			n.learn(&samples[apart+random.IntN(len(samples)-apart)])
		}
	}
	before, after := 0.0, 0.0
	for i := range apart {
		s := &samples[i]
		before += math.Pow(float64(n.mean)-float64(s.Plies), 2)
		after += math.Pow(float64(n.guess(s))-float64(s.Plies), 2)
	}
	return n.text(), 1 - after/before
}

// learner is a number that is learned, and how large its errors have been of late.
type learner struct{ value, errors float32 }

// correct moves a number against an error. The share of the last error in what is remembered
// of them is small for numbers that are always used.
func (l *learner) correct(wrong, rate, share float32) {
	l.errors += share * (wrong*wrong - l.errors)
	l.value -= rate * wrong / float32(math.Sqrt(float64(l.errors)+1e-3))
}

// trainee is a network that is trained.
type trainee struct {
	layout
	mean    float32
	rate    float32
	rows    [][hidden]learner
	weights [hidden]learner
	base    learner

	used []*[hidden]learner // the rows of the last sample
	sum  [hidden]float32
}

func newTrainee(l layout, samples []EndingSample, random *rand.Rand) *trainee {
	n := &trainee{layout: l, rows: make([][hidden]learner, l.size())}
	sum := 0.0
	for _, s := range samples {
		sum += float64(s.Plies)
	}
	n.mean = float32(sum / float64(len(samples)))
	n.base.value = n.mean
	for i := range n.rows {
		for j := range n.rows[i] {
			n.rows[i][j].value = float32(random.NormFloat64()) / 2
		}
	}
	for j := range n.weights {
		n.weights[j].value = float32(random.NormFloat64())
	}
	return n
}

// guess returns the estimate for a sample.
func (n *trainee) guess(s *EndingSample) float32 {
	where := men(s.Men)
	at := n.at(&where)
	n.used = n.used[:0]
	for _, row := range at[:1+n.men] {
		n.used = append(n.used, &n.rows[row])
	}
	total := n.base.value
	for j := range hidden {
		n.sum[j] = 0
		for _, row := range n.used {
			n.sum[j] += row[j].value
		}
		n.sum[j] = max(0, n.sum[j])
		total += n.sum[j] * n.weights[j].value
	}
	return total
}

// learn corrects all numbers by the error of a sample.
func (n *trainee) learn(s *EndingSample) {
	wrong := max(-2, min(2, (n.guess(s)-float32(s.Plies))/5))
	n.base.correct(wrong, n.rate/10, 0.001)
	for j, x := range n.sum {
		if x == 0 {
			continue
		}
		before := n.weights[j].value
		n.weights[j].correct(wrong*x, n.rate/10, 0.001)
		for _, row := range n.used {
			row[j].correct(wrong*before, n.rate/2, 0.01)
		}
	}
}

// text returns the network for endings.tsv.
func (n *trainee) text() string {
	data := make([]byte, len(n.rows)*hidden)
	var weights []byte
	for j := range hidden {
		most := float32(1e-6)
		for i := range n.rows {
			most = max(most, n.rows[i][j].value, -n.rows[i][j].value)
		}
		for i := range n.rows {
			data[i*hidden+j] = byte(int8(math.Round(float64(n.rows[i][j].value / most * 127))))
		}
		weights = binary.LittleEndian.AppendUint32(weights, fixed(n.weights[j].value*most/127))
	}
	data = append(data, weights...)
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint32(data, fixed(n.base.value)))
}

// fixed returns a number of plies in units.
func fixed(x float32) uint32 { return uint32(int32(math.Round(float64(x) * unit))) }
