package console_test

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/console"
	"stackmate/render"
	"stackmate/rules/engine/puzzle"
	"stackmate/store"
)

// asker types what a function says, given what was printed so far.
type asker struct {
	out  *bytes.Buffer
	next func(printed string) string
}

// ReadLine implements console.LineReader.
func (a asker) ReadLine(prompt string) (string, error) {
	line := a.next(a.out.String())
	fmt.Fprintln(a.out, prompt+line)
	if line == "" {
		return "", io.EOF
	}
	return line, nil
}

var puzzleTitle = regexp.MustCompile(`Puzzle ([0-9a-z]+): `)

// TestPuzzle solves a puzzle at a terminal between two moves of a game, and gives another up.
func TestPuzzle(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out bytes.Buffer
	desk := bot.New(bot.Options{Store: db, Renderer: render.New(1 << 20), Now: time.Now, Coin: func() bool { return true }, Code: func() string { return "AAAAAAAAAAAA" }})
	lines := []string{"puzzle millennium"}
	var p *puzzle.Puzzle
	var table console.Table
	next := func(printed string) (line string) {
		found := puzzleTitle.FindStringSubmatch(printed)
		if p == nil && found != nil {
			p = puzzle.ByID(found[1])
			lines = append(lines, "solve nonsense", "hint", "analyse", "review", "quiz", "e4") // a move of the game, after which another seat is to move
			if first := p.Position(); len(table.Complete("solve ")) < 5 || !strings.Contains(strings.Join(table.Complete("solve "+first.SAN(p.Solution[0])[:2]), " "), strings.TrimRight(first.SAN(p.Solution[0]), "+#")) {
				t.Errorf("“solve” is completed to %q", table.Complete("solve "))
			}
			for i := 0; i < len(p.Solution); i += 2 {
				pos := p.Game(p.Solution[:i]...).Position()
				lines = append(lines, "solve "+pos.SAN(p.Solution[i]))
			}
			lines = append(lines, "puzzle next", "solution", "board", "puzzle", "e5")
		}
		if len(lines) > 0 {
			line, lines = lines[0], lines[1:]
		}
		return line
	}
	table = console.Table{Desk: desk, Variant: "orthodox", Out: &out, In: asker{&out, next}, Size: func() (int, int) { return 80, 24 }}
	if err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	printed := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"to move and ", "Type your move like this: “solve ", "Show solution: solution", "Moves look like", "plays 1. e4", "Solved! Your puzzle rating: 1",
		"Next puzzle: puzzle millennium", "The solution: ", "(−", "plays 1… e5"} {
		if !strings.Contains(printed, want) {
			t.Errorf("nobody says %q", want)
		}
	}
	var games []string
	for _, m := range puzzleTitle.FindAllStringSubmatch(printed, -1) {
		games = append(games, puzzle.ByID(m[1]).Variant.Key())
	}
	if n := len(games) - 1; n < 3 || strings.Count(strings.Join(games[:n], " "), "millennium") != n || games[n] != "orthodox" { // as the game on the table
		t.Errorf("puzzles of %q", games)
	}
	if strings.Contains(printed, "lists them all") || strings.Contains(printed, "no use at a terminal") || strings.Contains(printed, " puzzle:"+p.ID) {
		t.Error("it says what is of no use here")
	}
	if t.Failed() {
		t.Log(out.String())
	}
}
