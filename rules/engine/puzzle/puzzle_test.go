package puzzle

import (
	"slices"
	"strings"
	"testing"

	"stackmate/rules"
)

// TestEnough checks that there are many puzzles in each game, each with a position of
// its own, and that they do not make the program large.
func TestEnough(t *testing.T) {
	type position struct {
		variant *rules.Variant
		hash    uint64
	}
	seen := map[position]string{}
	for game := range embedded {
		puzzles := Of(rules.VariantByKey(game))
		if len(puzzles) < 300 {
			t.Errorf("%s: %d puzzles", game, len(puzzles))
		}
		if text, err := data.ReadFile("data/" + game + ".tsv"); err != nil || len(text) > 150_000 {
			t.Errorf("%s: %d bytes, %v", game, len(text), err)
		}
		for _, p := range puzzles {
			pos := p.Position()
			at := position{p.Variant, pos.Hash()}
			if other, ok := seen[at]; ok {
				t.Errorf("%s and %s have the same position", p.ID, other)
			}
			seen[at] = p.ID
		}
	}
}

// TestEmbedded checks what every embedded puzzle promises but for the proof of its mate:
// reading has found its moves legal.
func TestEmbedded(t *testing.T) {
	ids := map[string]bool{}
	for game := range embedded {
		for _, p := range Of(rules.VariantByKey(game)) {
			pos := p.Position()
			end := p.Game(p.Solution...).Position()
			switch {
			case p.ID != newID(&pos) || ids[p.ID]:
				t.Errorf("%s: the id is not that of the position, or not unique", p.ID)
			case ByID(strings.ToUpper(p.ID)) != p:
				t.Errorf("%s: not found", p.ID)
			case gameOf(p.Variant) != game:
				t.Errorf("%s: a puzzle of %s in the file of %s", p.ID, p.Variant.Key(), game)
			case p.Theme == Mate && (p.Moves() < 2 || p.Moves() > Longest(p.Variant)):
				t.Errorf("%s: %d moves", p.ID, p.Moves())
			case p.Theme == Mate && end.Status() != rules.Checkmate:
				t.Errorf("%s: the solution does not mate", p.ID)
			case p.Theme == Material && (p.Moves() > 4 || end.Status() == rules.Checkmate):
				t.Errorf("%s: not about material", p.ID)
			case p.Origin == Composed && game != "3d8l":
				t.Errorf("%s: composed", p.ID)
			case p.Rating < 600 || p.Rating > 2600:
				t.Errorf("%s: rating %d", p.ID, p.Rating)
			case pos.Status().Over():
				t.Errorf("%s: nothing to solve", p.ID)
			}
			ids[p.ID] = true
			if again, err := Read(p.Line() + "\n"); err != nil || len(again) != 1 || !same(again[0], p) {
				t.Errorf("%s: read again as %+v, %v", p.ID, again, err)
			}
		}
	}
}

// same reports whether two puzzles are equal.
func same(p, q *Puzzle) bool { return p.Line() == q.Line() && slices.Equal(p.Solution, q.Solution) }

func TestByIDKnowsNoOthers(t *testing.T) {
	for _, id := range []string{"", "o", "o????", "x1234", "orthodox", "ö"} {
		if p := ByID(id); p != nil {
			t.Errorf("%q: %s", id, p.ID)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	good := Of(rules.VariantByKey("orthodox"))[0].Line()
	fields := strings.Split(good, "\t")
	with := func(i int, text string) string {
		changed := slices.Clone(fields)
		changed[i] = text
		return strings.Join(changed, "\t")
	}
	for name, line := range map[string]string{
		"no fields":       "",
		"an unknown game": with(1, "draughts"),
		"a theme":         with(2, "luck"),
		"an origin":       with(3, "heaven"),
		"a rating":        with(4, "x"),
		"a seed":          with(5, "-1"),
		"a position":      with(6, "8/8 w"),
		"a move":          with(7, "a1-a1 a1-a2 a2-a3 a3-a4"),
		"too few moves":   with(7, strings.Join(strings.Fields(fields[7])[:3], " ")),
	} {
		if list, err := Read(good + "\n" + line + "\n"); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}
