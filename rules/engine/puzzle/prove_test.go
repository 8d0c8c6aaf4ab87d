package puzzle

import (
	"context"
	"os"
	"slices"
	"testing"

	"stackmate/rules"
)

// slowTests reports whether tests that take minutes are wanted: CI sets STACKMATE_SLOW.
func slowTests() bool { return os.Getenv("STACKMATE_SLOW") != "" }

// everyNth is how many embedded puzzles one is proven of, where not all are.
const everyNth = 40

// sample returns the embedded puzzles of all games, or one of everyNth of each.
func sample() (list []*Puzzle) {
	for game := range embedded {
		for i, p := range Of(rules.VariantByKey(game)) {
			if slowTests() || i%everyNth == 0 {
				list = append(list, p)
			}
		}
	}
	return list
}

// plainForces is the definition of a forced mate, without any order or shortcut: the side
// that has just moved mates in at most n more moves.
func plainForces(after rules.Position, n int) bool {
	if after.Status() == rules.Checkmate {
		return true
	}
	replies := after.Moves()
	if n == 0 || len(replies) == 0 {
		return false
	}
	for _, reply := range replies {
		next := after.Play(reply)
		if !slices.ContainsFunc(next.Moves(), func(m rules.Move) bool { return plainForces(next.Play(m), n-1) }) {
			return false
		}
	}
	return true
}

// TestProverAgreesWithTheDefinition compares all moves that mate in two, in positions of
// puzzles and in those two plies later.
func TestProverAgreesWithTheDefinition(t *testing.T) {
	mates, others := 0, 0
	for _, p := range sample() {
		if p.Theme != Mate || p.Variant.Cells() > 144 && !slowTests() || p.Variant.Cells() > 192 { // the definition takes minutes there
			continue
		}
		game := p.Game()
		for range 2 {
			pos := game.Position()
			got := new(Prover).Mates(context.Background(), &pos, 2, 0)
			for _, m := range pos.Moves() {
				want := plainForces(pos.Play(m), 1)
				if want != slices.Contains(got, m) {
					t.Errorf("%s: %s mates in two: %v", pos.FEN(), p.Variant.LAN(m), want)
				}
				if want {
					mates++
				} else {
					others++
				}
			}
			game.Play(p.Solution[0])
			game.Play(p.Solution[1])
		}
	}
	if mates < 5 || others < 100 {
		t.Errorf("only %d mates and %d other moves", mates, others)
	}
}

// TestSlowMatesAreProven finds every embedded mate anew: one move mates in time, and it is the
// solution's.
func TestSlowMatesAreProven(t *testing.T) {
	for _, p := range sample() {
		if p.Theme != Mate || p.Moves() > 2 && p.Variant.Cells() > 144 && !slowTests() {
			continue
		}
		again := FindMate(context.Background(), p.Before, p.Led, p.Moves())
		if again == nil {
			t.Errorf("%s: not exactly one move mates in %d", p.ID, p.Moves())
		} else if !slices.Equal(again.Solution, p.Solution) || again.ID != p.ID || again.Rating != p.Rating {
			t.Errorf("%s: found as\n%s, stored as\n%s", p.ID, again.Line(), p.Line())
		}
	}
}

func TestFindMate(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen, led string
		n                       int
		want                    string // the first move, "" for no puzzle
	}{
		{"smothered", "orthodox", "4r1k1/6pp/7N/8/2Q5/8/8/7K b - - 0 1", "g8-h8", 2, "c4-g8"},
		{"two ways", "orthodox", "7k/8/R7/8/8/8/8/1R4K1 b - - 0 1", "h8-g8", 2, ""},
		{"mate in one", "orthodox", "5k2/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "f8-g8", 2, ""},
		{"no mate", "orthodox", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e7-e5", 3, ""},
	} {
		v := rules.VariantByKey(c.variant)
		before, err := v.ParseFEN(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		led, err := before.ParseLAN(c.led)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		p := FindMate(context.Background(), before, led, c.n)
		got := ""
		if p != nil {
			got = v.LAN(p.Solution[0])
		}
		if got != c.want {
			t.Errorf("%s: first move %q, want %q", c.name, got, c.want)
		}
	}
}

func TestProverStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := rules.VariantByKey("3d8l").Start()
	var pr Prover
	if pr.Mates(ctx, &p, 4, 0) != nil || pr.Nodes > 10_000 {
		t.Errorf("%d positions after the end", pr.Nodes)
	}
}
