package rules

import (
	"slices"
	"testing"
)

// legal reports whether a move in LAN is legal.
func legal(p Position, text string) bool {
	_, err := p.ParseLAN(text)
	return err == nil
}

// TestReadings checks for each reading of the rules moves that it allows and moves that it
// forbids.
func TestReadings(t *testing.T) {
	tests := []struct {
		reading   string
		p         Position
		yes, no   []string
		wantClock int // after the first legal move; -1 where it does not matter
	}{
		{"M1: the king moves straight up", place(t, "millennium", White, "K:1e1", "k:3a8"), []string{"1e1-2e1", "1e1-2d2"}, []string{"1e1-3e1"}, 1},
		{"M2: two equal steps", millennium.Start(), []string{"1e2-1e4", "1e2-3e4", "1e2-3e2", "1e2-2e3"}, []string{"1e2-2e4", "1e2-1e5"}, 0},
		{"M2: only the first time", after(t, "millennium", "1e2-2e2", "3a7-3a6", "2e2-1e2", "3a6-3a5"), []string{"1e2-1e3", "1e2-2e2", "1d2-1d4"},
			[]string{"1e2-1e4", "1e2-3e4", "1e2-3e2"}, 0},
		{"M2: through an empty square", mustFEN(t, "millennium", "8/8/8/8/8/8/4P3/4K3|8/8/8/8/8/4p3/8/8|4k3/8/8/8/8/8/8/8 w - - 1e2 0 1"),
			[]string{"1e2-1e4", "1e2-3e2"}, []string{"1e2-3e4"}, 0},
		{"M3: from the fifth rank", mustFEN(t, "millennium", "8/8/8/8/4P3/8/8/4K3|8/8/8/8/3p4/8/8/8|4k3/8/8/8/8/8/8/8 b - 1e3 - 0 1"),
			[]string{"2d4-1e3"}, []string{"2d4-2e3"}, 0},
		{"M3: a vertical double step cannot be taken", func() Position {
			p := mustFEN(t, "millennium", "8/8/8/8/8/8/4P3/4K3|8/8/8/8/8/3p4/8/8|4k3/8/8/8/8/8/8/8 w - - * 0 1")
			m, _ := p.ParseLAN("1e2-3e2")
			return p.Play(m)
		}(), []string{"2d3-3e2", "2d3-2d2"}, []string{"2d3-2e2", "2d3-1e2"}, 0},
		{"M4: a pawn climbs to promote", place(t, "millennium", White, "K:1e1", "k:3h8", "P:2a8", "P:1b8", "P:3c7"),
			[]string{"2a8-3a8=Q", "2a8-1a8", "1b8-2b8", "3c7-3c8=N", "3c7-2c8"}, []string{"2a8-3a8", "1b8-2b8=Q", "2a8-3a8=K", "3c7-3c8=P", "1b8-3b8"}, 0},
		{"M5: castling, attack in three dimensions", place(t, "millennium", White, "K:1e1", "R:1a1", "R:1h1", "r:3f3", "k:3h8", "castling"),
			[]string{"1e1-1c1"}, []string{"1e1-1g1"}, 1},
		{"M7: a climb does not reset the clock", mustFEN(t, "millennium", "8/8/8/8/4P3/8/8/4K3|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 w - - - 7 9"),
			[]string{"1e4-2e4"}, nil, 8},
		{"M7: a forward move does", mustFEN(t, "millennium", "8/8/8/8/4P3/8/8/4K3|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 w - - - 7 9"),
			[]string{"1e4-2e5"}, nil, 0},
		{"M7: a promotion does", mustFEN(t, "millennium", "8/8/8/8/8/8/8/4K3|P7/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 w - - - 7 9"),
			[]string{"2a8-3a8=Q"}, nil, 0},
		{"B1: the setup", eightLevel.Start(), []string{"5b1-5a3", "4d1-6c3", "7d1-8d3", "5e2-5e4"}, []string{"5d1-5d3"}, 1},
		{"B2: every pawn move counts", place(t, "3d8l", White, "K:5e1", "k:5e8", "P:3c3"), []string{"3c3-3c4"}, []string{"3c3-4c4", "3c3-3c5"}, 0},
		{"3d8l: eight captures", place(t, "3d8l", White, "K:5e1", "k:5e8", "P:3c3", "p:4c4", "p:2b4", "p:3d4", "p:3c4"),
			[]string{"3c3-4c4", "3c3-2b4", "3c3-3d4"}, []string{"3c3-3c4", "3c3-4d4"}, 0},
		{"3d8l: en passant from any point that attacks", mustFEN(t, "3d8l",
			"8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/2P5/8/8/8|8/8/8/8/2p5/8/8/8|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 b - 3c3 0 1"),
			[]string{"4c4-3c3"}, []string{"4c4-2c3"}, 0},
		{"G1: steps, double steps to the other board", nextgenOpposed.Start(),
			[]string{"Aa2-Aa3", "Aa2-Ba3", "Aa2-Ba2", "Aa2-Aa4", "Aa2-Ba4"}, []string{"Aa2-Bb3", "Aa2-Aa5"}, 0},
		{"G1: through the square on the board of arrival", mustFEN(t, "nextgen", "4k3/8/8/8/8/n7/8/8|8/8/8/8/8/8/P7/4K3 w - - Aa2 0 1"),
			[]string{"Aa2-Aa4", "Aa2-Ba2"}, []string{"Aa2-Ba4"}, 0},
		{"G2: en passant across boards", mustFEN(t, "nextgen", "4k3/8/8/p7/8/8/8/8|8/8/8/1P6/8/8/8/4K3 w - Ba6 - 0 1"),
			[]string{"Ab5-Ba6"}, []string{"Ab5-Aa6"}, 0},
		{"G3: promotion on both boards", place(t, "nextgen", White, "K:Ae1", "k:Bh6", "P:Aa7"), []string{"Aa7-Ba8=Q", "Aa7-Aa8=R", "Aa7-Ba7"},
			[]string{"Aa7-Aa8", "Aa7-Ba8"}, 0},
		{"G4: castling on the board of the starting position", place(t, "nextgen", White, "K:Ae1", "k:Bh6", "R:Aa1", "castling"), []string{"Ae1-Ac1"}, nil, 1},
		{"G5: white on B", nextgenWhiteB.Start(), []string{"Be2-Be4"}, []string{"Ae2-Ae4"}, 0},
		{"G6: a climb resets the clock", mustFEN(t, "nextgen", "4k3/8/8/8/8/8/8/8|8/8/8/1P6/8/8/8/4K3 w - - - 7 9"), []string{"Ab5-Bb5"}, nil, 0},
		{"nextgen: pieces to the other board", place(t, "nextgen", White, "K:Ae1", "k:Bh8", "R:Ad4", "B:Ab4", "N:Ag4", "Q:Aa8"),
			[]string{"Ad4-Bd4", "Ab4-Ba4", "Ab4-Bc5", "Ag4-Bg6", "Ag4-Be4", "Aa8-Ba8", "Aa8-Bb7"}, []string{"Ad4-Bd5", "Ab4-Bb4", "Ag4-Bh6", "Ab4-Bd6"}, 1},
		{"T1: sliders pass through air", place(t, "tridimensional", White, "K:b2B", "k:c9F", "R:c2B"),
			[]string{"c2B-c4D", "c2B-c6F"}, []string{"c2B-c3C", "c2B-c5E"}, 1},
		{"T1: the first step of 2e3 may lead through air", mustFEN(t, "tridimensional", "4/4/P3/1K2|4/4/4/4|4/4/4/1k2|2/2|2/2|2/2|2/2 w - - b3B b2A,e2A,b9G,e9G 0 1"),
			[]string{"b3B-b5D", "b3B-b4B", "b3B-b5B"}, []string{"b3B-b4C"}, 0},
		{"T3: across, along, up, over", place(t, "tridimensional", White, "K:c2B", "k:c9F"),
			[]string{"@b2A-b5A", "@b2A-b4C", "@b2A-b2C", "@e9G-e6G", "@e9G-e7E", "@e9G-e9E"}, []string{"@b2A-e2A", "@b2A-e5A", "@b2A-b5C", "@b2A-b6E", "@b2A-b7C"}, 1},
		{"T4: riding", mustFEN(t, "tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|P1/2|2/2|2/2 w - - - b2A,e5A,b9G,e9G 3 4"),
			[]string{"@e5A-e2A", "@e5A-b5A"}, []string{"@e5A-e5C"}, 4},
		{"T4: not with the opponent's pawn", mustFEN(t, "tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|p1/2|2/2|2/2 w - - - b2A,e5A,b9G,e9G 0 1"),
			nil, []string{"@e5A-e2A", "@e5A-b5A"}, -1},
		{"T4: a ridden pawn parries", place(t, "tridimensional", White, "K:c2B", "k:c9F", "r:c5B"), nil, []string{"@b2A-b5A"}, -1},
		{"T5: promotion by riding", mustFEN(t, "tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|2/2|P1/2|2/2 w - - - b2A,e2A,b6G,e9G 3 4"),
			[]string{"@b6G-b9G=Q", "@b6G-b9G=N"}, []string{"@b6G-b9G"}, 0},
		{"T5: promotion by the pawn's own move", place(t, "tridimensional", White, "K:c2B", "k:c7F", "P:e8F", "P:d5D"), []string{"e8F-e9F=Q", "e8F-e9G=R", "d5D-d6D"},
			[]string{"e8F-e9F", "d5D-d6D=Q"}, 0},
		{"T6: castling", place(t, "tridimensional", White, "K:e1A", "R:a1A", "R:f1A", "k:c9F", "castling"), []string{"e1A-f1A", "e1A-a1A"}, nil, 1},
		{"T6: b1A must be empty", place(t, "tridimensional", White, "K:e1A", "R:a1A", "R:f1A", "N:b1A", "k:c9F", "castling"), []string{"e1A-f1A"}, []string{"e1A-a1A"}, 1},
		{"T7: en passant", mustFEN(t, "tridimensional", "Pp2/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|2/2|2/2|2/2 b - b4B - b2A,e2A,b9G,e9G 0 1"),
			[]string{"c5B-b4B", "c5B-c4B"}, []string{"c5B-d4B"}, 0},
		{"T7: none where the cell passed over is air", after(t, "tridimensional", "b3B-b5D"), nil, []string{"b8F-b4C"}, -1},
		{"T8: captures", place(t, "tridimensional", Black, "K:d2B", "k:c7F", "p:b10G", "N:b8F", "N:a9G"),
			[]string{"b10G-b8F", "b10G-a9G", "b10G-b9G", "b10G-b9F"}, []string{"b10G-c9F"}, 0},
		{"T8: captures of White", place(t, "tridimensional", White, "K:d2B", "k:c7F", "P:b2A", "n:b4B", "n:c5D"),
			[]string{"b2A-b4B", "b2A-b3B"}, []string{"b2A-c3B", "b2A-b5D"}, 0},
	}
	for _, tt := range tests {
		for _, text := range tt.yes {
			if !legal(tt.p, text) {
				t.Errorf("%s: %s is refused", tt.reading, text)
			}
		}
		for _, text := range tt.no {
			if legal(tt.p, text) {
				t.Errorf("%s: %s is accepted", tt.reading, text)
			}
		}
		if len(tt.yes) > 0 && tt.wantClock >= 0 {
			m, _ := tt.p.ParseLAN(tt.yes[0])
			if next := tt.p.Play(m); next.HalfmoveClock() != tt.wantClock {
				t.Errorf("%s: clock %d after %s, want %d", tt.reading, next.HalfmoveClock(), tt.yes[0], tt.wantClock)
			}
		}
	}
}

