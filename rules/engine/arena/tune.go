package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// collector plays games of the engine against itself and writes down quiet positions.
type collector struct {
	ground
	openings *openings
	nodes    uint64
	engine   *engine.Engine
	out      *bufio.Writer
}

func runSelfPlay(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("selfplay", flag.ContinueOnError)
	f.SetOutput(out)
	variant := f.String("variant", rules.DefaultKey, "the `game`")
	games := f.Int("games", 1000, "how many games")
	nodes := f.Uint64("nodes", 3000, "positions that are searched for a move")
	plies := f.Int("plies", 8, "how many random plies an opening has")
	seed := f.Uint64("seed", 1, "the same seed gives the same games")
	to := f.String("to", "samples.tsv", "add the samples to this `file`")
	if err := parse(f, args); err != nil {
		return err
	}
	v, err := variantNamed(*variant)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(*to, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	c := &collector{ground: ground{variant: v, plies: 300}, openings: newOpenings(v, *plies, 300, *seed), nodes: *nodes,
		engine: engine.New(engine.Options{}), out: bufio.NewWriter(file)}
	for n := range *games {
		if err := c.game(ctx); err != nil {
			return err
		}
		if err := c.out.Flush(); err != nil {
			return err
		}
		if (n+1)%50 == 0 {
			fmt.Fprintf(out, "%d games\n", n+1)
		}
	}
	return file.Close()
}

// game plays a game, until one side is far ahead, and writes its samples.
func (c *collector) game(ctx context.Context) error {
	opening, err := c.openings.next(ctx)
	if err != nil {
		return err
	}
	g := rules.NewGame(c.variant.Start(), 0)
	for _, m := range opening {
		g.Play(m)
	}
	c.engine.Forget()
	var lines []string
	outcome, decided := rules.Undecided, 0
	for {
		if outcome, _ = c.over(g); outcome != rules.Undecided {
			break
		}
		r := c.engine.Search(ctx, g, engine.Limits{Nodes: c.nodes}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		best, _ := r.Best()
		p := g.Position()
		score := r.Lines[0].Score
		if p.Turn() == rules.Black {
			score = -score
		}
		if _, mate := score.Mate(); !mate && max(score, -score) < 1500 && engine.Quiet(g) {
			lines = append(lines, fmt.Sprintf("%s\t%d", p.FEN(), score))
		}
		if decided++; max(score, -score) < 2500 {
			decided = 0
		}
		if decided == 6 {
			outcome = rules.WhiteWins
			if score < 0 {
				outcome = rules.BlackWins
			}
			break
		}
		g.Play(best)
	}
	points := map[rules.Outcome]string{rules.WhiteWins: "1", rules.BlackWins: "0"}[outcome]
	if points == "" {
		points = "0.5"
	}
	for _, line := range lines {
		fmt.Fprintf(c.out, "%s\t%s\n", line, points)
	}
	return nil
}

func runTune(_ context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("tune", flag.ContinueOnError)
	rounds := f.Int("rounds", 400, "how often all samples are looked at")
	trust := f.Float64("trust", 0.5, "how much scores count against the results of the games: 0 not at all, 1 alone")
	pull := f.Float64("pull", 1e-7, "how strongly numbers stay near those from before; the better the scores, the less is needed")
	file := f.String("to", "rules/engine/evaluation.tsv", "put the numbers into this `file`")
	v, samples, err := parseSamples(f, args, out)
	if err != nil {
		return err
	}
	tuned := engine.Tune(v, samples, engine.Tuning{Rounds: *rounds, Trust: *trust, Pull: *pull})
	fmt.Fprintf(out, "%d samples; error on a tenth that was kept apart: %.6f before, %.6f after\n", len(samples), tuned.Before, tuned.After)
	return replaceNumbers(*file, v, tuned.Lines())
}

// parseSamples parses the arguments of a command that works on samples, and reads them.
func parseSamples(f *flag.FlagSet, args []string, out io.Writer) (*rules.Variant, []engine.Sample, error) {
	f.SetOutput(out)
	variant := f.String("variant", rules.DefaultKey, "the `game`")
	from := f.String("samples", "samples.tsv", "the `file` that selfplay wrote")
	if err := parse(f, args); err != nil {
		return nil, nil, err
	}
	v, err := variantNamed(*variant)
	if err != nil {
		return nil, nil, err
	}
	samples, err := readSamples(v, *from)
	return v, samples, err
}

// readSamples reads what selfplay has written.
func readSamples(v *rules.Variant, name string) (list []engine.Sample, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: line %d has %d fields, want 3", name, n, len(fields))
		}
		p, err := v.ParseFEN(fields[0])
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		score, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		points, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		list = append(list, engine.Sample{Position: p, Score: engine.Score(score), Points: points})
	}
	return list, lines.Err()
}

// replaceNumbers puts lines in place of those that a file of weights has for a game.
func replaceNumbers(name string, v *rules.Variant, numbers string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	game, _, _ := strings.Cut(v.Key(), ":")
	var b strings.Builder
	for line := range strings.Lines(string(old)) {
		if !strings.HasPrefix(line, game+"\t") {
			b.WriteString(line)
		}
	}
	b.WriteString(numbers)
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
