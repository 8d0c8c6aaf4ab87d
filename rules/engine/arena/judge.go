package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"stackmate/rules"
)

// runJudge has a player search the samples of selfplay again, longer or better than those who
// played the games, and writes them down with its scores, for tune.
func runJudge(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("judge", flag.ContinueOnError)
	by := f.String("by", "ours nodes=20000", "who judges; see match")
	to := f.String("to", "judged.tsv", "add the samples with the new scores to this `file`")
	v, samples, err := parseSamples(f, args, out)
	if err != nil {
		return err
	}
	s, err := parseSpec(*by)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(*to, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	judge := newPlayer(s, 1, time.Minute)
	defer judge.close()
	lines := bufio.NewWriter(file)
	for i, sample := range samples {
		if err := judge.begin(ctx, v); err != nil {
			return err
		}
		t, err := judge.choose(ctx, rules.NewGame(sample.Position, 0))
		if err != nil {
			return fmt.Errorf("%s judges %s: %w", *by, sample.Position.FEN(), err)
		}
		score := t.score
		if sample.Position.Turn() == rules.Black {
			score = -score
		}
		if t.rated {
			fmt.Fprintf(lines, "%s\t%d\t%g\n", sample.Position.FEN(), score, sample.Points)
		}
		if (i+1)%5000 == 0 {
			fmt.Fprintf(out, "%d of %d samples\n", i+1, len(samples))
		}
	}
	if err := lines.Flush(); err != nil {
		return err
	}
	return file.Close()
}
