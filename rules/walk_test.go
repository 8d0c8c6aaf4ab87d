package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// walk plays a random game and calls visit in every position before its move. It prefers
// moves that do more than move one piece, so that captures, castling, promotions and rides
// occur in short games.
func walk(v *Variant, seed uint64, plies int, visit func(p *Position, legal []Move)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := v.Start()
	for range plies {
		legal := p.Moves()
		visit(&p, legal)
		if len(legal) == 0 {
			return
		}
		p = p.Play(choose(&p, legal, rng.IntN))
	}
}

func choose(p *Position, legal []Move, intn func(int) int) Move {
	var lively []Move
	for _, m := range legal {
		if _, takes := p.Captures(m); takes || m.Kind != Normal || m.Promotion != NoRole {
			lively = append(lively, m)
		}
	}
	if len(lively) > 0 && intn(3) == 0 {
		return lively[intn(len(lively))]
	}
	return legal[intn(len(legal))]
}

// mustFEN reads a position that a test relies on.
func mustFEN(t testing.TB, key, fen string) Position {
	t.Helper()
	p, err := VariantByKey(key).ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// each runs a test for every variant.
func each(t *testing.T, run func(t *testing.T, v *Variant)) {
	for _, v := range Variants() {
		t.Run(v.Key(), func(t *testing.T) { run(t, v) })
	}
}

// after plays moves in LAN from the starting position.
func after(t testing.TB, key string, moves ...string) Position {
	t.Helper()
	g := NewGame(VariantByKey(key).Start(), 0)
	if err := g.PlayLAN(moves...); err != nil {
		t.Fatal(err)
	}
	return g.Position()
}

// place sets up pieces such as "K:1e1" or "rb:8a8", lower case for Black, with
// attack boards on their starting pins. All pawns have moved. Kings and partners on their
// starting cells may castle if "castling" is among the pieces.
func place(t testing.TB, key string, turn Color, pieces ...string) Position {
	t.Helper()
	v := VariantByKey(key)
	p := v.Start()
	p.turn, p.ply, p.rights, p.unmoved, p.pawns, p.occ = turn, uint16(turn), 0, CellSet{}, CellSet{}, [2]CellSet{}
	for c := range v.cells {
		if p.board[c] != Air {
			p.board[c] = Empty
		}
	}
	for _, s := range pieces {
		if s == "castling" {
			for i, c := range v.castlings {
				if p.board[c.king] == NewPiece(c.color, King) && slices.Contains(c.partners, p.board[c.partner].Role()) {
					p.rights |= 1 << i
				}
			}
			continue
		}
		symbol, cell, _ := strings.Cut(s, ":")
		if len(symbol) > 1 {
			symbol = "(" + symbol + ")"
		}
		p.put(v.mustCell(cell), v.pieceWithSymbol(symbol))
	}
	return mustFEN(t, key, p.FEN())
}
