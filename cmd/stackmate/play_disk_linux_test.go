package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// steps gives a line at a time, after what it does first.
type steps struct {
	do    []func()
	lines []string
}

// Read implements io.Reader.
func (s *steps) Read(b []byte) (int, error) {
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	s.do[0]()
	n := copy(b, s.lines[0]+"\n")
	s.do, s.lines = s.do[1:], s.lines[1:]
	return n, nil
}

// TestPlayDiskFull checks that a move that finds no room on the disk is refused in a sentence, and that the game goes on
// when there is room again.
func TestPlayDiskFull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mountDisk(t, dir, "2m")
	ballast := filepath.Join(dir, "ballast")
	nothing := func() {}
	free := func() {
		if err := os.Remove(ballast); err != nil {
			t.Error(err)
		}
	}
	in := &steps{lines: []string{"N2g3", "N2b6", "N2b6", "fen"}, do: []func(){nothing, func() { fill(t, ballast) }, free, nothing}}
	var out, failed strings.Builder
	status := run(t.Context(), []string{"play", "--db", filepath.Join(dir, "game.db")}, streams{in: in, out: &out, err: &failed})
	if status != 0 || failed.Len() > 0 {
		t.Errorf("status %d: %s", status, &failed)
	}
	if !strings.Contains(out.String(), "There is no room on the disk for “"+dir) || strings.Contains(strings.ToLower(out.String()), "sqlite") {
		t.Errorf("it says\n%s", &out)
	}
	if !strings.HasSuffix(out.String(), " w KQkq - * 2 2\n") {
		t.Errorf("the move is not made once:\n%s", &out)
	}
}
