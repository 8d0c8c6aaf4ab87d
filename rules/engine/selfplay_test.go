package engine

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"

	"stackmate/rules"
)

// TestSelfPlayIsLegal plays games of the engine against itself, and compares every move with
// the legal ones. STACKMATE_SELFPLAY says how many moves in all; .ci/nightly asks for a
// million.
func TestSelfPlayIsLegal(t *testing.T) {
	total := 7_000
	if text := os.Getenv("STACKMATE_SELFPLAY"); text != "" {
		var err error
		if total, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	each(t, func(t *testing.T, v *rules.Variant) {
		e := New(Options{})
		for played, seed := 0, uint64(0); played < total/len(rules.Variants()); seed++ {
			g := random(v, seed, 4)
			for range 300 {
				p := g.Position()
				legal := p.Moves()
				if p.Status().Over() || g.ClaimRepetition() || g.ClaimMoveLimit() {
					break
				}
				r := e.Search(context.Background(), g, Limits{Nodes: 20 + 40*(seed%3)}, nil)
				m, ok := r.Best()
				if !ok || !slices.Contains(legal, m) {
					t.Fatalf("%s: %s", p.FEN(), v.LAN(m))
				}
				for i, expected := range r.Lines[0].Moves {
					if !slices.Contains(legal, expected) {
						t.Fatalf("after %d plies, %s is number %d of the expected moves", g.Len(), v.LAN(expected), i+1)
					}
					p = p.Play(expected)
					legal = p.Moves()
				}
				g.Play(m)
				played++
			}
		}
	})
}
