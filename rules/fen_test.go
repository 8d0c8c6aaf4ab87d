package rules

import (
	"errors"
	"strings"
	"testing"
)

func TestStartFEN(t *testing.T) {
	tests := map[string]string{
		"orthodox": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"millennium": "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8" +
			" w KQkq - * 0 1",
		"nextgen":         "rnbqkbnr/pppppppp/8/8/8/8/8/8|8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - * 0 1",
		"nextgen:white-b": "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq - * 0 1",
		"nextgen:shared":  "8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - * 0 1",
		"tridimensional": "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|PP/RQ|PP/KR|rq/pp|kr/pp" +
			" w KQkq - * b2A,e2A,b9G,e9G 0 1",
	}
	for key, want := range tests {
		if got := VariantByKey(key).StartFEN(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", key, got, want)
		}
	}
	if got := eightLevel.StartFEN(); !strings.HasPrefix(got, "(rb)(ng)(nr)rr(nr)(ng)(rb)/pppppppp/8/8/8/8/PPPPPPPP/"+
		"(Rb)(Ng)(Nr)RR(Nr)(Ng)(Rb)|") || !strings.HasSuffix(got, " w 8e1,8h1,5h1,5a1,1a1,1e1,8e8,8h8,5h8,5a8,1a8,1e8 - 0 1") {
		t.Errorf("3d8l: %s", got)
	}
}

// TestFENOfOrthodoxGame is the example of the PGN standard, 16.1.4.
func TestFENOfOrthodoxGame(t *testing.T) {
	p := after(t, "orthodox", "e2-e4")
	if got, want := p.FEN(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p = after(t, "orthodox", "e2-e4", "c7-c5", "g1-f3")
	if got, want := p.FEN(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFENRoundTrip reads back what was written in every position of random games;
// equal values go equal ways.
func TestFENRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		for seed := range uint64(8) {
			walk(v, seed, 120, func(p *Position, legal []Move) {
				s := p.FEN()
				got, err := v.ParseFEN(s)
				if err != nil {
					t.Fatalf("%s: %v", s, err)
				}
				if got != *p {
					t.Fatalf("%s: read back differs: %s", s, got.FEN())
				}
			})
		}
	})
}

