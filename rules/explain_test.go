package rules

import (
	"errors"
	"testing"
)

// TestFaults produces every fault by a position and a text, and checks the cells that the
// error names.
func TestFaults(t *testing.T) {
	lone := func(key string, more ...string) Position {
		kings := map[string][]string{"millennium": {"K:1e1", "k:3e8"}, "orthodox": {"K:e1", "k:e8"}, "nextgen": {"K:Ae1", "k:Be8"}}
		return place(t, key, White, append(kings[key], more...)...)
	}
	board := func(turn, boards, pins string) Position {
		return mustFEN(t, "tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|"+boards+" "+turn+" - - - "+pins+" 0 1")
	}
	castling := place(t, "orthodox", White, "K:e1", "k:g7", "R:a1", "R:h1", "r:f8", "castling")
	tests := []struct {
		p          Position
		text       string
		fault      Fault
		from, cell string
	}{
		{lone("millennium"), "Q2g3", NoSuchPiece, "", "2g3"},
		{lone("millennium", "N:2b1"), "Na2d2", NoSuchPiece, "", "2d2"},
		{millennium.Start(), "1e4-1e5", NothingThere, "1e4", "1e5"},
		{tridimensional.Start(), "Nb2B-a4C", NoCellThere, "b2B", "a4C"},
		{tridimensional.Start(), "a4C-b4C", NoCellThere, "a4C", "a4C"},
		{millennium.Start(), "N1g1-1g4", CannotReach, "1g1", "1g4"},
		{millennium.Start(), "N2g4", CannotReach, "1g1", "2g4"}, // not the other knight, which is farther away
		{after(t, "millennium", "1e2-1e4"), "3e4", CannotReach, "3e7", "3e4"},
		{millennium.Start(), "1g1-1g1", OwnPiece, "1g1", "1g1"},
		{after(t, "millennium", "1b1-1c3", "3e7-3e6"), "N1c3", OwnPiece, "1c3", "1c3"},
		{lone("millennium"), "K1e4", CannotReach, "1e1", "1e4"},
		{lone("millennium", "P:1a4"), "1a4-1c6", CannotReach, "1a4", "1c6"},
		{millennium.Start(), "B1g1-2g3", OtherPiece, "1g1", "2g3"},
		{millennium.Start(), "3g8-2g6", NotYours, "3g8", "2g6"},
		{millennium.Start(), "N1g1-1e2", OwnPiece, "1g1", "1e2"},
		{millennium.Start(), "K1e2", OwnPiece, "1e1", "1e2"},
		{millennium.Start(), "1e2x1d3", NothingToTake, "1e2", "1d3"},
		{millennium.Start(), "ex1d3", NothingToTake, "1e2", "1d3"},
		{after(t, "millennium", "1e2-1e3", "3e7-3e6"), "1e3-1e5", PawnHasMoved, "1e3", "1e5"},
		{millennium.Start(), "R1a1-1a3", Blocked, "1a1", "1a2"},
		{millennium.Start(), "R1a1-1a2", OwnPiece, "1a1", "1a2"},
		{millennium.Start(), "Q1d1-1h1", Blocked, "1d1", "1e1"},
		{after(t, "orthodox", "g1-f3", "e7-e5"), "f2-f4", Blocked, "f2", "f3"},
		{after(t, "orthodox", "e2-e4", "e7-e5"), "e5", Blocked, "e4", "e5"},
		{after(t, "orthodox", "e2-e3", "g8-f6", "a2-a3", "f6-e4", "a3-a4", "a7-a6"), "e2-e4", NothingThere, "e2", "e4"},
		{mustFEN(t, "orthodox", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1"), "e2-e4", Blocked, "e2", "e4"},
		{millennium.Start(), "1e2-1e3=Q", NoPromotion, "1e2", "1e3"},
		{lone("millennium"), "K1e2=Q", NoPromotion, "1e1", "1e2"},
		{castling, "e1-c1=Q", NoPromotion, "e1", "c1"},
		{lone("millennium", "P:3a7"), "3a8=K", NoPromotion, "3a7", "3a8"},
		{lone("millennium", "P:3a7"), "3a7-3a8", PromotionMissing, "3a7", "3a8"},
		{lone("millennium", "P:2a8"), "2a8-3a8", PromotionMissing, "2a8", "3a8"},
		{place(t, "orthodox", White, "K:a7", "P:b7", "k:h7", "r:h8"), "b8", PromotionMissing, "b7", "b8"},
		{place(t, "orthodox", White, "K:a7", "P:b7", "k:h8", "r:c7"), "b8", KingLeftInCheck, "b7", "b8"},
		{mustFEN(t, "orthodox", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "O-O", CastleForfeited, "e1", "g1"},
		{mustFEN(t, "orthodox", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "e1-g1", CastleForfeited, "e1", "g1"},
		{millennium.Start(), "0-0", CastleBlocked, "1e1", "1f1"},
		{eightLevel.Start(), "O|O|O", CastleBlocked, "5e1", "4e1"},
		{place(t, "orthodox", White, "K:e1", "R:h1", "r:e8", "k:g7", "castling"), "0-0", CastleInCheck, "e1", "g1"},
		{castling, "0-0", CastleAttacked, "e1", "f1"},
		{place(t, "tridimensional", White, "K:e1A", "R:f1A", "r:f9G", "k:c9F", "castling"), "e1A-a1A", CastleForfeited, "e1A", "a1A"},
		{place(t, "tridimensional", White, "K:e1A", "R:a1A", "R:f1A", "N:b1A", "k:c9F", "castling"), "O-O-O", CastleBlocked, "e1A", "b1A"},
		{place(t, "tridimensional", White, "K:e1A", "R:f1A", "r:e4D", "k:c9F", "castling"), "e1A-f1A", CastleInCheck, "e1A", "f1A"},
		{tridimensional.Start(), "A-b5A-b2C", NoBoardThere, "@b5A", "@b2C"},
		{board("w", "2/2|2/2|2/2|2/2", "b2A,e2A,b9G,e9G"), "A-b2A-e2A", BoardTaken, "@b2A", "@e2A"},
		{board("w", "2/2|2/2|2/2|2/2", "b2A,e2A,b9G,e9G"), "A-b2A-b9E", BoardTooFar, "@b2A", "@b9E"},
		{tridimensional.Start(), "A-b2A-b5A", BoardLoaded, "@b2A", "@b5A"},
		{board("w", "2/2|p1/2|2/2|2/2", "b2A,e5A,b9G,e9G"), "A-e5A-e2A", BoardOfOpponent, "@e5A", "@e2A"},
		{board("w", "2/2|P1/2|2/2|2/2", "b2A,e5A,b9G,e9G"), "A-e5A-e5C", BoardTurnsOver, "@e5A", "@e5C"},
		{board("w", "2/2|2/2|P1/2|2/2", "b2A,e2A,b6G,e9G"), "A-b6G-b9G", PromotionMissing, "@b6G", "@b9G"},
		{board("w", "2/2|2/2|2/2|2/2", "b2A,e2A,b9G,e9G"), "A-b2A-b5A=Q", NoPromotion, "@b2A", "@b5A"},
		{place(t, "tridimensional", White, "K:c2B", "k:c9F", "r:c5B"), "A-b2A-b5A", KingStaysInCheck, "@b2A", "@b5A"},
		{place(t, "orthodox", White, "K:e1", "r:d8", "k:h8"), "Kd1", KingIntoCheck, "e1", "d1"},
		{place(t, "orthodox", White, "K:e1", "r:e8", "k:h8", "N:b1"), "Nc3", KingStaysInCheck, "b1", "c3"},
		{place(t, "orthodox", White, "K:e1", "r:e8", "k:h8", "N:e2"), "Nc3", KingLeftInCheck, "e2", "c3"},
		{mustFEN(t, "orthodox", "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), "exd6", KingLeftInCheck, "e5", "d6"},
		{after(t, "orthodox", "f2-f3", "e7-e5", "g2-g4", "d8-h4"), "a3", GameOver, "", ""},
		{after(t, "orthodox", "f2-f3", "e7-e5", "g2-g4", "d8-h4"), "O-O", GameOver, "", ""},
	}
	reached := map[Fault]bool{}
	for _, tt := range tests {
		v := tt.p.v
		name := func(c Cell) string {
			switch {
			case c == NoCell:
				return ""
			case tt.from != "" && tt.from[0] == '@':
				return "@" + v.pins[c].Name
			}
			return v.CellName(c)
		}
		_, err := tt.p.ParseMove(tt.text)
		var illegal *IllegalError
		if !errors.As(err, &illegal) {
			t.Errorf("%s %q: %v, want an IllegalError", v.Key(), tt.text, err)
			continue
		}
		if illegal.Fault != tt.fault || illegal.Text != tt.text || name(illegal.From) != tt.from || name(illegal.Cell) != tt.cell {
			t.Errorf("%s %q: %v from %q at %q, want %v from %q at %q", v.Key(), tt.text,
				illegal.Fault, name(illegal.From), name(illegal.Cell), tt.fault, tt.from, tt.cell)
		}
		reached[tt.fault] = true
	}
	for f := NoSuchPiece; f <= GameOver; f++ {
		if !reached[f] {
			t.Errorf("fault %d (%v) is never reached", f, f)
		}
		if f.String() == "" {
			t.Errorf("fault %d has no words", f)
		}
	}
}
