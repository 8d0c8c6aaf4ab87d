// Command arena measures the engine: matches with error bars, its levels, its speed, which
// endings can be won at all, and sets of mates for its tests.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"stackmate/rules"
)

// command is one thing that the arena does.
type command struct {
	name, help string
	run        func(ctx context.Context, args []string, out io.Writer) error
}

var commands = []command{
	{"match", "plays two players against each other", runMatch},
	{"levels", "measures how far apart the engine's levels are", runLevels},
	{"speed", "counts nodes a second", runSpeed},
	{"selfplay", "plays games from which tune can learn", runSelfPlay},
	{"judge", "searches the positions of selfplay again, for better scores", runJudge},
	{"tune", "fits the evaluation to games of selfplay", runTune},
	{"mates", "finds positions with a forced mate, for tests", runMates},
	{"endings", "solves endings against a bare king", runEndings},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "arena:", err)
		stop()
		os.Exit(1)
	}
}

// run runs the command that the first argument names.
func run(ctx context.Context, args []string, out io.Writer) error {
	i := -1
	if len(args) > 0 {
		i = slices.IndexFunc(commands, func(c command) bool { return c.name == args[0] })
	}
	if i < 0 {
		var list strings.Builder
		for _, c := range commands {
			fmt.Fprintf(&list, "\n  %-8s %s", c.name, c.help)
		}
		return fmt.Errorf("name a command; -h after it lists its flags%s", &list)
	}
	return commands[i].run(ctx, args[1:], out)
}

// parse reads the flags of a command, which takes nothing else.
func parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%q is not a flag; -h lists them", f.Arg(0))
	}
	return nil
}

// variantNamed returns a game by its key or alias.
func variantNamed(name string) (*rules.Variant, error) {
	if v := rules.VariantByName(name); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no game %q; there are %s", name, strings.Join(mainKeys, ", "))
}

// mainKeys are the games that differ in more than where the pieces start.
var mainKeys = []string{"orthodox", "millennium", "nextgen", "tridimensional", "3d8l"}
