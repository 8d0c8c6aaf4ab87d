package puzzle

import (
	"context"
	"slices"
	"testing"

	"stackmate/rules"
)

// TestTheSolutionSolves plays every solution through Try, and at each of the solver's moves
// all others.
func TestTheSolutionSolves(t *testing.T) {
	alternatives := 0
	for _, p := range sample() {
		var played []rules.Move
		for i := 0; i < len(p.Solution); i += 2 {
			pos := p.Game(played...).Position()
			left := (len(p.Solution)-i-1)/2 + 1
			for _, m := range pos.Moves() {
				v, reply := p.Try(played, m)
				after := pos.Play(m)
				switch {
				case m == p.Solution[i] && i+1 == len(p.Solution), after.Status() == rules.Checkmate:
					if v != Solved {
						t.Errorf("%s: %s does not solve it", p.ID, p.Variant.LAN(m))
					}
				case m == p.Solution[i]:
					if v != Continue || reply != p.Solution[i+1] {
						t.Errorf("%s: %s is answered %v, %v", p.ID, p.Variant.LAN(m), v, reply)
					}
				case v == Wrong:
				case i == 0 || v == Solved || p.Theme != Mate || !plainForces(after, left-1) || !slices.Contains(after.Moves(), reply):
					t.Errorf("%s: after %v, %s counts as right: %v, %v", p.ID, played, p.Variant.LAN(m), v, reply)
				default:
					alternatives++
				}
			}
			if i+1 < len(p.Solution) {
				played = p.Solution[:i+2]
			}
		}
	}
	t.Log(alternatives, "other moves are right")
}

// TestOtherWaysToMate plays moves that are not the solution's.
func TestOtherWaysToMate(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	lan := func(p rules.Position, texts ...string) []rules.Move {
		g := rules.NewGame(p, 0)
		if err := g.PlayLAN(texts...); err != nil {
			t.Fatal(err)
		}
		return g.Moves()
	}
	before, err := v.ParseFEN("7k/R7/8/8/8/8/8/1RK5 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	// A slow mate, so that there are others.
	p := &Puzzle{Variant: v, Before: before, Led: lan(before, "h8-g8")[0]}
	p.Solution = lan(p.Position(), "b1-b2", "g8-f8", "b2-b3", "f8-g8", "b3-b8")
	for _, c := range []struct {
		played []rules.Move
		move   string
		want   Verdict
	}{
		{nil, "b1-b2", Continue},
		{nil, "b1-b3", Wrong}, // the first move must be the solution's
		{nil, "b1-b8", Solved},
		{p.Solution[:2], "b2-b3", Continue},
		{p.Solution[:2], "b2-b4", Continue}, // mates in as many moves
		{p.Solution[:2], "a7-a8", Wrong},
		{p.Solution[:2], "b2-b8", Solved},
		{p.Solution[:4], "b3-b8", Solved},
		{p.Solution[:4], "b3-b4", Wrong}, // too slow now
	} {
		pos := p.Game(c.played...).Position()
		m := lan(pos, c.move)[0]
		got, reply := p.Try(c.played, m)
		if got != c.want {
			t.Errorf("%s after %d moves: %d, want %d", c.move, len(c.played), got, c.want)
		}
		after := pos.Play(m)
		if got == Continue && !slices.Contains(after.Moves(), reply) {
			t.Errorf("%s after %d moves: the reply %v is not legal", c.move, len(c.played), reply)
		}
	}
	// On another way than the solution's there is an end, too.
	played := append(slices.Clone(p.Solution[:2]), lan(p.Game(p.Solution[:2]...).Position(), "b2-b4")...)
	_, reply := p.Try(p.Solution[:2], played[2])
	played = append(played, reply)
	if got, _ := p.Try(played, lan(p.Game(played...).Position(), "b4-b8")[0]); got != Solved {
		t.Errorf("another mate is %d", got)
	}
}

// TestDefence compares the replies in solutions with all others: none holds out longer, and
// of those that hold out as long none leaves fewer ways to mate.
func TestDefence(t *testing.T) {
	for _, p := range sample() {
		if p.Theme != Mate {
			continue
		}
		n := p.Moves() - 1
		after := p.Game(p.Solution[0]).Position()
		hardness := func(reply rules.Move) (length, ways int) {
			pos := after.Play(reply)
			for length = 1; ; length++ {
				if ways = len(new(Prover).Mates(context.Background(), &pos, length, 0)); ways > 0 || length > n {
					return length, ways
				}
			}
		}
		length, ways := hardness(p.Solution[1])
		for _, m := range after.Moves() {
			if l, w := hardness(m); l > length || l == length && w < ways {
				t.Errorf("%s: %s defends better: %d moves, %d ways; %d moves, %d ways", p.ID, p.Variant.LAN(m), l, w, length, ways)
			}
		}
	}
}
