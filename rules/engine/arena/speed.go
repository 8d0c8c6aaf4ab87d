package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"stackmate/rules"
)

// runSpeed counts nodes a second on the same positions of each game, of two players in turn,
// so that both meet the same noise.
func runSpeed(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("speed", flag.ContinueOnError)
	variants := f.String("variant", strings.Join(mainKeys, ","), "the `games`, separated by commas")
	a := f.String("a", "ours movetime=200", "the first `player`; see match")
	b := f.String("b", "", "the second `player`; empty means none")
	count := f.Int("positions", 20, "how many positions of each game")
	seed := f.Uint64("seed", 1, "the same seed gives the same positions")
	if err := parse(f, args); err != nil {
		return err
	}
	var players []player
	for _, text := range []string{*a, *b} {
		if text == "" && len(players) == 1 {
			continue
		}
		s, err := parseSpec(text)
		if err != nil {
			return err
		}
		p := newPlayer(s, *seed, time.Minute)
		defer p.close()
		players = append(players, p)
	}
	for _, name := range strings.Split(*variants, ",") {
		v, err := variantNamed(name)
		if err != nil {
			return err
		}
		var medians []float64
		lists, err := speeds(ctx, players, walks(v, *count, *seed))
		if err != nil {
			return err
		}
		for i, list := range lists {
			medians = append(medians, median(list))
			fmt.Fprintf(out, "%-15s %c: %8.0f nodes a second (%.0f to %.0f)\n", v.Key(), 'a'+i, medians[i], slices.Min(list), slices.Max(list))
		}
		if len(medians) == 2 {
			fmt.Fprintf(out, "%-15s a/b: %.2f\n", v.Key(), medians[0]/medians[1])
		}
	}
	return nil
}

// speeds returns the nodes a second of each player on each position.
func speeds(ctx context.Context, players []player, games []*rules.Game) ([][]float64, error) {
	lists := make([][]float64, len(players))
	for _, g := range games {
		p := g.Position()
		for i, pl := range players {
			if err := pl.begin(ctx, p.Variant()); err != nil {
				return nil, err
			}
			t, err := pl.choose(ctx, g)
			if err != nil {
				return nil, err
			}
			lists[i] = append(lists[i], float64(t.nodes)/max(t.took.Seconds(), 1e-6))
		}
	}
	return lists, nil
}

// walks returns games of random legal moves, from 6 to 40 plies long, that are not over.
func walks(v *rules.Variant, count int, seed uint64) (games []*rules.Game) {
	random := rand.New(rand.NewPCG(seed, 0))
	for len(games) < count {
		o := openings{variant: v, plies: 6 + len(games)*34/max(1, count-1), random: random}
		g := rules.NewGame(v.Start(), 0)
		if !o.wander(g) {
			continue
		}
		if p := g.Position(); !p.Status().Over() {
			games = append(games, g)
		}
	}
	return games
}

// median returns the median of a list that is not empty.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
