package main

import (
	"bytes"
	"errors"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stackmate/rules"
)

// renderRun runs the subcommand in a new directory. It returns the directory and the
// output.
func renderRun(t *testing.T, stdin string, args ...string) (dir, out string, err error) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	var cl struct {
		Render renderCmd `cmd:""`
	}
	var printed bytes.Buffer
	parser, err := kong.New(&cl, kong.Vars{"defaultGame": rules.DefaultKey}, kong.Bind(streams{in: strings.NewReader(stdin), out: &printed, err: &printed, env: os.Getenv}))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(append([]string{"render"}, args...))
	if err != nil {
		return dir, "", usageError{err}
	}
	err = parsed.Run()
	return dir, printed.String(), err
}

func TestRenderWritesPictures(t *testing.T) {
	dir, out, err := renderRun(t, "", "--game", "millennium", "--moves", "1. 1e4 3e5 2. N2g3", "--for", "black",
		"--view", "stack", "--theme", "slate", "--scale", "0.5", "--legal", "3e5", "-o", "board.png")
	if err != nil || out != "" {
		t.Fatalf("%v, printed %q", err, out)
	}
	f, err := os.Open(filepath.Join(dir, "board.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("%d files, want 1", len(entries))
	}
}

func TestRenderReplaysARecord(t *testing.T) {
	const record = "[Variant \"orthodox\"]\n[White \"Anna\"]\n[Black \"Bertrand\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n"
	dir, _, err := renderRun(t, record, "--record", "-", "--last", "3", "--scale", "0.5", "-o", "game.gif")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "game.gif"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	movie, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != 4 {
		t.Errorf("%d frames, want 4", len(movie.Image))
	}
}

// TestRenderReadsARecordOfAGame checks that a record that names no game is of the game that
// the flag names, else of standard chess.
func TestRenderReadsARecordOfAGame(t *testing.T) {
	for game, record := range map[string]string{"millennium": "1. N2g3 *", "chess": "1. e4 *", "": "1. e4 *"} {
		args := []string{"--record", "-", "--alt"}
		if game != "" {
			args = append(args, "--game", game)
		}
		if _, out, err := renderRun(t, record, args...); err != nil {
			t.Errorf("%q: %v\n%s", game, err, out)
		}
	}
}

func TestRenderPrints(t *testing.T) {
	_, out, err := renderRun(t, "", "--game", "orthodox", "--moves", "e4", "--text", "--alt")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 4  . . . . P . . .  4\n", "1. e4. Black to move. Standard chess."} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestRenderOfLevels checks that --level leaves out the other levels, however it is written.
func TestRenderOfLevels(t *testing.T) {
	for _, args := range []string{"--level 1,3", "--level 3 --level 1"} {
		_, out, err := renderRun(t, "", append(strings.Fields(args), "--text", "--alt")...)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Level 1           Level 3\n", "Level 1: white", "Level 3: black"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", args, want, out)
			}
		}
		if strings.Contains(out, "Level 2") {
			t.Errorf("%s: level 2 in\n%s", args, out)
		}
	}
}

func TestRenderToAWidth(t *testing.T) {
	dir, _, err := renderRun(t, "", "--width", "550", "-o", "board.png")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "board.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, err := png.DecodeConfig(f)
	if err != nil {
		t.Fatal(err)
	}
	if c.Width < 530 || c.Width > 570 {
		t.Errorf("%d pixels wide, want about 550", c.Width)
	}
}

// TestRenderRefuses checks that wrong input leads to one clear line, and to no file.
func TestRenderRefuses(t *testing.T) {
	tests := []struct {
		args string
		want string
	}{
		{"--game checkers -o a.png", `There is no game “checkers”`},
		{"--fen nonsense -o a.png", "--fen: position"},
		{"--moves 1e2-1e9 -o a.png", `ply 1: "1e2-1e9"`},
		{"--view upright -o a.png", `no view "upright"`},
		{"--theme plaid -o a.png", `no such theme "plaid"; there are wood, slate, contrast, print`},
		{"--for green -o a.png", `not "green"`},
		{"--scale 50 -o a.png", "scale is not between 0.25 and 3"},
		{"--width 9 -o a.png", "a width of 9 is too much or too little: from 382 to 4578"},
		{"--level 4 -o a.png", `--level: no such level "4" in Millennium 3D Chess; there are 1, 2, 3`},
		{"--legal 9z9 -o a.png", `no square "9z9"`},
		{"--legal 2e4 -o a.png", "nothing stands on 2e4"},
		{"--column x -o a.png", `no square "x"`},
		{"--game tridimensional --column b5C -o a.png", `no square "b5C"`},
		{"--preview 1e2-1e5 -o a.png", "preview: "},
		{"--record no-such-file -o a.png", "no-such-file: no such file"},
		{"--record - --moves e4 -o a.png", "leave out --fen and --moves"},
		{"-o a.bmp", "a.bmp ends neither"},
		{"-o nowhere/a.png", "no directory nowhere"},
		{"--last 3 -o a.png", "--last"},
		{"", "say what you want"},
		{"--size 3", "unknown flag"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			dir, out, err := renderRun(t, "", strings.Fields(tt.args)...)
			var usage usageError
			if !errors.As(err, &usage) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, tt.want)
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 0 || out != "" {
				t.Errorf("%d files left, printed %q", len(entries), out)
			}
		})
	}
}

// TestRenderTellsTheResult checks that a finished game shows its result instead of whose
// turn it is.
func TestRenderTellsTheResult(t *testing.T) {
	for record, want := range map[string]string{
		"[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. e4 e5 1-0\n": "1… e5. Time forfeit. White wins. ",
		"1. e4 e5 1/2-1/2":                  "1… e5. Draw. ",
		"1. e4 1-0\n\n[White \"B\"]\n1. d4": "- holds more than one game; this is the first\n1. e4. White wins. ",
		"1. e4 e5 *":                        "1… e5. White to move. ",
		"1. f3 e5 2. g4 Qh4# 0-1":           "2… Qh4#. Checkmate. Black wins. ",
	} {
		_, out, err := renderRun(t, record, "--record", "-", "--alt")
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%q: %v, described as %q; want %q", record, err, out, want)
		}
	}
}
