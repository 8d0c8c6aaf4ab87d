package main

import (
	"strings"
	"testing"

	"stackmate/rules/engine/puzzle"
)

// TestCollection adds puzzles that differ from those that are there, and others.
func TestCollection(t *testing.T) {
	read := func(lines ...string) []*puzzle.Puzzle {
		list, err := puzzle.Read(strings.Join(lines, "\n") + "\n")
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	line := func(id, position, moves string) string {
		return id + "\torthodox\tmate\tselfplay\t1000\t1\t" + position + " b - - 0 1\t" + moves
	}
	const position, moves, other = "4r1k1/1n4pp/p6N/1p6/2Q5/P7/1PP5/BN5K", "g8-h8 c4-g8 e8-g8 h6-f7", "g8-h8 c4-f7 e8-e1 f7-f1"
	first := line("o2222", "4r1k1/6pp/7N/8/2Q5/8/8/7K", moves)
	for _, c := range []struct {
		name, line string
		want       int
	}{
		{"the same", first, 0},
		{"a king elsewhere", line("o3333", "4r1k1/6pp/7N/8/2Q5/8/8/6K1", other), 0},
		{"the same moves", line("o4444", position, moves), 0},
		{"neither", line("o5555", position, other), 1},
	} {
		c2 := collection{list: read(first), want: 100}
		if got := c2.add(read(c.line)); got != c.want || len(c2.list) != 1+c.want {
			t.Errorf("%s: added %d, want %d", c.name, got, c.want)
		}
	}
	// Of so few puzzles one may follow a pattern.
	full := collection{list: read(first), want: samePattern}
	if full.add(read(line("o6666", "4r1k1/1n5p/p6N/1p6/2Q5/P7/1PP5/BN5K", "g8-h8 c4-d4 e8-e5 h6-f7"))) != 0 {
		t.Error("the same pattern a second time")
	}
	full = collection{list: read(first), want: 1}
	if full.add(puzzle.Of(full.list[0].Variant)) != 0 {
		t.Error("more than wanted")
	}
}
