package rules

import (
	"math/rand/v2"
	"testing"
)

// walk plays a random game and calls visit in every position before its move. Moves
// that change more than one piece's place are preferred, so that captures, castling,
// promotion and riding occur in short games.
func walk(v *Variant, seed uint64, plies int, visit func(p *Position, legal []Move)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := v.Start()
	for range plies {
		legal := p.Moves()
		visit(&p, legal)
		if len(legal) == 0 {
			return
		}
		p = p.Play(choose(&p, legal, rng.IntN))
	}
}

func choose(p *Position, legal []Move, intn func(int) int) Move {
	var lively []Move
	for _, m := range legal {
		if _, takes := p.Captures(m); takes || m.Kind != Normal || m.Promotion != NoRole {
			lively = append(lively, m)
		}
	}
	if len(lively) > 0 && intn(3) == 0 {
		return lively[intn(len(lively))]
	}
	return legal[intn(len(legal))]
}

// mustFEN reads a position that a test relies on.
func mustFEN(t testing.TB, key, fen string) Position {
	t.Helper()
	p, err := VariantByKey(key).ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// each runs a test for every variant.
func each(t *testing.T, run func(t *testing.T, v *Variant)) {
	for _, v := range Variants() {
		t.Run(v.Key(), func(t *testing.T) { run(t, v) })
	}
}

// after plays moves in machine notation from the initial position.
func after(t testing.TB, key string, moves ...string) Position {
	t.Helper()
	g := NewGame(VariantByKey(key).Start(), 0)
	if err := g.PlayMachine(moves...); err != nil {
		t.Fatal(err)
	}
	return g.Position()
}
