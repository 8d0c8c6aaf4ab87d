package engine

import (
	"context"
	"testing"

	"stackmate/rules"
)

// BenchmarkSearch reports positions searched a second from the starting position.
func BenchmarkSearch(b *testing.B) {
	for _, v := range rules.Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			e := New(Options{Hash: 4})
			g := rules.NewGame(v.Start(), 0)
			var nodes uint64
			for b.Loop() {
				e.Forget()
				nodes += e.Search(context.Background(), g, Limits{Nodes: 100_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
