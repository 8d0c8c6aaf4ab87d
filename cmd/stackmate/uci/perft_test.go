package uci

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// TestAnswersDuringACount starts a count that would take days. The session answers
// "isready", the count is stopped, started and stopped again, and then the lines that
// waited are handled in order.
func TestAnswersDuringACount(t *testing.T) {
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
	c.enter("stop", "isready")
	c.reads("readyok")
	c.leaves()
}

// TestQuitsDuringACount checks that a later "quit" ends a count, and so does the end of
// the context.
func TestQuitsDuringACount(t *testing.T) {
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
	if err := Run(ctx, strings.NewReader("go perft 20\n"), io.Discard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended by the context: %v", err)
	}
}

// deaf is an output that fails.
type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEndsWithItsOutput checks that a count ends when its output fails.
func TestEndsWithItsOutput(t *testing.T) {
	if err := Run(t.Context(), strings.NewReader("go perft 20\nisready\n"), deaf{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ended with %v", err)
	}
}
