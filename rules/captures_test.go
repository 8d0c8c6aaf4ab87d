package rules

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// list writes captures in words, by side and role.
func (c Captures) list() string {
	var words []string
	for _, side := range []Color{White, Black} {
		for role := range roleCount {
			if n := c[NewPiece(side, role)]; n > 0 {
				words = append(words, fmt.Sprintf("%d %v %v", n, side, role))
			}
		}
	}
	return strings.Join(words, ", ")
}

func TestCaptured(t *testing.T) {
	for name, tt := range map[string]struct {
		game, fen, moves, want string
	}{
		"nothing": {"orthodox", "", "", ""},
		"queens are taken and pawns promote": {"orthodox", "",
			"a2-a4 b7-b5 a4-b5 e7-e6 b5-b6 d8-g5 b6-a7 g5-d2 d1-d2 h7-h6 a7-b8=Q a8-b8",
			"1 white queen, 1 white pawn, 1 black queen, 1 black knight, 2 black pawn"},
		"a pawn is taken en passant": {"orthodox", "", "e2-e4 a7-a6 e4-e5 d7-d5 e5-d6", "1 black pawn"},
		"a rook that was a pawn is taken": {"orthodox", "1nk5/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-b8=R c8-b8",
			"1 white rook, 1 black knight"},
	} {
		t.Run(name, func(t *testing.T) {
			v := VariantByKey(tt.game)
			start := v.Start()
			if tt.fen != "" {
				var err error
				if start, err = v.ParseFEN(tt.fen); err != nil {
					t.Fatal(err)
				}
			}
			g := NewGame(start, 0)
			if err := g.PlayLAN(strings.Fields(tt.moves)...); err != nil {
				t.Fatal(err)
			}
			before, got := g.Captured(0), g.Captured(g.Len())
			if before != start.Missing() {
				t.Errorf("before the first move: %s; want %s", before.list(), start.Missing().list())
			}
			for i := range got {
				got[i] -= before[i]
			}
			if got.list() != tt.want {
				t.Errorf("taken: %s; want %s", got.list(), tt.want)
			}
		})
	}
}

// Every piece that is no longer on the boards was captured once, in every game, also when
// pawns promote or ride on attack boards.
func TestCapturedIsWhatIsGone(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			start := v.Start()
			if rapid.Bool().Draw(t, "later") {
				start = drawPosition(t, v)
			}
			g := NewGame(start, 0)
			for range rapid.IntRange(0, 60).Draw(t, "plies") {
				p := g.Position()
				legal := p.Moves()
				if len(legal) == 0 {
					break
				}
				g.Play(choose(&p, legal, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }))
			}
			lacking := start.Missing()
			for n := range g.Len() + 1 {
				p, taken := g.At(n), g.Captured(n)
				for _, side := range []Color{White, Black} {
					gone := start.occ[side].count() - p.occ[side].count()
					if got := ofSide(taken, side) - ofSide(lacking, side); got != gone {
						t.Fatalf("after ply %d %v has lost %d pieces, counted %d", n, side, gone, got)
					}
				}
			}
		})
	})
}

// ofSide returns how many pieces of a side have been captured.
func ofSide(c Captures, side Color) (n int) {
	for role := range roleCount {
		n += int(c[NewPiece(side, role)])
	}
	return n
}
