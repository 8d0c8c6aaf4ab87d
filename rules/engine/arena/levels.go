package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"stackmate/rules/engine"
)

// runLevels lets each level play the next, and prints by how much that is stronger.
func runLevels(ctx context.Context, args []string, out io.Writer) error {
	var m match
	f := flag.NewFlagSet("levels", flag.ContinueOnError)
	variant := f.String("variant", "millennium", "the `game`")
	games := f.Int("games", 100, "how many games each pair of neighbours plays, two for each opening")
	first := f.Int("first", 1, "the weakest `level`")
	last := f.Int("last", int(engine.MaxLevel), "the strongest `level`")
	m.matchFlags(f)
	if err := parse(f, args); err != nil {
		return err
	}
	var err error
	if m.variant, err = variantNamed(*variant); err != nil {
		return err
	}
	if *first < 1 || *last > int(engine.MaxLevel) || *first >= *last {
		return fmt.Errorf("there are levels from 1 to %d; -first must be below -last", engine.MaxLevel)
	}
	m.pairs = max(1, (*games+1)/2)
	fmt.Fprintf(out, "%s: Elo of each level over the one below, with 95 %% intervals\n", m.variant.Key())
	for level := *first + 1; level <= *last && ctx.Err() == nil; level++ {
		m.score, m.used = score{}, [2]usage{}
		for i := range m.specs {
			m.specs[i] = spec{text: fmt.Sprintf("level %d", level-i), level: engine.Level(level - i)}
		}
		if err := m.run(ctx); err != nil {
			return err
		}
		fmt.Fprintf(out, "%d over %d: %-22v %v; ends: %s\n", level, level-1, m.score.estimate(), &m.score, ends(m.reasons))
	}
	return nil
}