// TestB1 counts the setup: 64 pieces and 64 pawns a side, as the text says.
func TestB1(t *testing.T) {
	p := eightLevel.Start()
	want := map[Role]int{King: 1, Queen: 2, GrandKnight: 1, Rookbishop: 4, Rookmace: 4, Bishopmace: 4, Rook: 8, Bishop: 8,
		Mace: 8, Knight: 8, RedKnight: 8, GreenKnight: 8, Pawn: 64}
	for _, c := range []Color{White, Black} {
		for role, n := range want {
			if got := p.Count(NewPiece(c, role)); got != n {
				t.Errorf("%v has %d of %v, want %d", c, got, role, n)
			}
		}
	}
}

// TestM6 repeats a position in which a pawn has lost its first move in between.
func TestM6(t *testing.T) {
	g := NewGame(millennium.Start(), 0)
	there := []string{"1g1-2g3", "3g8-2g6", "2g3-1g1", "2g6-3g8"}
	if err := g.PlayLAN(slices.Concat([]string{"1e2-2e2", "3e7-2e7", "2e2-1e2", "2e7-3e7"}, there)...); err != nil {
		t.Fatal(err)
	}
	if n := g.Repetitions(); n != 2 { // the first time, both pawns could still make their first move
		t.Errorf("occurred %d times, want 2", n)
	}
	if g.ClaimRepetition() {
		t.Error("a claim before the third time")
	}
	if err := g.PlayLAN(there...); err != nil {
		t.Fatal(err)
	}
	if !g.ClaimRepetition() || g.StatusText() != "ongoing+claim3" {
		t.Errorf("no claim at the third time: %s", g.StatusText())
	}
}