func TestFENErrors(t *testing.T) {
	const (
		k  = "k7/8/8/8/8/8/8/K7"
		e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	)
	tri := func(change ...string) string {
		return strings.NewReplacer(change...).Replace(tridimensional.StartFEN())
	}
	mil := func(change ...string) string { return strings.NewReplacer(change...).Replace(millennium.StartFEN()) }
	tests := []struct{ key, fen, field, problem string }{
		{"orthodox", "", "", "1 fields"},
		{"orthodox", k + " w - - 0", "", "5 fields"},
		{"orthodox", k + " w - -  0 1", "", "7 fields"},
		{"orthodox", strings.Repeat("8", 5000), "", "longer than"},
		{"orthodox", "k7/8/8/8/8/8/8 w - - 0 1", FieldPlacement, "want /"},
		{"orthodox", k + "/8 w - - 0 1", FieldPlacement, "too many rows"},
		{"orthodox", k + "|8 w - - 0 1", FieldPlacement, "too many rows"},
		{"orthodox", "k8/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "8 cells wide"},
		{"orthodox", "k6/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "8 cells wide"},
		{"orthodox", "k7/8/8/8/8/8/8/K7q w - - 0 1", FieldPlacement, "8 cells wide"},
		{"orthodox", "k34/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "two numbers"},
		{"orthodox", "k6x/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, `no piece "x"`},
		{"orthodox", "k6g/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, `no piece "g"`},
		{"orthodox", "k6(rb)/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "no piece"},
		{"orthodox", "k6(r/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "not closed"},
		{"orthodox", "k7/8/8/8/8/8/8/8 w - - 0 1", FieldPlacement, "no king for white"},
		{"orthodox", "8/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "no king for black"},
		{"orthodox", "k7/8/8/8/8/8/8/KK6 w - - 0 1", FieldPlacement, "two kings for white"},
		{"orthodox", "k6P/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "promotes"},
		{"orthodox", "k6p/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, "behind"},
		{"orthodox", k + " x - - 0 1", FieldTurn, "neither"},
		{"orthodox", "k6R/8/8/8/8/8/8/K7 w - - 0 1", FieldTurn, "could take the king"},
		{"orthodox", "kK6/8/8/8/8/8/8/8 b - - 0 1", FieldTurn, "could take the king"},
		{"orthodox", k + " w K - 0 1", FieldCastling, "no king on e1"},
		{"orthodox", "k7/8/8/8/8/8/8/4K3 w K - 0 1", FieldCastling, "castle with on h1"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2r b K - 0 1", FieldCastling, "castle with on h1"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w KK - 0 1", FieldCastling, "twice"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w X - 0 1", FieldCastling, "no such"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w  - 0 1", FieldCastling, "empty"},
		{"orthodox", e4 + " b KQkq i3 0 1", FieldEnPassant, "no such cell"},
		{"orthodox", e4 + " b KQkq e4 0 1", FieldEnPassant, "passes over"},
		{"orthodox", e4 + " w KQkq e3 0 1", FieldEnPassant, "passes over"},
		{"orthodox", e4 + " b KQkq d3 0 1", FieldEnPassant, "no pawn on d4"},
		{"orthodox", "k7/8/8/8/4P3/4N3/8/K7 b - e3 0 1", FieldEnPassant, "not empty"},
		{"orthodox", "k7/8/8/8/4P3/8/4N3/K7 b - e3 0 1", FieldEnPassant, "where it began"},
		{"orthodox", k + " w - - -1 1", FieldClock, "no number"},
		{"orthodox", k + " w - - 00 1", FieldClock, "no number"},
		{"orthodox", k + " w - - 65536 1", FieldClock, "no number"},
		{"orthodox", k + " w - - 0 0", FieldMove, "no number"},
		{"orthodox", k + " w - - 0 +1", FieldMove, "no number"},
		{"orthodox", k + " w - - 0 32769", FieldMove, "no number"},
		{"millennium", mil(" * ", " "), "", "6 fields"},
		{"millennium", mil("*", "1e9"), FieldFresh, "no such cell"},
		{"millennium", mil("*", "1e3"), FieldFresh, "no pawn"},
		{"millennium", mil("*", "1e2,1e2"), FieldFresh, "twice"},
		{"millennium", mil("*", "1e1"), FieldFresh, "no pawn"},
		{"millennium", mil("|8/", "|P7/"), FieldPlacement, ""}, // a pawn on 2a8 stays a pawn (M4)
		{"millennium", mil("|rnbqkbnr", "|Pnbqkbnr"), FieldPlacement, "promotes"},
		{"3d8l", strings.Replace(eightLevel.StartFEN(), "8e1,", "8f1,", 1), FieldCastling, "no such"},
		{"3d8l", strings.Replace(eightLevel.StartFEN(), "8e1,", "8e1,8e1,", 1), FieldCastling, "twice"},
		{"tridimensional", tri("b2A,", ""), FieldPins, "3 pins"},
		{"tridimensional", tri("b2A", "b3A"), FieldPins, "no such pin"},
		{"tridimensional", tri("b2A,e2A", "b2A,b2A"), FieldPins, "two boards"},
		{"tridimensional", tri("b2A,e2A", "e2A,b2A"), FieldPins, "order"},
		{"tridimensional", tri("|kr/pp", ""), FieldPlacement, "want |"},
		{"tridimensional", tri("*", "a5C"), FieldFresh, "no pawn"},
		{"tridimensional", tri("b2A,e2A", "b2A,b5A"), FieldCastling, "no king on e1A"},
	}
	for _, tt := range tests {
		_, err := VariantByKey(tt.key).ParseFEN(tt.fen)
		if tt.problem == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.fen, err)
			}
			continue
		}
		var fault *FENError
		if !errors.As(err, &fault) || fault.Field != tt.field || !strings.Contains(fault.Problem, tt.problem) {
			t.Errorf("%s %q: %v, want %s: %s", tt.key, tt.fen, err, tt.field, tt.problem)
		}
	}
}
