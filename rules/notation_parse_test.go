package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSpellings reads what players may type, and expects the move that they mean.
func TestSpellings(t *testing.T) {
	millenniumPawn := place(t, "millennium", White, "K:1e1", "P:3a7", "k:3e8")
	millenniumCastle := place(t, "millennium", White, "K:1e1", "k:3e8", "R:1a1", "R:1h1", "castling")
	bishops8 := place(t, "3d8l", White, "K:5e1", "k:5e8", "B:4b4", "b:7b7", "P:5h2")
	bishop8b := place(t, "3d8l", White, "K:5e1", "k:5e8", "B:8a7", "P:5h2", "n:7b7")
	castle8 := place(t, "3d8l", White, "K:5e1", "k:4h7", "R:8e1", "R:8h1", "Rb:5h1", "R:5a1", "Rb:1a1", "R:1e1", "castling")
	castleT := place(t, "tridimensional", White, "K:e1A", "R:a1A", "R:f1A", "k:c9F", "castling")
	rider := place(t, "tridimensional", White, "K:c2B", "k:c9F", "P:e8F")
	tests := []struct {
		p     Position
		want  string
		texts []string
	}{
		{millennium.Start(), "1g1-2g3", []string{"N2g3", "n2g3", "1g1-2g3", "1g12g3", "1g1 2g3", "1g1x2g3", "Nx2g3", "nX2g3",
			"N1g1-2g3", "N1g12g3", "n1g1 2g3", "Ng2g3", "N-2g3", "N 2g3", " N2g3 ", "N2g3+", "N2g3#", "N2g3!", "N2g3?!",
			"N2g3 !", "N2g3.", "♘2g3", "♞2g3", "♘\ufe0e2g3", "1g1–2g3", "1g1—2g3", "1g1−2g3", "1g1‑2g3", "1G1-2G3", "N2G3",
			"1. N2g3", "1.N2g3", "12... N2g3", "12… N2g3", "12…N2g3", "(N2g3)", "N2g3 check", "1g1:2g3", "1g1×2g3"}},
		{millennium.Start(), "1e2-1e4", []string{"1e4", "1e2-1e4", "P1e4", "p1e4", "1e21e4", "♙1e4", "e1e4", "1E4"}},
		{millenniumCastle, "1e1-1g1", []string{"0-0", "O-O", "o-o", "0–0", "O—O", "O-O+", "0 - 0", "1e1-1g1", "K1e1-1g1", "0-0!"}},
		{millenniumCastle, "1e1-1c1", []string{"0-0-0", "O-O-O", "o-o-o", "0–0–0", "1e11c1"}},
		{millenniumPawn, "3a7-3a8=Q", []string{"3a7-3a8=Q", "3a7-3a8q", "3a73a8Q", "3a8=Q", "3a8Q", "3a8q", "3a8=q+", "3a8(Q)", "3a8=♕",
			"P3a8=Q", "3a7 3a8 Q"}},
		{millenniumPawn, "3a7-3a8=N", []string{"3a7-3a8=N", "3a8n", "3a8=♘"}},
		{orthodox.Start(), "g1-f3", []string{"Nf3", "nf3", "g1f3", "g1-f3", "Ng1f3", "Ngf3", "N1f3", "♘f3"}},
		{after(t, "orthodox", "e2-e4", "d7-d5"), "e4-d5", []string{"exd5", "ed5", "e4xd5", "e4d5", "exd5!", "Pexd5", "exd5 e.p."}},
		{place(t, "orthodox", White, "K:e1", "k:e8", "P:b2", "p:c3"), "b2-c3", []string{"bxc3", "bc3", "BxC3"}},
		{place(t, "orthodox", White, "K:e1", "k:e8", "B:b2", "p:c3"), "b2-c3", []string{"Bxc3", "bxc3", "bc3", "♗c3"}},
		{bishops8, "4b4-7b7", []string{"4Bx7b7", "4B7b7", "Bb7b7", "Bx7b7", "4b4-7b7", "4b4x7b7", "B4b4x7b7", "4bX7B7"}},
		{bishop8b, "8a7-7b7", []string{"Bax7b7", "Ba-7b7", "B7-7b7", "8B7b7", "8Ba7-7b7", "B8a7x7b7", "♗ax7b7"}},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "R:8g3", "R:3g5", "P:5h2"), "8g3-8g5", []string{"R3-8g5", "8R-8g5", "8g3-8g5"}},
		{castle8, "5e1-7e1", []string{"O|O", "0|0", "o|o", "5e1-7e1", "K5e1-7e1"}},
		{castle8, "5e1-7g1", []string{"O/O", "0/0", "o/o"}},
		{castle8, "5e1-5g1", []string{"O-O", "0-0", "o–o"}},
		{castle8, "5e1-5c1", []string{"O-O-O", "0-0-0"}},
		{castle8, "5e1-3c1", []string{"O/O/O", "0/0/0", "o/o/o"}},
		{castle8, "5e1-3e1", []string{"O|O|O", "0|0|0"}},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "P:3c7"), "3c7-3c8=Rb", []string{"3c7-3c8=Rb", "3c8=Rb", "3c8rb", "3c7-3c8RB", "3c8(Rb)"}},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "P:3c7"), "3c7-3c8=B", []string{"3c7-3c8=B", "3c8b"}},
		{nextgenOpposed.Start(), "Ae2-Ae4", []string{"Ae2-Ae4", "ae2-ae4", "Ae2Ae4", "Ae4", "PAe2-Ae4", "AE2–AE4"}},
		{nextgenOpposed.Start(), "Ag1-Bg3", []string{"Ag1-Bg3", "NAg1-Bg3", "NBg3", "nbg3", "Ng-Bg3"}},
		{place(t, "nextgen", White, "K:Ae1", "Q:Af3", "k:Ae8", "p:Af7"), "Af3-Af7", []string{"QAf3xAf7", "Af3xAf7", "Af3xAf7+", "QxAf7", "af3af7"}},
		{place(t, "nextgen", White, "K:Ae1", "k:Be8", "R:Aa1", "castling"), "Ae1-Ac1",
			[]string{"Ae1-Ac1", "KAe1-Ac1", "O-O-O", "0-0-0", "ae1ac1"}},
		{tridimensional.Start(), "b2B-c4B", []string{"Nb2B-c4B", "Nc4B", "nc4b", "b2B-c4B", "b2Bc4B", "N-c4B"}},
		{tridimensional.Start(), "d3B-d4B", []string{"d3B-d4B", "d4B", "d4b", "Pd3B-d4B"}},
		{place(t, "tridimensional", White, "K:c2B", "k:c9F"), "@e9G-e6G", []string{"A-e9G-e6G", "@e9G-e6G", "a-e9g-e6g", "A-e9Ge6G",
			"A e9G-e6G", "Ae9G-e6G", "A–e9G–e6G", "A-e9G-e6G+"}},
		{place(t, "tridimensional", White, "K:c2B", "k:c9F"), "@e9G-e9E", []string{"A-e9G-e9E"}},
		{rider, "e8F-e9F=Q", []string{"e8F-e9F=Q", "e9Fq", "e9F=Q"}},
		{mustFEN(t, "tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|2/2|P1/2|2/2 w - - - b2A,e2A,b6G,e9G 0 1"), "@b6G-b9G=N",
			[]string{"@b6G-b9G=N", "A-b6G-b9G=N", "A-b6G-b9Gn", "a-b6g-b9g=n"}},
		{castleT, "e1A-f1A",
			[]string{"O-O", "0-0", "e1A-f1A", "Ke1A-f1A"}},
		{castleT, "e1A-a1A",
			[]string{"O-O-O", "0-0-0", "e1A-a1A"}},
	}
	for _, tt := range tests {
		for _, text := range tt.texts {
			m, err := tt.p.ParseMove(text)
			if err != nil {
				t.Errorf("%s: %q for %s: %v", tt.p.v.Key(), text, tt.want, err)
			} else if got := tt.p.v.LAN(m); got != tt.want {
				t.Errorf("%s: %q is %s, want %s", tt.p.v.Key(), text, got, tt.want)
			}
		}
	}
}