// TestEnPassantInRepetition: a cell passed over counts only where a capture is legal (M6).
func TestEnPassantInRepetition(t *testing.T) {
	same := func(a, b string) bool {
		p, q := mustFEN(t, "orthodox", a), mustFEN(t, "orthodox", b)
		return p.Hash() == q.Hash()
	}
	if !same("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 5 9") {
		t.Error("nobody can capture, and yet the positions differ")
	}
	if same("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1") {
		t.Error("a legal capture en passant makes no difference")
	}
	if !same("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1") {
		t.Error("a capture that leaves the king in check makes a difference")
	}
}

// TestM7 claims draws by the fifty-move rule, also with a limit that the players agreed on.
func TestM7(t *testing.T) {
	start := mustFEN(t, "millennium", "8/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/8|r3k3/8/8/8/8/8/8/8 w - - - 98 60")
	for limit, want := range map[int]string{0: "ongoing+claim50", 51: "ongoing", 40: "ongoing+claim50"} {
		g := NewGame(start, limit)
		if err := g.PlayLAN("1a1-1b1", "3a8-3b8"); err != nil {
			t.Fatal(err)
		}
		if got := g.StatusText(); got != want || g.now.HalfmoveClock() != 100 {
			t.Errorf("limit %d: %s after %d plies, want %s", limit, got, g.now.HalfmoveClock(), want)
		}
	}
}

