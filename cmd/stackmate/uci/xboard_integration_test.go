//go:build integration && linux

package uci

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"stackmate/rules"
)

// TestXBoard has Debian's XBoard play two games between the program, behind PolyGlot, and
// Debian's Stockfish, on a screen in memory. Both think on the other's time, and with 10
// seconds for a game not deeper than 7 plies, so that a busy machine is quick enough, too.
func TestXBoard(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "stackmate")
	if out, err := exec.Command("go", "build", "-o", program, "stackmate/cmd/stackmate").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	t.Setenv("HOME", dir)
	t.Setenv("DISPLAY", screen(t))
	log := filepath.Join(dir, "polyglot.log")
	board := exec.CommandContext(ctx, "xboard", "-ini", os.DevNull, "-saveSettingsOnExit", "false", "-xpopup", "-xexit",
		"-mg", "2", "-matchPause", "100", "-tc", "0:10", "-inc", "0", "-depth", "7", "-ponder", "-sgf", "games.pgn",
		"-fcp", fmt.Sprintf("polyglot -noini -ec '%s uci' -en Stackmate -log true -lf %s", program, log),
		"-scp", "polyglot -noini -ec stockfish -en Stockfish -uci 'Skill Level=0'")
	board.Dir = dir
	if out, err := board.CombinedOutput(); err != nil {
		t.Fatalf("xboard: %v\n%s", err, out)
	}
	games, err := os.ReadFile(filepath.Join(dir, "games.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", games)
	checkMatch(t, string(games), 2)
	for _, want := range []string{`Adapter->Engine: go wtime \d+ btime \d+ depth 7 ponder`, `Adapter->Engine: ponderhit`, `Engine->Adapter: bestmove [a-h1-8]{4} ponder`} {
		if !regexp.MustCompile(want).Match(said) {
			t.Errorf("PolyGlot's log has no %q", want)
		}
	}
	if late := regexp.MustCompile(`GUI->Adapter: time (0|-\d+)\n`).Find(said); late != nil {
		t.Errorf("its time was over: %s", late)
	}
	if at := bytes.Index(said, []byte("info string error")); at >= 0 {
		t.Errorf("an error was answered: %.100s", said[at:])
	}
}

// screen starts an X server without a screen, and returns its name.
func screen(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait(); r.Close() })
	w.Close()
	number := make([]byte, 20)
	n, err := r.Read(number)
	display := strings.TrimSpace(string(number[:n]))
	if _, bad := strconv.Atoi(display); err != nil || bad != nil {
		t.Fatalf("Xvfb says %q: %v", number[:n], err)
	}
	return ":" + display
}

// gameEnd is the comment with which XBoard ends a game, and the result.
var gameEnd = regexp.MustCompile(`\{([^{}]*)\} (1-0|0-1|1/2-1/2)\n`)

// checkMatch checks that games are complete, legal by our rules, and ended on the board.
func checkMatch(t *testing.T, text string, games int) {
	t.Helper()
	ends := gameEnd.FindAllStringSubmatch(text, -1)
	if len(ends) != games {
		t.Errorf("%d games have ended, want %d", len(ends), games)
	}
	for _, end := range ends {
		if !regexp.MustCompile(`(?i)checkmate|stalemate|repetition|draw|material`).MatchString(end[1]) ||
			regexp.MustCompile(`(?i)illegal|forfeit|time|exit|resign|claim`).MatchString(end[1]) {
			t.Errorf("ended by %q", end[1])
		}
	}
	for i, game := range strings.Split(text, "[Event ")[1:] {
		record, err := rules.ParsePGN(strings.NewReader("[Event "+game), rules.VariantByKey("orthodox"))
		if err != nil {
			t.Errorf("game %d: %v", i+1, err)
			continue
		}
		if len(record.Moves) < 10 {
			t.Errorf("game %d has %d moves", i+1, len(record.Moves))
		}
	}
}
