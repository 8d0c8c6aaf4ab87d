package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"stackmate/rules"
)

// TestEstimatesIgnoreTurns shows that a board that is turned or mirrored is estimated as before,
// in every game and ending of which there is an estimate.
func TestEstimatesIgnoreTurns(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		tab := tablesOf(v)
		h := &tab.homes
		game, _, _ := strings.Cut(v.Key(), ":")
		want := map[string]int{"orthodox": 8, "millennium": 16, "nextgen": 16, "tridimensional": 4, "3d8l": 16}[game]
		if len(h.turns) != want {
			t.Errorf("%d turns, want %d", len(h.turns), want)
		}
		var cells []rules.Cell // by number
		start := v.Start()
		for c := range rules.Cell(v.Cells()) {
			if start.At(c) != rules.Air {
				cells = append(cells, c)
			}
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for roles, e := range tab.endings {
			if e.network == nil {
				continue
			}
			for range 50 {
				var where men
				for i := range where {
					where[i] = cells[rng.IntN(len(cells))]
				}
				least, most := int32(1<<30), int32(-1)
				for _, turn := range h.turns {
					turned := where
					for i, c := range where {
						turned[i] = cells[turn[h.number[c]]]
					}
					n := e.network.plies(&turned)
					least, most = min(least, n), max(most, n)
				}
				// On a diagonal the bare king is at home both before and after one turn.
				if home := h.number[where[0]]; least != most && leaving(h, home) == 1 {
					t.Fatalf("%v: %v is estimated %d to %d", roles, where, least, most)
				}
			}
		}
	})
}

// leaving counts the turns that leave a cell where it is.
func leaving(h *homes, number int) (n int) {
	for _, turn := range h.turns {
		if turn[number] == number {
			n++
		}
	}
	return n
}

// TestFitEnding lets a network learn how far apart kings are, and reads it back.
func TestFitEnding(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	tab := tablesOf(v)
	rng := rand.New(rand.NewPCG(1, 2))
	var samples []EndingSample
	for range 20_000 {
		s := EndingSample{Men: [4]rules.Cell{rules.Cell(rng.IntN(64)), rules.Cell(rng.IntN(64)), rules.Cell(rng.IntN(64))}}
		s.Plies = uint8(3 * tab.apart(s.Men[0], s.Men[1]))
		samples = append(samples, s)
	}
	text, explained := FitEnding(v, []rules.Role{rules.Rook}, 3, samples)
	if explained < 0.9 {
		t.Errorf("%.2f of the variance is explained", explained)
	}
	n, err := tab.readNetwork(pieces{rules.Rook}, text)
	if err != nil {
		t.Fatal(err)
	}
	wrong := int32(0)
	for _, s := range samples[:1000] {
		where := men(s.Men)
		off := n.plies(&where) - int32(s.Plies)
		wrong += max(off, -off)
	}
	if wrong > 3000 {
		t.Errorf("the estimates are wrong by %.1f plies on average", float64(wrong)/1000)
	}
	for _, broken := range []string{text[4:], "?" + text[1:]} {
		if _, err := tab.readNetwork(pieces{rules.Rook}, broken); err == nil {
			t.Error("a broken text is read")
		}
	}
}

// TestPiecesAreKeptInEndings shows that a piece is not given up for the sake of a faster drive.
func TestPiecesAreKeptInEndings(t *testing.T) {
	v := rules.VariantByKey("tridimensional")
	for _, c := range [][2]string{
		{"4/4/4/1k2|4/4/4/K3|4/4/2B1/Q3|2/2|2/2|2/2|2/2 w - - - b2A,e2A,b9G,e9G 0 1", "4/4/4/1k2|4/4/4/K3|4/4/4/Q3|2/2|2/2|2/2|2/2 w - - - b2A,e2A,b9G,e9G 0 1"},
	} {
		var scores [2]int32
		for i, fen := range c {
			p, err := v.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			scores[i] = searcherOf(rules.NewGame(p, 0)).evaluate(-infinite, infinite)
		}
		if scores[0] < scores[1]+500 {
			t.Errorf("%s: %d, without a piece %d", c[0], scores[0], scores[1])
		}
	}
}
