package engine

import (
	"context"
	"strings"
	"sync"
	"testing"

	"stackmate/rules"
)

// TestCancelledSearch shows that a search whose context ends goes on for no more nodes than
// pass between two looks at the limits (BenchmarkCancel says how long these take), and has a
// legal move.
func TestCancelledSearch(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		for _, threads := range []int{1, 3} {
			g := random(v, 4, 12)
			ctx, cancel := context.WithCancel(context.Background())
			e := New(Options{Threads: threads})
			var at uint64
			r := e.Search(ctx, g, Limits{}, func(i Info) {
				if i.Nodes > 4000 {
					at = i.Nodes
					cancel()
					<-ctx.Done()
				}
			})
			cancel()
			p := g.Position()
			var k rules.KingState
			p.Inspect(&k)
			if m, ok := r.Best(); !ok || !p.Legal(m, &k) {
				t.Errorf("%v %t", m, ok)
			}
			if threads == 1 && r.Nodes > at+3*checkEvery {
				t.Errorf("%d nodes, %d when it was cancelled", r.Nodes, at)
			}
		}
	})
}

// BenchmarkCancel reports how long the nodes between two looks at the limits take.
func BenchmarkCancel(b *testing.B) {
	for _, v := range rules.Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			e := New(Options{})
			g := random(v, 4, 12)
			for b.Loop() {
				e.Search(context.Background(), g, Limits{Nodes: checkEvery}, nil)
			}
		})
	}
}

// TestAlreadyCancelled shows that even then there is a move.
func TestAlreadyCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := rules.NewGame(rules.VariantByKey("3d8l").Start(), 0)
	r := New(Options{}).Search(ctx, g, Limits{}, nil)
	if _, ok := r.Best(); !ok {
		t.Error("no move")
	}
}

// TestTableChangesNoMates searches positions with a mate in two with and without the table.
func TestTableChangesNoMates(t *testing.T) {
	compared := map[string]int{}
	for line := range strings.Lines(provenMates) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[1] != "2" || compared[f[0]] == 3 {
			continue
		}
		p, err := rules.VariantByKey(f[0]).ParseFEN(f[2])
		if err != nil {
			t.Fatal(err)
		}
		var scores [2]Score
		whole := true
		for i := range scores {
			s := searcherOf(rules.NewGame(p, 0))
			s.cached, s.pruned, s.captures = i == 0, false, 1
			s.stop = func(nodes uint64) (bool, uint64) { return nodes > 60_000, nodes + 500 }
			r := &run{ctx: context.Background(), limits: Limits{Depth: 3}, e: &Engine{searchers: []*searcher{s}}}
			scores[i] = r.deepen(s, nil).Lines[0].Score
			whole = whole && !s.stopped
		}
		if !whole {
			continue
		}
		compared[f[0]]++
		if n, ok := scores[0].Mate(); scores[0] != scores[1] || !ok || n != 2 {
			t.Errorf("%s: %v with the table, %v without", f[2], scores[0], scores[1])
		}
	}
	if len(compared) < 4 {
		t.Errorf("compared in %d games", len(compared))
	}
}

// TestEnginesSideBySide lets the race detector watch engines that share the tables of a
// game.
func TestEnginesSideBySide(t *testing.T) {
	var all sync.WaitGroup
	for i := range 3 {
		for _, v := range rules.Variants() {
			all.Go(func() {
				e := New(Options{Threads: 2})
				e.Search(context.Background(), random(v, uint64(i), 10), Limits{Nodes: 3000}, nil)
			})
		}
	}
	all.Wait()
}
