package engine

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

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
	n := newTrainee(tablesOf(v).layoutOf(both), samples, random)
	apart := len(samples) / 20
	lengths := byPlies(samples[apart:])
	for round := range rounds {
		n.rate = 0.03 * (1 - float32(round)/float32(rounds))
		for range len(samples) - apart {
			list := samples[apart:]
			if random.IntN(2) == 0 { // on the way to mate each length comes once, and of some there are few samples
				list = lengths[random.IntN(len(lengths))]
			}
			n.learn(&list[random.IntN(len(list))])
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

// byPlies sorts samples and divides them by how long the bare king holds out.
func byPlies(samples []EndingSample) (lists [][]EndingSample) {
	slices.SortStableFunc(samples, func(a, b EndingSample) int { return int(a.Plies) - int(b.Plies) })
	for len(samples) > 0 {
		n := slices.IndexFunc(samples, func(s EndingSample) bool { return s.Plies != samples[0].Plies })
		if n < 0 {
			n = len(samples)
		}
		lists = append(lists, samples[:n])
		samples = samples[n:]
	}
	return lists
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
	rows    [][width]learner
	weights [units][width]learner
	bases   [units]learner
	base    learner

	used []*[width]learner // the rows of the last sample
	sum  [width]float32
	out  [units]float32
	back [width]float32 // how wrong the sums were
}

func newTrainee(l layout, samples []EndingSample, random *rand.Rand) *trainee {
	n := &trainee{layout: l, rows: make([][width]learner, l.size())}
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
	for k := range n.weights {
		for j := range n.weights[k] {
			n.weights[k][j].value = float32(random.NormFloat64()) * 3 / 8
		}
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
	for j := range n.sum {
		n.sum[j] = 0
		for _, row := range n.used {
			n.sum[j] += row[j].value
		}
		n.sum[j] = max(0, n.sum[j])
	}
	total := n.base.value
	for k := range n.out {
		n.out[k] = n.bases[k].value
		for j, x := range &n.sum {
			n.out[k] += x * n.weights[k][j].value
		}
		n.out[k] = max(0, n.out[k])
		total += float32(sign(k)) * n.out[k]
	}
	return total
}

// learn corrects all numbers by the error of a sample.
func (n *trainee) learn(s *EndingSample) {
	wrong := max(-2, min(2, (n.guess(s)-float32(s.Plies))/5))
	n.base.correct(wrong, n.rate/10, 0.001)
	clear(n.back[:])
	for k, y := range &n.out {
		if y == 0 {
			continue
		}
		wrong := wrong * float32(sign(k))
		n.bases[k].correct(wrong, n.rate/10, 0.001)
		for j, x := range &n.sum {
			if x > 0 {
				weight := &n.weights[k][j]
				n.back[j] += wrong * weight.value
				weight.correct(wrong*x, n.rate/10, 0.001)
			}
		}
	}
	for j, x := range &n.sum {
		if x == 0 {
			continue
		}
		for _, row := range n.used {
			row[j].correct(n.back[j], n.rate/2, 0.01)
		}
	}
}

// text returns the network for endings.tsv.
func (n *trainee) text() string {
	data := make([]byte, len(n.rows)*width, n.length())
	var most [width]float32
	for j := range most {
		most[j] = 1e-6
		for i := range n.rows {
			most[j] = max(most[j], n.rows[i][j].value, -n.rows[i][j].value)
		}
		for i := range n.rows {
			data[i*width+j] = byte(int8(math.Round(float64(n.rows[i][j].value / most[j] * 127))))
		}
	}
	add := func(x float32) { data = binary.LittleEndian.AppendUint32(data, fixed(x)) }
	for k := range n.weights {
		for j := range most {
			add(n.weights[k][j].value * most[j] / 127)
		}
		add(n.bases[k].value)
	}
	add(n.base.value)
	return base64.StdEncoding.EncodeToString(data)
}

// fixed returns a number of plies in units.
func fixed(x float32) uint32 { return uint32(int32(math.Round(float64(x) * unit))) }
