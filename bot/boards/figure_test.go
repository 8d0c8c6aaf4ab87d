package boards

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/lesson"
	"stackmate/bot/words"
)

// TestFigures tries random moves in every figure of every lesson: the same side moves again and again, only with moves that it
// was offered, until it has given mate.
func TestFigures(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 2))
	tried, checks, mates, selected := 0, 0, 0, 0
	lang := words.In("en")
	for _, l := range lesson.All() {
		for _, page := range l.Pages {
			name := l.Variant.Key() + "/" + page.Name
			var moves []string
			turn := ""
			for range 12 {
				f, err := FigureOf(name, moves, lang)
				if err != nil {
					t.Fatalf("%s %v: %v", name, moves, err)
				}
				b := f.Board
				if turn == "" {
					turn = b.Turn
				}
				if f.Select != "" {
					selected++
					if !slices.ContainsFunc(b.Cells, func(c chat.Cell) bool { return c.Name == f.Select && c.Piece != "" }) && !strings.HasPrefix(f.Select, "@") {
						t.Errorf("%s: nothing is on %s", name, f.Select)
					}
				}
				switch {
				case b.Over:
					mates++
				case b.Turn != turn || len(b.Moves) == 0 && len(moves) > 0 && b.Status == "":
					t.Errorf("%s %v: %s is to move, %d moves", name, moves, b.Turn, len(b.Moves))
				}
				if b.Status != "" {
					checks++
				}
				if len(b.Moves) == 0 {
					break
				}
				moves = append(moves, b.Moves[random.IntN(len(b.Moves))].Text)
				tried++
			}
		}
	}
	if tried < 500 || checks == 0 || selected < 40 {
		t.Errorf("%d moves tried, %d checks, %d mates, %d selected", tried, checks, mates, selected)
	}
}

// TestWrongFigures refuses what is no figure and no move in one.
func TestWrongFigures(t *testing.T) {
	for name, moves := range map[string][]string{"millennium/rook": {"1d4-2e5"}, "millennium/horse": nil, "draughts/rook": nil, "": nil, "orthodox/rook": slices.Repeat([]string{"x"}, MaxTried+1)} {
		if _, err := FigureOf(name, moves, words.In("en")); err == nil {
			t.Errorf("%s %.20q is a figure", name, moves)
		}
	}
	f, err := FigureOf("millennium/rook", []string{"1d4-1d5", "1d5-3d5", "3d5-3d8"}, words.In("en"))
	if err != nil || f.Board.Status == "" || f.Board.Last.Name != "R3d8+" {
		t.Errorf("%+v, %v", f.Board.Last, err)
	}
}
