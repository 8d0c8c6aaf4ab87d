package rules

import (
	"strings"
	"testing"
)

// TestNumberedSANs writes moves that begin in the middle of a game, by either side.
func TestNumberedSANs(t *testing.T) {
	for _, tt := range []struct{ fen, moves, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4 e5 Nf3", "1. e4 e5 2. Nf3"},
		{"7k/5Q2/8/8/8/8/8/K6r w - - 4 61", "Kb2 Rh2+ Kc3", "61. Kb2 Rh2+ 62. Kc3"},
		{"7k/8/8/8/8/8/8/KR5r b - - 4 61", "Rxb1+ Kxb1 Kg7", "61… Rxb1+ 62. Kxb1 Kg7"},
		{"7k/8/8/8/8/8/8/KR5r b - - 4 61", "", ""},
	} {
		p, err := VariantByKey("orthodox").ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGame(p, 0)
		for _, text := range strings.Fields(tt.moves) {
			now := g.Position()
			m, err := now.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
		}
		if got := strings.Join(p.NumberedSANs(g.Moves()...), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.fen, got, tt.want)
		}
	}
}
