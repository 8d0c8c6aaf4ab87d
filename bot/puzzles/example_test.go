package puzzles

import (
	"strings"
	"testing"

	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// TestExampleSolvesNothing holds in every position of every puzzle that the move shown as an example of how to type one
// is not right: neither the solution nor another move that is as good.
func TestExampleSolvesNothing(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		if request.RatingKey(v) != v.Key() {
			continue
		}
		for _, p := range puzzle.Of(v) {
			for i := 0; i < len(p.Solution); i += 2 {
				a := data.PuzzleAttempt{Puzzle: p.ID, State: data.PuzzleOpen, Line: lanLine(v, p.Solution[:i])}
				e := exerciseOf(&request.Request{Lang: words.In("en")}, p, &a, "")
				_, example, _ := strings.Cut(e.Typed, "solve ")
				example = strings.Trim(example, "\x1e”")
				if e.Typed == "" {
					continue
				}
				m, err := e.Position.ParseMove(example)
				if err != nil {
					t.Fatalf("%s: %q: %v", p.ID, e.Typed, err)
				}
				if verdict, _ := p.Try(p.Solution[:i], m); verdict != puzzle.Wrong {
					t.Errorf("%s: the example %s is right", p.ID, example)
				}
			}
		}
	}
}
