// Command make finds puzzles in games that the engine plays against itself, or composes
// them, and adds them to the files that package puzzle embeds. The same arguments find the
// same puzzles.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
)

func main() {
	o := options{}
	game := flag.String("game", rules.DefaultKey, "key of the game; of several setups all are used")
	dir := flag.String("o", "rules/engine/puzzle/data", "folder of the files of puzzles")
	want := flag.Int("n", 300, "how many puzzles there should be in the file")
	flag.Uint64Var(&o.seed, "seed", 1, "number of the first game")
	games := flag.Uint64("games", 100_000, "how many games to play at most")
	flag.Uint64Var(&o.nodes, "nodes", 2000, "positions that the engine looks at for a move of the stronger side")
	flag.TextVar(&o.theme, "theme", puzzle.Mate, "mate or material")
	flag.BoolVar(&o.compose, "compose", false, "begin with composed positions of 3D-8L Chess, where games rarely have a mate")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, *game, *dir, *want, *games); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plays one game after the other until there are enough puzzles. It stores them after
// each game in which it found some, so that it can be interrupted.
func run(ctx context.Context, o options, game, dir string, want int, games uint64) error {
	var setups []*rules.Variant
	for _, v := range rules.Variants() {
		if key, _, _ := strings.Cut(v.Key(), ":"); key == game {
			setups = append(setups, v)
		}
	}
	if len(setups) == 0 {
		return fmt.Errorf("no such game: %q", game)
	}
	if o.compose && setups[0].Cells() != rules.MaxCells {
		return errors.New("only positions of 3D-8L Chess are composed")
	}
	path := filepath.Join(dir, game+".tsv")
	c := collection{want: want}
	var err error
	if c.list, err = load(path); err != nil {
		return err
	}
	e := engine.New(engine.Options{Hash: 4})
	for n := range games {
		if len(c.list) >= want || ctx.Err() != nil {
			break
		}
		seed := o.seed + n
		v := setups[seed%uint64(len(setups))]
		var found []*puzzle.Puzzle
		if o.compose {
			found = compose(ctx, e, v, seed, o)
		} else {
			found = newSelfPlay(e, v.Start(), seed, o).puzzles(ctx)
		}
		if ctx.Err() != nil || c.add(found) == 0 {
			continue
		}
		if err := save(path, c.list); err != nil {
			return err
		}
		fmt.Printf("%s: game %d, %d puzzles\n", game, seed, len(c.list))
	}
	return nil
}

func load(path string) ([]*puzzle.Puzzle, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return puzzle.Read(string(text))
}

func save(path string, list []*puzzle.Puzzle) error {
	var text strings.Builder
	for _, p := range list {
		text.WriteString(p.Line() + "\n")
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}
