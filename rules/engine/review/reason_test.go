package review

import (
	"context"
	"strings"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestReasons reviews games of a few plies with what an engine would say of them, and looks
// at the reason of one move.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		game               string // in LAN
		says               script
		ply                int
		want               Reason
		cell               string // of the reason
	}{
		{
			name: "hangs a rook on 2c7", variant: "millennium",
			fen:  "8/8/8/8/8/8/P3P3/4K3|8/8/8/8/8/8/8/2R5|3bk3/7p/8/8/8/8/8/8 w - - * 0 1",
			game: "2c1-2c7",
			says: script{0: {50, "1e2-1e4"}, 1: {450, "3d8-2c7 1a2-1a3"}},
			want: Reason{Kind: LosesPiece, Role: rules.Rook}, cell: "2c7",
		},
		{
			name: "leaves a rook where it hangs", variant: "millennium",
			fen:  "8/8/8/8/8/8/P3P3/4K3|8/2R5/8/8/8/8/8/8|3bk3/7p/8/8/8/8/8/8 w - - * 0 1",
			game: "1e2-1e3",
			says: script{0: {250, "2c7-2c1"}, 1: {450, "3d8-2c7"}},
			want: Reason{Kind: LosesPiece, Role: rules.Rook}, cell: "2c7",
		},
		{
			name: "allows mate in two", variant: "orthodox",
			fen:  "3r2k1/3r1ppp/8/8/8/8/P4PPP/3R2K1 w - - 0 1",
			game: "d1-a1",
			says: script{0: {-400, "d1-d7 d8-d7"}, 1: {engine.MateIn(2), "d7-d1 a1-d1 d8-d1"}},
			want: Reason{Kind: AllowsMate, Moves: 2},
		},
		{
			name: "allows mate in two, of which the engine shows one move", variant: "orthodox",
			fen:  "3r2k1/3r1ppp/8/8/8/8/P4PPP/3R2K1 w - - 0 1",
			game: "d1-a1",
			says: script{0: {-400, "d1-d7 d8-d7"}, 1: {engine.MateIn(2), "d7-d1"}},
			want: Reason{Kind: AllowsMate, Moves: 2},
		},
		{
			name: "a mate that nothing proves is not named", variant: "orthodox",
			fen:  "3r2k1/3r1ppp/8/8/8/8/P4PPP/3R2K1 w - - 0 1",
			game: "g2-g3",
			says: script{0: {-100, "d1-d7 d8-d7"}, 1: {engine.MateIn(5), "d7-d1"}},
			want: Reason{Kind: LosesPiece, Role: rules.Rook}, cell: "d1",
		},
		{
			name: "misses a mate in one", variant: "nextgen",
			fen:  "8/8/1K6/8/8/8/8/7R|k7/8/8/8/8/8/8/6QR w - - - 0 1",
			game: "Ag1-Aa1",
			says: script{0: {engine.MateIn(1), "Ag1-Aa7"}, 1: {-300, ""}},
			want: Reason{Kind: MissesMate, Moves: 1},
		},
		{
			name: "stalemates in a won game", variant: "orthodox",
			fen:  "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
			game: "g1-g6",
			says: script{0: {engine.MateIn(2), "f6-f7 h8-h7 g1-h1"}},
			want: Reason{Kind: AllowsDraw, Draw: ByStalemate},
		},
		{
			name: "misses a mate that is shorter than the engine says", variant: "orthodox",
			fen:  "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
			game: "g1-g2",
			says: script{0: {engine.MateIn(2), "f6-f7"}, 1: {-300, "h8-h7"}},
			want: Reason{Kind: MissesMate, Moves: 1},
		},
		{
			name: "repeats in a won game", variant: "orthodox",
			fen:  "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
			game: "g1-g2 h8-h7 g2-g1 h7-h8 g1-g2 h8-h7 g2-g1 h7-h8 g1-g2",
			says: script{8: {900, "g1-h1"}, 9: {-900, "h8-h7"}}, ply: 8,
			want: Reason{Kind: AllowsDraw, Draw: ByRepetition},
		},
		{
			name: "misses a queen, though it then loses a rook", variant: "3d8l",
			fen: "q7/8/8/8/8/8/8/R7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|4k3/7p/8/8/8/8/P7/4K3|" +
				"8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1",
			game: "5a2-5a3",
			says: script{0: {600, "1a1-1a8 5h7-5h6"}, 1: {1400, "1a8-1a1"}},
			want: Reason{Kind: MissesPiece, Role: rules.Queen}, cell: "1a8",
		},
		{
			name: "loses a queen for a knight", variant: "tridimensional",
			fen:  "4/4/4/Q3|4/4/1p2/n3|4/4/1k2/4|2/2|1K/2|2/2|2/2 w - - - b2A,e2A,e9E,b6G 7 45",
			game: "b2B-b4D",
			says: script{0: {0, "b2B-d2B"}, 1: {100, "c5D-b4D"}},
			want: Reason{Kind: LosesPiece, Role: rules.Queen, For: rules.Knight}, cell: "b4D",
		},
		{
			name: "an even trade is no loss", variant: "orthodox",
			fen:  "4k3/8/2p5/3n4/8/4N3/P7/4K3 w - - 0 1",
			game: "e3-d5",
			says: script{0: {200, "e3-c4"}, 1: {50, "c6-d5"}},
			want: Reason{},
		},
		{
			name: "a knight forks king and rook", variant: "orthodox",
			fen:  "4k3/8/8/8/1n6/8/P6P/R6K w - - 0 1",
			game: "h1-g1 e8-d8 g1-f1 d8-c8 f1-e1",
			says: script{4: {500, "a2-a3"}, 5: {-100, "b4-c2 e1-d1 c2-a1"}}, ply: 4,
			want: Reason{Kind: LosesPiece, Role: rules.Rook}, cell: "a1",
		},
		{
			name: "takes a knight too soon, but takes it", variant: "orthodox",
			fen:  "3bk3/8/8/5n2/4P3/2N5/8/Q3K3 w - - 0 1",
			game: "e4-f5",
			says: script{0: {600, "c3-b5 e8-f8 e4-f5"}, 1: {-300, "d8-f6 a1-a2 f6-c3"}},
			want: Reason{Kind: MissesMaterial},
		},
		{
			name: "lets a pawn promote", variant: "orthodox",
			fen:  "8/8/8/8/8/p6k/8/1KR5 w - - 0 1",
			game: "c1-c3 h3-g2 c3-c5",
			says: script{2: {350, "c3-a3"}, 3: {400, "a3-a2 b1-c2 a2-a1=Q"}}, ply: 2,
			want: Reason{Kind: AllowsPromotion}, cell: "a1",
		},
		{
			name: "does not take what hangs", variant: "orthodox",
			fen:  "r3k3/8/2n5/8/8/1N3b2/P2N4/4K3 w - - 0 1",
			game: "d2-f3 c6-e5 b3-d4 e5-f3",
			says: script{2: {200, "f3-e5"}, 3: {200, "e5-f3 d4-f3"}}, ply: 2,
			want: Reason{Kind: MissesPiece, Role: rules.Knight}, cell: "e5",
		},
		{
			name: "promotes, but so does the other side", variant: "orthodox",
			fen:  "8/7P/8/4k3/r7/5K2/2p3P1/8 b - - 0 1",
			game: "c2-c1=Q",
			says: script{0: {2000, "a4-h4 g2-g3 h4-h7 g3-g4 c2-c1=Q"}, 1: {0, "h7-h8=Q e5-d6 h8-d8 d6-c6 d8-e8 c6-b6 e8-a4"}},
			want: Reason{Kind: AllowsPromotion}, cell: "h8",
		},
		{
			name: "a pawn that the engine does not take is not named", variant: "orthodox",
			fen:  "4k3/8/8/8/p7/8/PPPP4/4K3 w - - 0 1",
			game: "a2-a3",
			says: script{0: {300, "d2-d3 a4-a3"}, 1: {-100, "e8-e7"}},
			want: Reason{Kind: MissesMaterial},
		},
		{
			name: "a knight is traded, and a bishop is lost", variant: "orthodox",
			fen:  "r2qkb1r/pp2pppp/2n2n2/3p2B1/6b1/3P4/PPP1NPPP/RN1QKB1R b KQkq - 0 1",
			game: "h7-h6",
			says: script{0: {0, "g4-e2 f1-e2"}, 1: {320, "g5-f6 e7-f6 f2-f3 d8-d7 f3-g4"}},
			want: Reason{Kind: LosesPiece, Role: rules.Bishop}, cell: "g4",
		},
		{
			name: "nothing to name", variant: "orthodox",
			fen:  "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
			game: "e1-f1",
			says: script{0: {100, "e2-e4"}, 1: {100, "e7-e5"}},
			want: Reason{},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := rules.VariantByKey(c.variant)
			start, err := v.ParseFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			g := rules.NewGame(start, 0)
			if err := g.PlayLAN(strings.Fields(c.game)...); err != nil {
				t.Fatal(err)
			}
			r, err := Of(context.Background(), c.says, g, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if c.cell != "" {
				c.want.Cell = v.CellNamed(c.cell)
			}
			if m := r.Moves[c.ply]; m.Reason != c.want || m.Judgment == Good {
				t.Errorf("%+v (judgment %d, %s), want %+v", m.Reason, m.Judgment, v.CellName(m.Reason.Cell), c.want)
			}
		})
	}
}
