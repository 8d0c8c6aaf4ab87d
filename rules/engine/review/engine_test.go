package review

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestTheEngineSeesAHangingRook reviews with the real engine.
func TestTheEngineSeesAHangingRook(t *testing.T) {
	g := play(t, "millennium", "8/8/8/8/8/8/P3P3/4K3|8/8/8/8/8/8/8/2R5|3bk3/7p/8/8/8/8/8/8 w - - * 0 1", "2c1-2c7 3d8-2c7")
	r, err := Of(context.Background(), engine.New(engine.Options{Hash: 1}), g, Options{Nodes: 3000})
	if err != nil {
		t.Fatal(err)
	}
	want := Reason{Kind: LosesPiece, Role: rules.Rook, Cell: rules.VariantByKey("millennium").CellNamed("2c7")}
	if m := r.Moves[0]; m.Judgment != Blunder || m.Reason != want {
		t.Errorf("%+v", m)
	}
	if m := r.Moves[1]; m.Judgment != Good {
		t.Errorf("taking it: %+v", m)
	}
}

// TestRepeatable reviews a random game of each kind twice.
func TestRepeatable(t *testing.T) {
	for _, v := range rules.Variants() {
		r := rand.New(rand.NewPCG(3, 9))
		g := rules.NewGame(v.Start(), 0)
		for range 12 {
			p := g.Position()
			moves := p.Moves()
			g.Play(moves[r.IntN(len(moves))])
		}
		of := func() *Review {
			e := engine.New(engine.Options{Hash: 1})
			r, err := Of(context.Background(), e, g, Options{Nodes: 500})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		once := of()
		if again := of(); !reflect.DeepEqual(once, again) {
			t.Errorf("%s: %+v, then %+v", v.Key(), once, again)
		}
		for i, w := range once.Win {
			if !(w >= 0 && w <= 1) {
				t.Errorf("%s: after %d plies White wins with %v", v.Key(), i, w)
			}
		}
	}
}
