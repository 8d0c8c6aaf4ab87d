package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// variantOf chooses a variant by a fuzzer's byte.
func variantOf(b byte) *Variant { return Variants()[int(b)%len(Variants())] }

// replay plays a game in which every byte chooses a move.
func replay(v *Variant, choices []byte) Position {
	p := v.Start()
	for _, b := range choices[:min(len(choices), 200)] {
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		p = p.Play(legal[int(b)*len(legal)/256])
	}
	return p
}

// FuzzParseMove: any text gives a legal move or one of three errors that quote it. A move
// that was read is read again from SAN and LAN.
func FuzzParseMove(f *testing.F) {
	for i, text := range []string{"N2g3", "1e2-1e4", "0-0-0", "O|O", "4Bx7b8", "R3-8g5", "QAf3xAf7", "A-e9G-b9G=Q", "@b2A-b5A", "3a7-3a8q",
		"e2e4", "♘f3", "1–0", "exd6 e.p.", "12... Nf6+!?", "e8=Q#", "Bc1-Bd1"} {
		f.Add(byte(i), []byte{10, 20, 200, 30}, text)
		f.Add(byte(i%8), []byte{}, text)
	}
	f.Fuzz(func(t *testing.T, game byte, choices []byte, text string) {
		p := replay(variantOf(game), choices)
		legal := p.Moves()
		m, err := p.ParseMove(text)
		var syntax *SyntaxError
		var ambiguous *AmbiguousError
		var illegal *IllegalError
		switch {
		case err == nil:
			if !slices.Contains(legal, m) {
				t.Fatalf("%s: %q read as %v, which is not legal", p.FEN(), text, m)
			}
			if again, err := p.ParseMove(p.SAN(m)); err != nil || again != m {
				t.Fatalf("%s: %q written as %q reads %v, %v", p.FEN(), text, p.SAN(m), again, err)
			}
		case errors.As(err, &syntax) && syntax.Text == text:
		case errors.As(err, &ambiguous) && ambiguous.Text == text && len(ambiguous.Moves) > 1:
		case errors.As(err, &illegal) && illegal.Text == text && illegal.Fault.String() != "":
		default:
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// FuzzParseFEN: any text gives a FENError or a consistent position, which is written, read
// again as an equal value, and played on.
func FuzzParseFEN(f *testing.F) {
	for i, v := range Variants() {
		f.Add(byte(i), startFEN(v))
		p := replay(v, []byte{3, 250, 100, 30, 60, 90, 120, 150, 180, 210, 240, 13})
		f.Add(byte(i), p.FEN())
	}
	f.Add(byte(6), kiwipete)
	f.Fuzz(func(t *testing.T, game byte, fen string) {
		v := variantOf(game)
		p, err := v.ParseFEN(fen)
		if err != nil {
			var fault *FENError
			if !errors.As(err, &fault) || fault.Fault.String() == "" {
				t.Fatalf("%q: %v", fen, err)
			}
			return
		}
		if problem := consistent(&p); problem != "" {
			t.Fatalf("%q: %s", fen, problem)
		}
		if again, err := v.ParseFEN(p.FEN()); err != nil || again != p {
			t.Fatalf("%q written as %q: %v", fen, p.FEN(), err)
		}
		p.Status()
		for _, m := range p.Moves() {
			p.Play(m)
		}
	})
}

// FuzzPGN: any text gives a PGNError or a game, which is written and read again as the same
// game. A comment before it or another game after it changes nothing.
func FuzzPGN(f *testing.F) {
	for i, text := range []string{
		"[Event \"x\"]\n\n1. e4 {c} e5 (1... c5) 2. Nf3 $1 *",
		"[Variant \"millennium\"]\n[Result \"1-0\"]\n\n1. B2b2 Q2e7 2. R2a1 R2b8 1-0",
		"[Variant \"3d8l\"]\n[Termination \"agreed\"]\n\n1. 3c2-3c4 3c7-3c5 1/2-1/2",
		"[Variant \"tridimensional\"]\n[FEN \"" + startFEN(tridimensional) + "\"]\n\n1. Nb2B-c4B *",
		"[FEN \"8/P6k/8/8/8/8/8/K7 b - - 0 7\"]\n7... Kh8 8. a8(Q)+ *",
		"{before}\n% escaped\n[White “A”]\r\n\r\n1.e4$1 a6 2 e5 d5 3. exd6 e.p. 1-0 {White wins on time}\n\n[White \"B\"]",
		"1.e4 e5 ½-½ Black resigns", "1. 1e4\u200b3e5 ; so", "A-b2A-b5A ...", "[Result \"?\"] 0:1.",
	} {
		f.Add(byte(i), text)
	}
	f.Fuzz(func(t *testing.T, game byte, text string) {
		v := variantOf(game)
		g, err := ParsePGN(strings.NewReader(text), v)
		if err != nil {
			var fault *PGNError
			if !errors.As(err, &fault) || fault.Line == 0 || fault.Fault.String() == "" || len(fault.Text) > 2*maxQuoted {
				t.Fatalf("%q: %+v", text, err)
			}
			return
		}
		if (g.Source == ResultMissing) && g.Result != Undecided {
			t.Fatalf("%q: %v from nowhere", text, g.Result)
		}
		written := writePGN(t, g)
		again, err := ParsePGN(strings.NewReader("{x}\n% y\n"+written+"\n[White \"z\"]"), v)
		if err != nil || !again.More || again.Source != ResultStated {
			t.Fatalf("%q written as %q: %+v, %v", text, written, again, err)
		}
		if rewritten := writePGN(t, again); rewritten != written {
			t.Fatalf("%q, then %q", written, rewritten)
		}
	})
}

// FuzzLegalsAreLegal: in any game, the fast generator finds what the slow one does.
func FuzzLegalsAreLegal(f *testing.F) {
	for i := range Variants() {
		f.Add(byte(i), []byte{})
		f.Add(byte(i), []byte{0, 255, 128, 64, 32, 16, 8, 4, 2, 1, 200, 100, 50, 25, 12, 6, 3})
		f.Add(byte(i), []byte("the quick brown fox jumps over the lazy dog"))
	}
	f.Fuzz(func(t *testing.T, game byte, choices []byte) {
		p := replay(variantOf(game), choices)
		if fast, slow := sortedTexts(p.v, p.Moves()), slowMoves(&p); !slices.Equal(fast, slow) {
			t.Fatalf("%s: fast %v, slow %v", p.FEN(), fast, slow)
		}
		if problem := consistent(&p); problem != "" {
			t.Fatalf("%s: %s", p.FEN(), problem)
		}
	})
}