func TestAmbiguous(t *testing.T) {
	tests := []struct {
		p    Position
		text string
		want []string
	}{
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1b1", "N:1f1"), "N1d2", []string{"1b1-1d2", "1f1-1d2"}},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "P:1b4", "P:2b4"), "2b5", []string{"1b4-2b5", "2b4-2b5"}},
		{place(t, "orthodox", White, "K:h1", "k:h8", "N:b1", "N:f1"), "Nd2", []string{"b1-d2", "f1-d2"}},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "R:8g3", "R:3g5"), "R-8g5", []string{"3g5-8g5", "8g3-8g5"}},
		{place(t, "nextgen", White, "K:Ah1", "k:Ah8", "N:Ab1", "N:Af1"), "NAd2", []string{"Ab1-Ad2", "Af1-Ad2"}},
		{place(t, "nextgen", White, "K:Ah1", "k:Ah8", "B:Ab3", "P:Bc3"), "BBc4", []string{"Ab3-Bc4", "Bc3-Bc4"}},
		{place(t, "tridimensional", White, "K:b2B", "k:c9F", "R:c2B", "R:d3B"), "Rd2B", []string{"c2B-d2B", "d3B-d2B"}},
	}
	for _, tt := range tests {
		_, err := tt.p.ParseMove(tt.text)
		var ambiguous *AmbiguousError
		if !errors.As(err, &ambiguous) {
			t.Errorf("%s %q: %v, want an AmbiguousError", tt.p.v.Key(), tt.text, err)
			continue
		}
		if got := sortedTexts(tt.p.v, ambiguous.Moves); !slices.Equal(got, tt.want) || ambiguous.Text != tt.text {
			t.Errorf("%s %q: candidates %v, want %v", tt.p.v.Key(), tt.text, got, tt.want)
		}
	}
}

