package uci

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// console is a session in which a test reads an answer before it goes on.
type console struct {
	t        *testing.T
	in       *io.PipeWriter
	lines    chan string // that were printed
	moves    int         // how many best moves were read
	finished chan error
}

func sitDown(t *testing.T) *console {
	in, keyboard := io.Pipe()
	screen, out := io.Pipe()
	c := &console{t: t, in: keyboard, lines: make(chan string, 1<<16), finished: make(chan error, 1)}
	go func() { c.finished <- Run(t.Context(), in, out); out.Close() }()
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(screen); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() { keyboard.Close(); in.Close(); screen.Close() })
	return c
}

func (c *console) enter(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.in, line+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

// reads waits for a line that begins so, whatever is printed before it.
func (c *console) reads(want string) string {
	c.t.Helper()
	for line := range c.lines {
		if strings.HasPrefix(line, "bestmove ") {
			c.moves++
		}
		if strings.HasPrefix(line, want) {
			return line
		}
	}
	c.t.Fatalf("it ended without %q", want)
	return ""
}

// leaves ends the session.
func (c *console) leaves() {
	c.t.Helper()
	c.enter("quit")
	if err := <-c.finished; err != nil {
		c.t.Error(err)
	}
}

// TestSearchesInARow has the engine search, stop, ponder and answer in quick succession, in
// the orders in which GUIs do it. Each search is answered once.
func TestSearchesInARow(t *testing.T) {
	c := sitDown(t)
	c.enter("setoption name Threads value 2", "setoption name Hash value 1", "setoption name MultiPV value 2")
	asked := 0
	for range 10 {
		for _, lines := range [][]string{
			{"position startpos moves e2e4", "go infinite"},
			{"stop", "position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000"},
			{"stop", "go ponder wtime 100 btime 100", "ponderhit"},
			{"go movetime 10"}, {"go nodes 100"}, {"go wtime 50 btime 50"}, {"go depth 1"}, {"go infinite"}, {"stop", "go infinite"}, {"stop"},
			{"setoption name Level value 1", "go wtime 1000 btime 1000"},
			{"setoption name Level value 0", "ucinewgame"},
		} {
			c.enter(lines...)
			if strings.HasPrefix(lines[len(lines)-1], "go") || lines[len(lines)-1] == "ponderhit" {
				asked++
			}
		}
		c.enter("isready")
		c.reads("readyok")
		for c.moves < asked {
			c.reads("bestmove ")
		}
	}
	c.enter("d") // a quit would take a search with it that has not begun
	c.reads("Status: ")
	c.enter("go infinite")
	c.leaves()
	c.reads("bestmove ")
	for line := range c.lines {
		t.Errorf("one answer too many: %s", line)
	}
	if c.moves != asked+1 {
		t.Errorf("%d answers to %d searches", c.moves, asked+1)
	}
}
