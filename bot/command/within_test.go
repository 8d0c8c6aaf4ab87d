package command

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// TestWithin finds the game that a message names by its grammar, among numbers that
// name none.
func TestWithin(t *testing.T) {
	for text, other := range map[string]bool{
		"e4 // see you at 8": false, "2 e4": false, "2e4": false, "2. e4": false, "vacation start 7": false, "#7 vacation start 3": false,
		"e4 note:back at 8": false, "/move e4 note: 2 pieces": false, "moves 3e4": false, "board ply:12": false, "note 12 is my plan": true,
		"challenge bob@example.org orthodox limit:60": false, "import 1. e4 e5 2. Nf3": false, "name Anna 2": false, "help 3": false, "see you at 8": false,
		"5 e4": false, "#5 e4": false, "resign #5 yes": false, "5: e4": false,
		"#2 e4": true, "2: e4": true, "2 resign yes": true, "resign 2 yes": true, "#2": true, "2": true, "accept 2": true, "draw offer #2": true, "#2@7 board": true,
		"note #2 plan": true, "if #2 e4 e5": true, "watch invite Anna 2": true, "watch invite Max Meier 2": true, "watch invite Max Meier": false,
		"draw claim #2 e4": true, "game:2 resign": true, "resign game:2 yes": true, "moves 2": true,
	} {
		if Within(text, 5) == other {
			t.Errorf("%q is about another game: %t", text, !other)
		}
	}
}

// TestNumbersInText holds that no number in a move, a note or another text names a game.
func TestNumbersInText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 999_999).Draw(t, "number")
		shape := rapid.SampledFrom([]string{"e4 // at %d", "%d e4", "e4 note:move %d of %[1]d", "vacation start %d", "%d. e4", "board ply:%d",
			"import 1. e4 {%d} e5", "name Anna %d", "e%d", "well %d was nice", "preferences %d"}).Draw(t, "text")
		if text := fmt.Sprintf(shape, n); !Within(text, 1_000_000) {
			t.Fatalf("%q is about another game", text)
		}
	})
}
