package benchmarks

import (
	"testing"

	"github.com/corentings/chess/v2"

	"stackmate/rules"
)

var positions = []struct {
	name, fen string
	depth     int
	nodes     uint64
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
}

// BenchmarkPerft makes the moves of the last ply too, with both libraries.
func BenchmarkPerft(b *testing.B) {
	for _, p := range positions {
		b.Run(p.name+"/stackmate", func(b *testing.B) {
			start, err := rules.VariantByKey("orthodox").ParseFEN(p.fen)
			if err != nil {
				b.Fatal(err)
			}
			count(b, p.nodes, func() uint64 { return rules.Perft(start, p.depth) })
		})
		b.Run(p.name+"/corentings", func(b *testing.B) {
			fen, err := chess.FEN(p.fen)
			if err != nil {
				b.Fatal(err)
			}
			start := chess.NewGame(fen).Position()
			count(b, p.nodes, func() uint64 { return perft(start, p.depth) })
		})
	}
}

// count runs a perft, checks its result, and reports its speed in millions of nodes a second.
func count(b *testing.B, want uint64, perft func() uint64) {
	b.ReportAllocs()
	for b.Loop() {
		if got := perft(); got != want {
			b.Fatalf("%d nodes, want %d", got, want)
		}
	}
	b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnps")
}

func perft(p *chess.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	moves := p.ValidMoves()
	for i := range moves {
		n += perft(p.Update(&moves[i]), depth-1)
	}
	return n
}
