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
	finished chan error
}

func sitDown(t *testing.T) *console {
	in, keyboard := io.Pipe()
	screen, out := io.Pipe()
	c := &console{t, keyboard, make(chan string, 1<<16), make(chan error, 1)}
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
	for range 10 {
		c.enter("position startpos moves e2e4", "go infinite", "isready")
		c.reads("readyok")
		c.enter("stop", "position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000", "stop", "go ponder wtime 100 btime 100", "ponderhit", "isready")
		c.reads("readyok")
		for range 3 {
			c.reads("bestmove ")
		}
		c.enter("go movetime 10", "go nodes 100", "go wtime 50 btime 50", "go depth 1", "isready")
		for range 4 {
			c.reads("bestmove ")
		}
		c.enter("setoption name Level value 1", "go wtime 1000 btime 1000", "setoption name Level value 0", "ucinewgame")
		c.reads("bestmove ")
	}
	c.enter("go infinite")
	c.leaves()
	if move := c.reads("bestmove "); len(move) < len("bestmove e2e4") {
		t.Error(move)
	}
}