// TestBishopsOfOneColor holds standard chess to FIDE 5.2.2: bishops that all stand on squares
// of one color cannot mate. Bishops on both colors can, and in the other games bishops change
// the board.
func TestBishopsOfOneColor(t *testing.T) {
	for fen, want := range map[string]Status{
		"7k/8/8/8/8/8/8/KB5b w - - 0 1":  InsufficientMaterial, // b1 and h1 are light
		"7k/8/8/8/8/8/8/KB4b1 w - - 0 1": Ongoing,
		"7k/8/8/8/8/3B4/8/KB6 w - - 0 1": InsufficientMaterial,
		"7k/8/8/8/8/8/3B4/KB6 w - - 0 1": Ongoing,
		"7k/7p/8/8/8/8/8/KB5b w - - 0 1": Ongoing,
		"7k/8/8/8/8/8/8/KN5n w - - 0 1":  Ongoing,
	} {
		p, err := orthodox.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Status(); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
	if p := place(t, "millennium", White, "K:1a1", "B:1b1", "k:3h8", "b:3h7"); p.Status() == InsufficientMaterial {
		t.Error("millennium has the rule of standard chess")
	}
}

// TestInsufficient checks dead material (M8, B3, G6, T9), and who wins on time (M9).
func TestInsufficient(t *testing.T) {
	kings := map[string][]string{"orthodox": {"K:a1", "k:h8"}, "millennium": {"K:1a1", "k:3h8"}, "3d8l": {"K:1a1", "k:8h8"},
		"nextgen": {"K:Aa1", "k:Bh8"}, "tridimensional": {"K:b2B", "k:e9F"}}
	home := map[string]string{"orthodox": "c2", "millennium": "2c2", "3d8l": "3c2", "nextgen": "Bc2", "tridimensional": "c4D"}
	for key, bare := range kings {
		v := VariantByKey(key)
		bareKings := place(t, key, White, bare...)
		if got := bareKings.Status(); got != InsufficientMaterial {
			t.Errorf("%s: bare kings are %v", key, got)
		}
		for _, role := range v.Roles()[1:] {
			letters := role.Letters()
			one := place(t, key, Black, append(slices.Clone(bare), letters+":"+home[key])...)
			if got := one.Status() == InsufficientMaterial; got != v.cannotMate[role] {
				t.Errorf("%s: a lone %v is insufficient: %v", key, role, got)
			}
			if one.CanWinOnTime(White) == v.cannotMate[role] || one.CanWinOnTime(Black) {
				t.Errorf("%s: on time a lone %v wins %v, a bare king %v", key, role, one.CanWinOnTime(White), one.CanWinOnTime(Black))
			}
		}
	}
	both := place(t, "millennium", White, "K:1a1", "k:3h8", "N:2c2", "n:2f7")
	if both.Status() != Ongoing || both.CanWinOnTime(White) || both.CanWinOnTime(Black) {
		t.Error("a knight on each side goes on, but does not win on time")
	}
}
