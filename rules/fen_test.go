package rules

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
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
		if got := startFEN(VariantByKey(key)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", key, got, want)
		}
	}
	if got := startFEN(eightLevel); !strings.HasPrefix(got, "(rb)(ng)(nr)rr(nr)(ng)(rb)/pppppppp/8/8/8/8/PPPPPPPP/"+
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

// TestFENRoundTrip writes and reads every position of random games, and expects an equal
// value.
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
		return strings.NewReplacer(change...).Replace(startFEN(tridimensional))
	}
	mil := func(change ...string) string { return strings.NewReplacer(change...).Replace(startFEN(millennium)) }
	tests := []struct {
		key, fen string
		field    FENField
		fault    FENFault
		says     string
	}{
		{"orthodox", "", NoField, FENFieldCount, "1, want 6"},
		{"orthodox", k + " w - - 0", NoField, FENFieldCount, "5, want 6"},
		{"orthodox", k + " w - -  0 1", NoField, FENFieldCount, "7"},
		{"orthodox", "\xff7/" + strings.Repeat("8", 3000) + " w - - 0 1", FieldPlacement, FENNoSuchPiece, ""},
		{"orthodox", "(" + strings.Repeat("é", 1500) + ")7/8 w - - 0 1", FieldPlacement, FENNoSuchPiece, ""},
		{"orthodox", strings.Repeat("8", 5000), NoField, FENTooLong, ""},
		{"orthodox", "k7/8/8/8/8/8/8 w - - 0 1", FieldPlacement, FENSeparator, `("/")`},
		{"orthodox", k + "/8 w - - 0 1", FieldPlacement, FENTooManyRows, ""},
		{"orthodox", k + "|8 w - - 0 1", FieldPlacement, FENTooManyRows, ""},
		{"orthodox", "k8/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENRowWidth, "want 8"},
		{"orthodox", "k6/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENRowWidth, "want 8"},
		{"orthodox", "k7/8/8/8/8/8/8/K7q w - - 0 1", FieldPlacement, FENRowWidth, "want 8"},
		{"orthodox", "k34/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENAdjacentNumbers, ""},
		{"orthodox", "k6x/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENNoSuchPiece, `("x")`},
		{"orthodox", "k6g/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENNoSuchPiece, `("g")`},
		{"orthodox", "k6(rb)/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENNoSuchPiece, `("(rb)")`},
		{"orthodox", "k6(r/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENOpenParenthesis, ""},
		{"orthodox", "k7/8/8/8/8/8/8/8 w - - 0 1", FieldPlacement, FENNoKing, "white"},
		{"orthodox", "8/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENNoKing, "black"},
		{"orthodox", "k7/8/8/8/8/8/8/KK6 w - - 0 1", FieldPlacement, FENTwoKings, "white"},
		{"orthodox", "k6P/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENPawnPromotes, ""},
		{"orthodox", "k6p/8/8/8/8/8/8/K7 w - - 0 1", FieldPlacement, FENPawnBehindStart, ""},
		{"orthodox", k + " x - - 0 1", FieldTurn, FENNoSuchTurn, ""},
		{"orthodox", "k6R/8/8/8/8/8/8/K7 w - - 0 1", FieldTurn, FENKingCapturable, ""},
		{"orthodox", "kK6/8/8/8/8/8/8/8 b - - 0 1", FieldTurn, FENKingCapturable, ""},
		{"orthodox", k + " w K - 0 1", FieldCastling, FENNoCastlingKing, "(e1)"},
		{"orthodox", "k7/8/8/8/8/8/8/4K3 w K - 0 1", FieldCastling, FENNoCastlingPartner, "(h1)"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2r b K - 0 1", FieldCastling, FENNoCastlingPartner, "(h1)"},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w KK - 0 1", FieldCastling, FENNamedTwice, ""},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w X - 0 1", FieldCastling, FENNoSuchCastling, ""},
		{"orthodox", "k7/8/8/8/8/8/8/4K2R w  - 0 1", FieldCastling, FENNoSuchCastling, ""},
		{"orthodox", e4 + " b KQkq i3 0 1", FieldEnPassant, FENNoSuchCell, ""},
		{"orthodox", e4 + " b KQkq e4 0 1", FieldEnPassant, FENNotPassedOver, ""},
		{"orthodox", e4 + " w KQkq e3 0 1", FieldEnPassant, FENNotPassedOver, ""},
		{"orthodox", e4 + " b KQkq d3 0 1", FieldEnPassant, FENNoPassingPawn, "(d4)"},
		{"orthodox", "k7/8/8/8/4P3/4N3/8/K7 b - e3 0 1", FieldEnPassant, FENPassedCellTaken, ""},
		{"orthodox", "k7/8/8/8/4P3/8/4N3/K7 b - e3 0 1", FieldEnPassant, FENPassingPawnStart, ""},
		{"orthodox", k + " w - - -1 1", FieldClock, FENNumber, ""},
		{"orthodox", k + " w - - 00 1", FieldClock, FENNumber, ""},
		{"orthodox", k + " w - - 65536 1", FieldClock, FENNumber, ""},
		{"orthodox", k + " w - - 0 0", FieldMove, FENNumber, ""},
		{"orthodox", k + " w - - 0 +1", FieldMove, FENNumber, ""},
		{"orthodox", k + " w - - 0 32769", FieldMove, FENNumber, ""},
		{"millennium", mil(" * ", " "), NoField, FENFieldCount, "6, want 7"},
		{"millennium", mil("*", "1e9"), FieldUnmoved, FENNoSuchCell, ""},
		{"millennium", mil("*", "1e3"), FieldUnmoved, FENNoUnmovedPawn, ""},
		{"millennium", mil("*", "1e2,1e2"), FieldUnmoved, FENNamedTwice, ""},
		{"millennium", mil("*", "1e1"), FieldUnmoved, FENNoUnmovedPawn, ""},
		{"millennium", mil("|8/", "|P7/"), FieldPlacement, 0, ""}, // a pawn on 2a8 stays a pawn (M4)
		{"millennium", mil("|rnbqkbnr", "|Pnbqkbnr"), FieldPlacement, FENPawnPromotes, ""},
		{"3d8l", strings.Replace(startFEN(eightLevel), "8e1,", "8f1,", 1), FieldCastling, FENNoSuchCastling, ""},
		{"3d8l", strings.Replace(startFEN(eightLevel), "8e1,", "8e1,8e1,", 1), FieldCastling, FENNamedTwice, ""},
		{"tridimensional", tri("b2A,", ""), FieldPins, FENPinCount, "3, want 4"},
		{"tridimensional", tri("b2A", "b3A"), FieldPins, FENNoSuchPin, "b3A"},
		{"tridimensional", tri("b2A,e2A", "b2A,b2A"), FieldPins, FENPinTaken, "b2A"},
		{"tridimensional", tri("b2A,e2A", "e2A,b2A"), FieldPins, FENPinOrder, ""},
		{"tridimensional", tri("|kr/pp", ""), FieldPlacement, FENSeparator, "|"},
		{"tridimensional", tri("*", "a5C"), FieldUnmoved, FENNoUnmovedPawn, ""},
		{"tridimensional", tri("b2A,e2A", "b2A,b5A"), FieldCastling, FENNoCastlingKing, "(e1A)"},
	}
	met := map[FENFault]bool{}
	for _, tt := range tests {
		_, err := VariantByKey(tt.key).ParseFEN(tt.fen)
		if tt.fault == 0 {
			if err != nil {
				t.Errorf("%s: %v", tt.fen, err)
			}
			continue
		}
		met[tt.fault] = true
		var fault *FENError
		if !errors.As(err, &fault) || fault.Field != tt.field || fault.Fault != tt.fault || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s %q: %v, want %s: %v %s", tt.key, tt.fen, err, tt.field, tt.fault, tt.says)
			continue
		}
		if len(err.Error()) > 250 || !utf8.ValidString(err.Error()) {
			t.Errorf("%s %.60q: the error is %d bytes long: %.200q", tt.key, tt.fen, len(err.Error()), err)
		}
	}
	for f := FENFault(1); f.String() != ""; f++ {
		if !met[f] {
			t.Errorf("no string has the fault %d, %v", f, f)
		}
	}
}

// startFEN returns the position string of a game's starting position.
func startFEN(v *Variant) string {
	p := v.Start()
	return p.FEN()
}
