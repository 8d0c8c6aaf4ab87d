package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"stackmate/rules"
)

// TestStartIsEven shows that neither side is better before the first move.
func TestStartIsEven(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		s := searcherOf(rules.NewGame(v.Start(), 0))
		if extra := s.evaluator.sum(&s.p, s.pawns); s.acc != (pair{}) || extra != (pair{}) {
			t.Errorf("pieces on cells %v, the rest %v", s.acc, extra)
		}
	})
}

// TestFeaturesAddUp shows that what is tuned is what the search uses.
func TestFeaturesAddUp(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		w := tablesOf(v).weights
		index := map[*pair]int{}
		var values []float64
		w.each(v, func(_ string, at *pair) {
			index[at] = len(index)
			values = append(values, float64(at.mg), float64(at.eg))
		})
		for seed := range uint64(20) {
			s := searcherOf(random(v, seed, 6*int(seed)))
			s.pruned = false
			if s.count <= fewPieces {
				continue
			}
			x := s.evaluator.vector(w, &Sample{Position: s.p}, index, 0.5)
			want := float64(s.evaluate(-infinite, infinite))
			if s.p.Turn() == rules.Black {
				want = -want
			}
			// Each piece on its cell is rounded.
			if got := x.score(values); math.Abs(got-want) > 4+float64(s.count) {
				t.Errorf("%s: features make %.1f, the evaluation is %.0f", s.p.FEN(), got, want)
			}
		}
	})
}

// TestTuneLearns makes results of weights that differ from those in use, and expects them to
// be found.
func TestTuneLearns(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	rng := rand.New(rand.NewPCG(1, 2))
	var samples []Sample
	for seed := range uint64(1500) {
		g := random(v, seed, 8+int(seed%70))
		p := g.Position()
		knights := p.Count(rules.NewPiece(rules.White, rules.Knight)) - p.Count(rules.NewPiece(rules.Black, rules.Knight))
		s := Sample{Position: p, Points: 0.5, Score: Score(200 * knights)}
		if rng.Float64() < expected(float64(s.Score), 1) {
			s.Points = 1
		}
		samples = append(samples, s)
	}
	tuned := Tune(v, samples, Tuning{Rounds: 150, Trust: 0.5, Pull: 1e-7})
	if tuned.After > tuned.Before*0.97 {
		t.Errorf("error %.4f before, %.4f after", tuned.Before, tuned.After)
	}
	before, after := tablesOf(v).weights.value[rules.Knight], tuned.weights.value[rules.Knight]
	if after.mg < before.mg+25 || after.eg < before.eg+25 {
		t.Errorf("a knight is worth %v, then %v", before, after)
	}
	if n, err := readNumbers(tuned.Lines(), "orthodox"); err != nil || n["value.knight"] != tuned.weights.value[rules.Knight] {
		t.Errorf("%v %v", n["value.knight"], err)
	}
}

// TestWrongDataFiles shows that a broken line is named.
func TestWrongDataFiles(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	for _, text := range []string{"orthodox\tvalue.queen\t3", "orthodox\tvalue.queen\tx\t1", "orthodox\tvalue.queen\t1\t99999"} {
		if _, err := readNumbers("# comment\n"+text, "orthodox"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"orthodox\tQ", "orthodox\tX\t1\t1", "orthodox\tQ\tx\t1", "orthodox\tQ\t1\t1\t2,3"} {
		if _, err := tablesOf(v).readEndings("# comment\n" + text); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestHopelessEndings shows that material that cannot force mate is worth little.
func TestHopelessEndings(t *testing.T) {
	for key, fens := range map[string][2]string{ // hopeless, won
		"orthodox":   {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4k3/8/8/8/8/8/8/3BKN2 w - - 0 1"},
		"millennium": {"8/8/8/8/8/8/8/3BKN2|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 w - - - 0 1", "8/8/8/8/8/8/8/3RKN2|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 w - - - 0 1"},
		"nextgen":    {"8/8/8/8/8/8/8/3RKR2|4k3/8/8/8/8/8/8/8 w - - - 0 1", "8/8/8/8/8/8/8/3RKB2|4k3/8/8/8/8/8/8/8 w - - - 0 1"},
	} {
		var scores [2]int32
		for i, fen := range fens {
			p, err := rules.VariantByKey(key).ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			s := searcherOf(rules.NewGame(p, 0))
			scores[i] = s.evaluate(-infinite, infinite)
		}
		if scores[0] > scores[1]-300 {
			t.Errorf("%s: hopeless %d, won %d", key, scores[0], scores[1])
		}
	}
}

// TestExchanges compares what captures win with hand-made positions.
func TestExchanges(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	plain := tablesOf(v).weights.plain
	p, n, r, q := plain[rules.Pawn], plain[rules.Knight], plain[rules.Rook], plain[rules.Queen]
	for _, c := range []struct {
		fen, move string
		want      int32
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1-d5", p},                                // undefended
		{"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1-d5", p - r},                          // a pawn takes back
		{"4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "e4-d5", p},                            // pawn for pawn, then the rook takes
		{"3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2-d5", n},                             // the second rook stands behind the first
		{"3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2-d5", n - r},                       // as on the other side
		{"3qk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1-d5", p - q},                           // the queen is taken
		{"4k3/8/3p4/4p3/3P1B2/8/8/4K3 w - - 0 1", "f4-e5", p - plain[rules.Bishop] + p}, // and the pawn takes back
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=Q", q - p},                            // promotion
		{"8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d1-d5", p - r},                             // the king takes back
		{"8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2-d5", p},                               // it may not
	} {
		pos, err := v.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := pos.ParseLAN(c.move)
		if err != nil {
			t.Fatal(err)
		}
		x := exchange{t: tablesOf(v)}
		if !x.wins(&pos, m, c.want) || x.wins(&pos, m, c.want+1) {
			t.Errorf("%s %s: at least %d %v, at least %d %v", c.fen, c.move, c.want, x.wins(&pos, m, c.want), c.want+1, x.wins(&pos, m, c.want+1))
		}
	}
}
