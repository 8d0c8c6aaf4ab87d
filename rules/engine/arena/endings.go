package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"stackmate/rules"
)

// survey is what to find out about endings.
type survey struct {
	pieces  string // which endings
	largest int    // how many positions a table may have for each side to move; it takes 2 bytes for each
	samples int    // how many random won positions to list or to play
	seed    uint64
	nodes   uint64    // a move, to play them; 0 does not
	list    io.Writer // where the won positions are listed; may be nil
	rows    io.Writer // where lines for endings.tsv are written; may be nil
}

func runEndings(ctx context.Context, args []string, out io.Writer) error {
	var s survey
	f := flag.NewFlagSet("endings", flag.ContinueOnError)
	variant := f.String("variant", strings.Join(mainKeys, ","), "the `games`, separated by commas")
	f.StringVar(&s.pieces, "pieces", "", "the `endings`, separated by commas, such as Q,RR,BN; empty means every piece, and every two of which neither wins always")
	f.IntVar(&s.largest, "largest", 1<<28, "leave out endings with more positions than this; each takes 2 bytes")
	f.IntVar(&s.samples, "samples", 100, "how many random won positions of each ending are listed or played")
	f.Uint64Var(&s.seed, "seed", 1, "the same seed gives the same positions")
	f.Uint64Var(&s.nodes, "play", 0, "let the engine win the positions with so many `nodes` a move, against the best defence")
	file := f.String("list", "", "list the positions in this `file`")
	rowFile := f.String("rows", "", "write lines for rules/engine/endings.tsv to this `file`")
	if err := parse(f, args); err != nil {
		return err
	}
	if *rowFile != "" {
		rows, err := os.Create(*rowFile)
		if err != nil {
			return err
		}
		defer rows.Close()
		s.rows = rows
	}
	if *file != "" {
		list, err := os.Create(*file)
		if err != nil {
			return err
		}
		defer list.Close()
		s.list = list
	}
	for _, name := range strings.Split(*variant, ",") {
		v, err := variantNamed(name)
		if err != nil {
			return err
		}
		if err := s.run(ctx, v, out); err != nil {
			return err
		}
	}
	return nil
}

// run finds out about the endings of a game.
func (s *survey) run(ctx context.Context, v *rules.Variant, out io.Writer) error {
	list, err := endingsOf(v, s.pieces)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: the pieces' side to move against a bare king\n", v.Key())
	var always []rules.Role
	for _, e := range list {
		if s.pieces == "" && slices.ContainsFunc(e, func(r rules.Role) bool { return slices.Contains(always, r) }) {
			continue
		}
		if n := tableSize(v, e); n > s.largest {
			fmt.Fprintf(out, "  %-6s not solved: %d positions\n", endingName(e), n)
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		t := solve(v, e...)
		won, n := t.share()
		fmt.Fprintf(out, "  %-6s %7.3f %% of %d positions won, within %d moves\n", endingName(e), 100*won, n, t.deepest())
		if s.rows != nil {
			if err := t.writeRow(s.rows, out); err != nil {
				return err
			}
		}
		if won == 1 && len(e) == 1 {
			always = append(always, e...)
		}
		if err := s.sample(ctx, t, out); err != nil {
			return err
		}
	}
	return nil
}

// sample lists and plays won positions.
func (s *survey) sample(ctx context.Context, t *table, out io.Writer) error {
	if s.list == nil && s.nodes == 0 {
		return nil
	}
	list, err := t.samples(s.samples, s.seed)
	if err != nil || len(list) == 0 {
		return err
	}
	if s.list != nil {
		if err := t.writeSamples(s.list, list); err != nil {
			return err
		}
	}
	if s.nodes > 0 {
		c := t.playSamples(ctx, list, s.nodes)
		fmt.Fprintf(out, "         with %d nodes a move %v\n", s.nodes, c)
		for _, text := range c.failed {
			fmt.Fprintf(out, "         not won: %s\n", text)
		}
	}
	return nil
}

// tableSize returns how many positions the table of an ending has for each side to move.
func tableSize(v *rules.Variant, pieces []rules.Role) int {
	t := newTerrain(v, pieces)
	n := len(t.homes)
	for range len(pieces) + 1 {
		n *= len(t.cells)
	}
	return n
}

// endingName returns the letters of pieces, such as "BN".
func endingName(pieces []rules.Role) string {
	var b strings.Builder
	for _, r := range pieces {
		b.WriteString(r.Letters())
	}
	return b.String()
}

// endingsOf reads endings such as "Q,RbRb", or lists all with one or two pieces.
func endingsOf(v *rules.Variant, text string) (list [][]rules.Role, err error) {
	var roles []rules.Role
	for _, r := range v.Roles() {
		if r != rules.King && r != rules.Pawn {
			roles = append(roles, r)
		}
	}
	if text == "" {
		for _, r := range roles {
			list = append(list, []rules.Role{r})
		}
		for i, r := range roles {
			for _, s := range roles[i:] {
				list = append(list, []rules.Role{r, s})
			}
		}
		return list, nil
	}
	for _, name := range strings.Split(text, ",") {
		var pieces []rules.Role
		for rest := name; rest != ""; {
			best := rules.NoRole
			for _, r := range roles {
				if strings.HasPrefix(rest, r.Letters()) && len(r.Letters()) > len(best.Letters()) {
					best = r
				}
			}
			if best == rules.NoRole {
				return nil, fmt.Errorf("%q is not an ending of %s: want pieces without kings and pawns, such as %s", name, v.Key(), endingName(roles[:2]))
			}
			pieces = append(pieces, best)
			rest = rest[len(best.Letters()):]
		}
		if len(pieces) == 0 {
			return nil, fmt.Errorf("an ending is empty")
		}
		slices.Sort(pieces)
		list = append(list, pieces)
	}
	return list, nil
}
