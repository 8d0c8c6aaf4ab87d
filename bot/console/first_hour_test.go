package console_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot"
	"stackmate/bot/console"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
)

var regen = flag.Bool("regen", false, "write the transcripts in testdata anew; read them before you commit them")

// firstHours are what a newcomer types, in two languages. A line with # is not typed: it says what the newcomer wants.
var firstHours = map[string]string{
	"en": `
# What is this, and how do I move?
hello
help
# A move that I know, and the same with a level
e4
1e4
# Where can the black knight go?
legal 3b8
N2b6
# That was a mistake.
undo
N2d8
# How does a rook move here?
rules
rules page:2
# I play on, and look at the game.
N2g3
bord
undoo
history
fen
flip
flip
# Can I keep this?
save game.pgn
save
# A draw, and once more
draw
draw
again
resign
# Chess, as I know it: the shortest mate
new chess
f3
e5
g4
Qh4
Ke2
again
# The big one
new 3d8l
5e2-5e4
5e7-5e5
board all
board 4
legal 5b1
# Words that have no place here
settings
challenge Ben
games
pgn
# In German, please
preferences de
help flip
quit
`,
	"de": `
# Was ist das, und wie ziehe ich?
hallo
hilfe
# Ein Zug, den ich kenne, und derselbe mit Ebene
e4
1e4
# Wohin kann der schwarze Springer?
erlaubt 3b8
N2b6
# Das war ein Versehen.
zurück
N2d8
# Wie zieht hier ein Turm?
regeln
# Ich spiele weiter und sehe mir die Partie an.
N2g3
bret
zurük
verlauf
fen
drehen
drehen
# Kann ich das behalten?
speichern partie.pgn
speichern
# Remis, und noch einmal
remis
remis
nochmal
aufgeben
# Schach, wie ich es kenne: das kürzeste Matt
neu orthodox
f3
e5
g4
Qh4
nochmal
# Das große Spiel
neu 3d8l
5e2-5e4
brett alle
brett 4
ende
`}

// newcomer types the lines of a script, and writes down what it is asked.
type newcomer struct {
	lines []string
	out   io.Writer
}

// ReadLine implements console.LineReader.
func (n *newcomer) ReadLine(prompt string) (string, error) {
	for len(n.lines) > 0 {
		line := n.lines[0]
		n.lines = n.lines[1:]
		if wish, ok := strings.CutPrefix(line, "# "); ok {
			fmt.Fprintf(n.out, "\n%s\n%s\n\n", wish, strings.Repeat("=", len([]rune(wish))))
			continue
		}
		fmt.Fprintln(n.out, prompt+line)
		return line, nil
	}
	return "", io.EOF
}

// TestFirstHour compares a newcomer's first hour at a terminal of 80 by 24 with the transcripts that people can read in
// testdata. Every line of them fits the screen.
func TestFirstHour(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for tag, script := range firstHours {
		t.Run(tag, func(t *testing.T) {
			t.Chdir(t.TempDir())
			db, err := store.Open(t.Context(), "game.db")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			draw := render.New(1 << 20)
			desk := bot.New(bot.Options{Store: db, Renderer: draw, Now: func() time.Time { return noon },
				Coin: func() bool { return true }, Code: func() string { return "AAAAAAAAAAAA" }})
			var out bytes.Buffer
			table := console.Table{Desk: desk, Renderer: draw, Variant: "millennium", Language: words.In(tag), Out: &out,
				In:        &newcomer{strings.Split(strings.TrimSpace(script), "\n"), &out},
				Style:     render.TextStyle{Marks: true, Symbols: true},
				Size:      func() (int, int) { return 80, 24 },
				WriteFile: func(name string, data []byte) error { return os.WriteFile(name, data, 0o644) },
				Copy:      func(ctx context.Context, name string) error { _, err := db.Backup(ctx, name); return err },
				Reason:    func(err error, _ string, _ words.Language) string { return err.Error() }}
			if err := table.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 && !strings.Contains(line, " KQkq ") { // a position stays in one piece
					t.Errorf("%d columns: %s", n, line)
				}
			}
			path := filepath.Join(dir, "first-hour."+tag+".txt")
			if *regen {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
				t.Errorf("read the new transcript, then renew it with: go test ./bot/console -run TestFirstHour -regen\n(-old +new):\n%s", diff)
			}
		})
	}
}