func TestNotUnderstood(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		p := v.Start()
		for _, text := range []string{"", " ", "hello", "e2e9e4", "N", "Nz9", "=Q", "-", "@", "@-", "A-", "O-O-O-O", "1. ", "♘", "\xff\xfe",
			"x", "((((", "resign", strings.Repeat("N", 1000), "\x00", "1e1-1e2-1e3-1e4", "😀"} {
			_, err := p.ParseMove(text)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Text != text {
				t.Errorf("%q: %v, want a SyntaxError", text, err)
			}
		}
	})
}

// TestSANs expects moves to be written with the shortest clear origin.
func TestSANs(t *testing.T) {
	tests := []struct {
		p          Position
		move, want string
	}{
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1b1", "N:1f1"), "1b1-1d2", "Nb1d2"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1b1", "N:1b3"), "1b1-1d2", "N1b1-1d2"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1b2", "N:2d1"), "1b2-1d3", "Nb1d3"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1b5", "N:1b7"), "1b5-1d6", "N51d6"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "N:1c1", "N:3c2"), "3c2-2c4", "N2c4"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "P:2c5", "p:3b6"), "2c5-3b6", "cx3b6"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "P:2c5", "P:3c5", "p:3b6"), "2c5-3b6", "2c5x3b6"},
		{place(t, "millennium", White, "K:1h1", "k:3h8", "P:3c7"), "3c7-3c8=R", "3c8=R+"},
		{place(t, "orthodox", White, "K:h1", "k:h8", "Q:a4", "Q:a6", "Q:c4"), "a4-b5", "Qa4b5"},
		{after(t, "orthodox", "f2-f3", "e7-e5", "g2-g4"), "d8-h4", "Qh4#"},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "R:8g3", "R:3g5"), "8g3-8g5", "8R-8g5"},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "R:8g3", "R:8a5"), "8g3-8g5", "Rg-8g5"},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "R:8g3", "R:8g7"), "8g3-8g5", "R3-8g5"},
		{place(t, "3d8l", White, "K:5e1", "k:5e8", "B:4b4", "b:7b7"), "4b4-7b7", "Bx7b7"},
		{eightLevel.Start(), "3c2-3c4", "3c2-3c4"},
		{nextgenOpposed.Start(), "Ag1-Bg3", "Ag1-Bg3"},
		{tridimensional.Start(), "b2B-c4B", "Nb2B-c4B"},
		{tridimensional.Start(), "d3B-d4B", "d3B-d4B"},
		{place(t, "tridimensional", White, "K:c2B", "k:c9F"), "@e9G-e9E", "A-e9G-e9E"},
	}
	for _, tt := range tests {
		m, err := tt.p.ParseLAN(tt.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := tt.p.SAN(m); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.p.v.Key(), tt.move, got, tt.want)
		}
	}
}

// TestTextRoundTrip writes every move of random games as SAN and LAN, each text for one
// move only, and reads it again, also in lower and upper case.
func TestTextRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPosition(t, v)
			legal := p.Moves()
			if len(legal) == 0 {
				return
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			for _, text := range []string{p.SAN(m), v.LAN(m), "  " + p.SAN(m) + "!?"} {
				if got, err := p.ParseMove(text); err != nil || got != m {
					t.Fatalf("%s: %q read as %v, %v", p.FEN(), text, got, err)
				}
			}
			if got, err := p.ParseLAN(v.LAN(m)); err != nil || got != m {
				t.Fatalf("%s: machine text %q read as %v, %v", p.FEN(), v.LAN(m), got, err)
			}
			seen := map[string]Move{}
			for i, text := range p.SANs(legal, legal) {
				if other, ok := seen[text]; ok {
					t.Fatalf("%s: %q for %v and %v", p.FEN(), text, other, legal[i])
				}
				seen[text] = legal[i]
			}
		})
	})
}

// drawPosition draws a position from a random game of at most 80 plies.
func drawPosition(t *rapid.T, v *Variant) Position {
	p := v.Start()
	for range rapid.IntRange(0, 80).Draw(t, "plies") {
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		p = p.Play(choose(&p, legal, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }))
	}
	return p
}
