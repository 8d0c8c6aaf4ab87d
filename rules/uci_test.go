package rules

import (
	"errors"
	"strings"
	"testing"
)

// TestUCIOfOrthodoxMoves compares with what every chess program writes.
func TestUCIOfOrthodoxMoves(t *testing.T) {
	tests := []struct{ fen, lan, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1-c3", "b1c3"},
		{"4k3/7P/8/8/8/8/8/4K2R w K - 0 1", "e1-g1", "e1g1"},
		{"r3k3/7P/8/8/8/8/8/4K2R b Kq - 0 1", "e8-c8", "e8c8"},
		{"4k3/7P/8/8/8/8/8/4K2R w K - 0 1", "h7-h8=Q", "h7h8q"},
		{"4k3/7P/8/8/8/8/8/4K2R w K - 0 1", "h7-h8=N", "h7h8n"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5-d6", "e5d6"},
	}
	for _, tt := range tests {
		p := mustFEN(t, "orthodox", tt.fen)
		m, err := p.ParseLAN(tt.lan)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.UCI(m); got != tt.want {
			t.Errorf("%s: written as %s, want %s", tt.lan, got, tt.want)
		}
	}
}

// TestUCIRoundTrip reads every move of random games in every way in which a program may
// write it.
func TestUCIRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		for seed := range uint64(3) {
			walk(v, seed, 60, func(p *Position, legal []Move) {
				if p.Ply()%6 != 0 {
					return
				}
				for _, m := range legal {
					lan := v.LAN(m)
					for _, text := range []string{p.UCI(m), lan, strings.ToLower(lan), withoutMarks.Replace(lan)} {
						if got, err := p.ParseUCI(text); err != nil || got != m {
							t.Fatalf("%s: %s read as %v, %v", p.FEN(), text, got, err)
						}
					}
				}
			})
		}
	})
}

// TestUCIErrors checks that what is not a legal move is refused, with the reason where the
// text names one.
func TestUCIErrors(t *testing.T) {
	p := orthodox.Start()
	for text, want := range map[string]Fault{
		"e2e5": CannotReach, "e7e5": NotYours, "e2e4q": NoPromotion, "e4e5": NothingThere,
		"": 0, "0000": 0, "Nf3": 0, strings.Repeat("e2e4", 1000): 0,
	} {
		_, err := p.ParseUCI(text)
		var illegal *IllegalError
		var syntax *SyntaxError
		switch {
		case err == nil:
			t.Errorf("%.20q was read", text)
		case want != 0 && (!errors.As(err, &illegal) || illegal.Fault != want), want == 0 && !errors.As(err, &syntax):
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
