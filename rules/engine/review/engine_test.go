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

// TestReasonsNameWhatIsThere reviews games in which many moves are played at random: a piece
// that is lost is the mover's and stands where the reason says after the move, one that is
// missed is the other side's and stands there before it, and mates are real.
func TestReasonsNameWhatIsThere(t *testing.T) {
	kinds := map[Kind]int{}
	for _, v := range rules.Variants() {
		r := rand.New(rand.NewPCG(11, 2))
		e := engine.New(engine.Options{Hash: 1})
		g := rules.NewGame(v.Start(), 0)
		for g.Len() < 40 {
			p := g.Position()
			moves := p.Moves()
			if p.Status().Over() {
				break
			}
			m := moves[r.IntN(len(moves))]
			if g.Len() > 6 && r.IntN(4) > 0 {
				m, _ = best(e, g)
			}
			g.Play(m)
		}
		rev, err := Of(context.Background(), e, g, Options{Nodes: 400})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range rev.Moves {
			before := g.At(i)
			after := before.Play(m.Played)
			kinds[m.Reason.Kind]++
			switch reason := m.Reason; reason.Kind {
			case LosesPiece:
				if piece := after.At(reason.Cell); piece != rules.NewPiece(before.Turn(), reason.Role) {
					t.Errorf("%s, ply %d: %v is lost on %s, where %v is", v.Key(), i, reason.Role, v.CellName(reason.Cell), piece.Role())
				}
			case MissesPiece:
				if piece := before.At(reason.Cell); piece != rules.NewPiece(after.Turn(), reason.Role) {
					t.Errorf("%s, ply %d: %v is missed on %s, where %v is", v.Key(), i, reason.Role, v.CellName(reason.Cell), piece.Role())
				}
			case AllowsMate:
				if m.Refutation == nil || reason.Moves < 1 {
					t.Errorf("%s, ply %d: mate in %d", v.Key(), i, reason.Moves)
				}
			}
			if (m.Judgment == Good) && m.Reason != (Reason{}) {
				t.Errorf("%s, ply %d: a good move has reason %+v", v.Key(), i, m.Reason)
			}
		}
	}
	if kinds[LosesPiece] < 10 || kinds[MissesPiece] < 3 {
		t.Errorf("too few: %v", kinds)
	}
}

// best returns the engine's move.
func best(e *engine.Engine, g *rules.Game) (rules.Move, bool) {
	r := e.Search(context.Background(), g, engine.Limits{Nodes: 300}, nil)
	return r.Best()
}
