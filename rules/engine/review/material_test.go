package review

import (
	"math/rand/v2"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

func TestAccount(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen, line string
		after                    int
		lost, won                string // a role and the cell where it is named
	}{
		{"named before it moved", "orthodox", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "a1-a2 e8-e7 a2-e2", 0, "", "pawn e2"},
		{"named where it is after the first move", "orthodox", "r3k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1-a1 a8-a1", 1, "rook a1", ""},
		{"named where it was before the first move", "orthodox", "r3k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1-a1 a8-a1", 0, "rook b1", ""},
		{"castled since", "orthodox", "4k3/8/8/4n3/8/8/8/4K2R w K - 0 1", "e1-g1 e5-g4 g1-h1 g4-e3 h1-h2 e3-f1", 0, "rook h1", ""},
		{"castled before", "orthodox", "4k3/8/8/4n3/8/8/8/4K2R w K - 0 1", "e1-g1 e5-g4 g1-h1 g4-e3 h1-h2 e3-f1", 1, "rook f1", ""},
		{"en passant", "orthodox", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2-d4 e4-d3", 1, "pawn d4", ""},
	} {
		g := play(t, c.variant, c.fen, c.line)
		x := account(g.Start(), rules.White, g.Moves(), g.Len(), c.after)
		name := func(list []loss) string {
			if len(list) != 1 {
				return ""
			}
			return list[0].role.String() + " " + rules.VariantByKey(c.variant).CellName(list[0].cell)
		}
		gain := value(g, x.won) - value(g, x.lost)
		if name(x.lost) != c.lost || name(x.won) != c.won || x.gain != gain {
			t.Errorf("%s: lost %q, won %q, gain %d; want %q, %q, %d", c.name, name(x.lost), name(x.won), x.gain, c.lost, c.won, gain)
		}
	}
}

// value returns what pieces are worth together.
func value(g *rules.Game, list []loss) (sum engine.Score) {
	start := g.Start()
	for _, l := range list {
		sum += engine.Value(start.Variant(), l.role)
	}
	return sum
}

// TestAccountBalances plays random lines in every game: what was lost and won without trades
// is what the balance has changed by, up to what even trades differ by.
func TestAccountBalances(t *testing.T) {
	for _, v := range rules.Variants() {
		r := rand.New(rand.NewPCG(7, 7))
		for range 40 {
			g := rules.NewGame(v.Start(), 0)
			promoted := false
			for range 60 {
				p := g.Position()
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				promoted = promoted || m.Promotion != rules.NoRole
				g.Play(m)
			}
			x := account(g.Start(), rules.White, g.Moves(), g.Len(), 0)
			if promoted {
				continue
			}
			sum := value(g, x.won) - value(g, x.lost)
			if d := sum - x.gain; d < -16*even || d > 16*even {
				t.Fatalf("%s: pieces worth %d, gain %d", v.Key(), sum, x.gain)
			}
			for _, l := range append(x.won, x.lost...) {
				start := g.Start()
				if start.At(l.cell).Role() != l.role {
					t.Fatalf("%s: a %v is named by %s, where there is a %v", v.Key(), l.role, v.CellName(l.cell), start.At(l.cell).Role())
				}
			}
		}
	}
}

// TestSettle plays out captures of hand-made positions.
func TestSettle(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"a free piece", "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "e3-d5"},
		{"a defended pawn is left to a queen", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", ""},
		{"a rook for a queen", "4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1", "d1-d5 c6-d5"},
		{"a check must be answered", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1-e2"},
	} {
		p, err := rules.VariantByKey("orthodox").ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, m := range settle(p) {
			if i > 0 {
				got += " "
			}
			got += p.Variant().LAN(m)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
