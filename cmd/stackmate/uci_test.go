package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/rules"
)

// uci runs a session and returns its output.
func uci(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := runUCI(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestUCIIdentifies(t *testing.T) {
	want := "id name Stackmate\nid author The Stackmate authors\noption name UCI_Variant type combo default orthodox var orthodox"
	for _, v := range rules.Variants() {
		if v.Key() != "orthodox" {
			want += " var " + v.Key()
		}
	}
	want += "\nuciok\nreadyok\n"
	if got := uci(t, "uci", "", "isready", "quit", "uci"); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestUCIPerft(t *testing.T) {
	got := uci(t, "position fen r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "go perft 1", "quit")
	const want = "e1-d1: 1\ne1-f1: 1\ne1-d2: 1\ne1-e2: 1\ne1-f2: 1\n\nNodes searched: 5\n\n"
	if got := sortLines(got); got != sortLines(want) {
		t.Errorf("got\n%s", got)
	}
	counts := map[string]string{"orthodox": "8902", "millennium": "1061917", "nextgen": "392557", "nextgen:shared": "393446", "tridimensional": "13347"}
	for key, want := range counts {
		got := uci(t, "setoption name UCI_Variant value "+key, "go perft 3", "quit")
		if !strings.HasSuffix(got, "\n\nNodes searched: "+want+"\n\n") {
			t.Errorf("%s: got ...%s, want %s", key, got[max(len(got)-60, 0):], want)
		}
	}
}

// sortLines sorts lines, since the order of moves does not matter.
func sortLines(s string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(s, "\n")), "\n")
}

func TestUCIShows(t *testing.T) {
	tests := []struct {
		lines []string
		want  []string
	}{
		{[]string{"d"}, []string{"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Status: ongoing"}},
		{[]string{"position startpos moves e2-e4 e7e5", "d"},
			[]string{"Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{[]string{"position startpos moves f2f3 e7e5 g2g4 d8h4", "d"}, []string{"Status: checkmate"}},
		{[]string{"position fen k7/8/8/8/8/8/8/K7 w - - 0 1", "d"}, []string{"Status: insufficient"}},
		{[]string{"position fen k7/8/8/8/8/8/8/KR6 w - - 99 80 moves b1-b2", "d"}, []string{"Status: ongoing+claim50"}},
		{[]string{"position fen k7/P7/8/8/8/8/8/K6R w - - 0 1 moves h1-h8", "d"}, []string{"Status: check"}},
		{[]string{"position fen k7/7P/8/8/8/8/8/K7 w - - 0 1 moves h7h8n", "d"}, []string{"Fen: k6N/8/8/8/8/8/8/K7 b - - 0 1"}},
		{[]string{"setoption name UCI_Variant value millennium",
			"position startpos moves 1g1-2g3 3g8-2g6 2g3-1g1 2g6-3g8 1g1-2g3 3g8-2g6 2g3-1g1 2g6-3g8", "d"},
			[]string{"Status: ongoing+claim3"}},
		{[]string{"setoption name UCI_Variant value tridimensional", "position startpos moves d3B-d4B", "ucinewgame", "d"},
			[]string{"b2A,e2A,b9G,e9G 0 1", "Status: ongoing"}},
		{[]string{"setoption name uci_variant value NextGen:Shared", "d"}, []string{"PPPPPPPP/RNBQKBNR w KQkq - * 0 1"}},
	}
	for _, tt := range tests {
		got := uci(t, append(tt.lines, "quit")...)
		for _, want := range tt.want {
			if !strings.Contains(got, want+"\n") {
				t.Errorf("%q: no %q in\n%s", tt.lines, want, got)
			}
		}
	}
}

// TestUCISurvives sends wrong lines: each is answered by one error, and the position
// stays.
func TestUCISurvives(t *testing.T) {
	bad := []string{"hello", "go", "go infinite", "go perft", "go perft x", "go perft 0", "go perft -1", "go perft 21", "go perft 99999999999999999999",
		"position", "position foo", "position fen", "position fen x", "position startpos e2-e4", "position startpos moves e2-e4 e2-e4",
		"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2-e5", "position startpos moves Nf3 e4",
		"position startpos moves e2-e4=", "setoption", "setoption name", "setoption name Hash value 1", "setoption name UCI_Variant value chess",
		"setoption name UCI_Variant", "\xff\xfe", strings.Repeat("x", 2<<20), "position startpos moves " + strings.Repeat("e2-e4 ", 100000)}
	for _, line := range bad {
		got := uci(t, "position startpos moves d2-d4", line, "d", "quit")
		answer, rest, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(answer, "info string error: ") || strings.Contains(rest, "error") {
			t.Errorf("%.60q: answered %.100q", line, answer)
		}
		if !strings.Contains(rest, "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\n") {
			t.Errorf("%.60q changed the position:\n%s", line, rest)
		}
	}
}

// uciConsole is a session in which a test reads an answer before it goes on.
type uciConsole struct {
	t        *testing.T
	in       *io.PipeWriter
	out      *bufio.Reader
	finished chan error
}

func sitDown(t *testing.T) *uciConsole {
	in, keyboard := io.Pipe()
	screen, out := io.Pipe()
	c := &uciConsole{t, keyboard, bufio.NewReader(screen), make(chan error, 1)}
	go func() { c.finished <- runUCI(t.Context(), in, out); out.Close() }()
	t.Cleanup(func() { keyboard.Close(); in.Close(); screen.Close() })
	return c
}

func (c *uciConsole) enter(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// reads waits for a line, whatever is printed before it.
func (c *uciConsole) reads(want string) {
	c.t.Helper()
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			c.t.Fatalf("waiting for %q: %v", want, err)
		}
		if line == want+"\n" {
			return
		}
	}
}

// TestUCIAnswersDuringACount starts a count that would take days. The session answers
// "isready", the count is stopped, started and stopped again, and then the lines that
// waited are handled in order.
func TestUCIAnswersDuringACount(t *testing.T) {
	c := sitDown(t)
	for range 2 {
		c.enter("position startpos moves e2-e4")
		c.enter("go perft 20")
		for range 3 {
			c.enter("isready")
			c.reads("readyok")
		}
		c.enter("position startpos moves d2-d4")
		c.enter("d")
		c.enter("isready")
		c.reads("readyok")
		c.enter("stop")
		c.reads("info string perft stopped")
		c.reads("Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1")
	}
	c.enter("stop")
	c.enter("isready")
	c.reads("readyok")
	c.enter("quit")
	if err := <-c.finished; err != nil {
		t.Error(err)
	}
}

// TestUCIQuitsDuringACount checks that a later "quit" ends a count, and so does the end of
// the context.
func TestUCIQuitsDuringACount(t *testing.T) {
	c := sitDown(t)
	c.enter("go perft 20")
	time.Sleep(2 * quitGrace) // an earlier quit is the script's own and waits for the count
	c.enter("quit")
	c.reads("info string perft stopped")
	if err := <-c.finished; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := runUCI(ctx, strings.NewReader("go perft 20\n"), io.Discard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended by the context: %v", err)
	}
}

// deaf is an output that fails.
type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestUCIEndsWithItsOutput checks that a count ends when its output fails.
func TestUCIEndsWithItsOutput(t *testing.T) {
	if err := runUCI(t.Context(), strings.NewReader("go perft 20\nisready\n"), deaf{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ended with %v", err)
	}
}
