package rules

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkSANs(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			p := v.Start()
			legal := p.Moves()
			for b.Loop() {
				p.SANs(legal, legal)
			}
		})
	}
}

func BenchmarkSAN(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			var p Position
			walk(v, 3, 40, func(at *Position, _ []Move) { p = *at })
			legal := p.Moves()
			for i := 0; b.Loop(); i++ {
				p.SAN(legal[i%len(legal)])
			}
		})
	}
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func benchmarkPerft(b *testing.B, p Position, depth int) {
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		nodes += Perft(p, depth)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnps")
}

func BenchmarkPerft(b *testing.B) {
	for _, v := range Variants() {
		depth := 3
		switch v {
		case eightLevel:
			depth = 2
		case orthodox, tridimensional:
			depth = 4
		}
		b.Run(v.Key(), func(b *testing.B) { benchmarkPerft(b, v.Start(), depth) })
	}
	b.Run("kiwipete", func(b *testing.B) { benchmarkPerft(b, mustFEN(b, "orthodox", kiwipete), 3) })
}

func BenchmarkMoves(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			p := v.Start()
			b.ReportAllocs()
			for b.Loop() {
				p.Moves()
			}
		})
	}
}

// BenchmarkOpenGame plays a stored game of 300 plies.
func BenchmarkOpenGame(b *testing.B) {
	for _, v := range Variants() {
		texts := gameTexts(v, 300)
		b.Run(v.Key(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := NewGame(v.Start(), 0).PlayLAN(texts...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStatus(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			p := v.Start()
			for b.Loop() {
				p.Status()
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			p := v.Start()
			for b.Loop() {
				p.Hash()
			}
		})
	}
}

// gameTexts returns a random game of n plies in LAN.
func gameTexts(v *Variant, n int) []string {
	for seed := uint64(1); ; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		var texts []string
		p := v.Start()
		for legal := p.Moves(); len(legal) > 0 && len(texts) < n; legal = p.Moves() {
			m := choose(&p, legal, rng.IntN)
			texts = append(texts, v.LAN(m))
			p = p.Play(m)
		}
		if len(texts) == n {
			return texts
		}
	}
}
