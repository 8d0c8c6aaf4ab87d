package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// fitted is about how many positions of an ending the engine's estimates are made from.
const fitted = 1_000_000

// rounds is how often each of them is learned on average.
const rounds = 24

// fit returns the network by which the engine estimates how long a bare king holds out, and
// which share of the variance it explains. It learns from random lost positions with the bare
// king to move, as many of those that last short as of those that last long, and from some
// that are not won although the other side is to move: they count as a little longer.
func (t *table) fit() (text string, explained float64) {
	const drawn = 0
	lasts := func(i int) uint8 { // in moves; more than longest if the position does not count
		switch n := t.black[i]; {
		case t.white[i] == drawn:
			return longest
		case n >= mated && n < safe:
			return n - mated
		}
		return longest + 1
	}
	var count [longest + 2]int
	for i := range t.black {
		count[lasts(i)]++
	}
	deepest := t.deepest()
	quota := fitted / (deepest + 1)
	random := rand.New(rand.NewPCG(1, 0))
	where := make([]place, len(t.men))
	var samples []engine.EndingSample
	for i := range t.black {
		n := lasts(i)
		if n > longest || count[n] > quota && random.IntN(count[n]) >= quota {
			continue
		}
		s := engine.EndingSample{Men: [4]rules.Cell{t.cells[t.homes[t.at(i, where)]]}, Plies: 2 * min(n, uint8(deepest+4))}
		for k, p := range where {
			s.Men[k+1] = t.cells[p]
		}
		samples = append(samples, s)
	}
	return engine.FitEnding(t.variant, t.men[1:], rounds, samples)
}

// longest is more moves than any bare king holds out.
const longest = 100

// writeRow writes what the engine needs to know of an ending as a line of endings.tsv: game,
// pieces, share of won positions in hundredths of a per cent, the longest win in moves, and
// what fit returns.
func (t *table) writeRow(out, log io.Writer) error {
	won, _ := t.share()
	row := fmt.Sprintf("%s\t%s\t%d\t%d", t.variant.Key(), endingName(t.men[1:]), int(won*10_000+0.5), t.deepest())
	if t.deepest() > 1 {
		text, explained := t.fit()
		fmt.Fprintf(log, "         estimates explain %.1f %% of the variance\n", 100*explained)
		row += "\t" + text
	}
	_, err := fmt.Fprintln(out, row)
	return err
}
