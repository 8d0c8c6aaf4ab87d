package uci

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// slowEngine is an engine that takes a second for each depth, so that time decides what it
// finds. It plays the first legal moves.
type slowEngine struct {
	searches []engine.Limits
	levels   []engine.Level
	seeds    []uint64
	forgot   int
	finishes time.Duration // after which a search ends by itself; 0 if it does not
	silent   bool          // whether it reports nothing
}

func (e *slowEngine) Search(ctx context.Context, g *rules.Game, l engine.Limits, report func(engine.Info)) engine.Result {
	e.searches = append(e.searches, l)
	p := g.Position()
	m := p.Moves()[0]
	next := p.Play(m)
	line := engine.Line{Moves: []rules.Move{m, next.Moves()[0]}, Score: 12, Depth: 1}
	result := engine.Result{Lines: []engine.Line{line}}
	ends := make(<-chan time.Time)
	if e.finishes > 0 {
		ends = time.After(e.finishes)
	}
	if l.Hard > 0 {
		ends = time.After(l.Hard)
	}
	for began := time.Now(); ; line.Depth++ {
		if !e.silent {
			report(engine.Info{Line: line, Rank: 1, Nodes: 1000, Elapsed: time.Since(began)})
		}
		select {
		case <-time.After(time.Second):
		case <-ends:
			return result
		case <-ctx.Done():
			return result
		}
	}
}

func (e *slowEngine) Play(ctx context.Context, g *rules.Game, l engine.Level, seed uint64) (rules.Move, engine.Score, bool) {
	e.levels, e.seeds = append(e.levels, l), append(e.seeds, seed)
	select {
	case <-time.After(10 * time.Second):
		p := g.Position()
		return p.Moves()[0], -12, true
	case <-ctx.Done():
		return rules.Move{}, 0, false
	}
}

func (e *slowEngine) Forget() { e.forgot++ }

// bubble is a session in a synctest bubble. It ends with it: goroutines that are left
// make the test fail.
type bubble struct {
	t      *testing.T
	engine *slowEngine
	made   []engine.Options
	in     *io.PipeWriter
	mu     sync.Mutex
	out    bytes.Buffer
	ended  bool
	err    error
}

func (b *bubble) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.Write(p)
}

// inBubble runs a test with a session.
func inBubble(t *testing.T, e *slowEngine, test func(b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		in, keyboard := io.Pipe()
		b := &bubble{t: t, engine: e, in: keyboard}
		seed := uint64(0)
		s := &session{
			out:       bufio.NewWriter(b),
			newEngine: func(o engine.Options) searcher { b.made = append(b.made, o); return e },
			newSeed:   func() uint64 { seed++; return seed },
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			b.err = s.run(ctx, in)
			b.ended = true
			in.Close()
		}()
		test(b)
		keyboard.Close()
		synctest.Wait()
		if !b.ended {
			t.Error("the session goes on after the end of its input")
		}
	})
}

// says enters lines, and returns what the session says until all its goroutines wait.
func (b *bubble) says(lines ...string) string {
	b.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(b.in, line+"\n"); err != nil {
			b.t.Fatalf("%s: %v", line, err)
		}
	}
	return b.saysAfter(0)
}

// saysAfter returns what it says in some time.
func (b *bubble) saysAfter(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.out.String()
	b.out.Reset()
	return text
}

// wants compares what was said, without lines of information.
func (b *bubble) wants(said, want string) {
	b.t.Helper()
	var rest strings.Builder
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "info depth") {
			rest.WriteString(line)
		}
	}
	if rest.String() != want {
		b.t.Errorf("said %q, want %q", rest.String(), want)
	}
}

// best is what slowEngine plays in the starting position.
var best = func() string {
	p := rules.VariantByKey("orthodox").Start()
	m := p.Moves()[0]
	next := p.Play(m)
	return fmt.Sprintf("bestmove %s ponder %s\n", p.UCI(m), next.UCI(next.Moves()[0]))
}()

// TestSearchIsHeardOut sends lines while a search goes on.
func TestSearchIsHeardOut(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.wants(b.says("go infinite"), "")
		b.wants(b.saysAfter(time.Hour), "")
		b.wants(b.says("isready", "isready"), "readyok\nreadyok\n")
		b.wants(b.says("setoption name Ponder value maybe", "ponderhit", "go depth 0", "isready"), "readyok\n")
		b.wants(b.says("stop"), best+"info string error: Ponder is \"maybe\", want true or false\ninfo string error: depth is \"0\", want a number from 1\n")
		b.wants(b.says("stop", "isready"), "readyok\n")
		b.wants(b.says("go depth 5"), "")
		if l := b.engine.searches[1]; l.Depth != 5 || l.Soft != 0 || l.Hard != 0 || l.Lines != 1 {
			t.Errorf("limits %+v", l)
		}
		b.wants(b.says("quit"), best)
		if !b.ended || b.err != nil {
			t.Errorf("quit: ended %t, %v", b.ended, b.err)
		}
	})
}

// TestStopEndsWhatWasAsked sends a stop and the next search at once, as GUIs do when a
// guess of the other's move was wrong, and then the stop of that; and a stop after two
// searches.
func TestStopEndsWhatWasAsked(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		said := b.says("go ponder wtime 1000 btime 1000", "stop", "position startpos", "go infinite", "stop", "position startpos", "go infinite", "isready")
		if n := strings.Count(said, best); n != 2 || len(b.engine.searches) != 3 {
			t.Errorf("%d searches ended of %d:\n%s", n, len(b.engine.searches), said)
		}
		b.wants(b.saysAfter(time.Hour), "")
		b.wants(b.says("stop"), best)
		b.wants(b.says("go depth 9", "go infinite", "stop"), best+best)
		b.wants(b.says("go infinite"), "")
	})
}

// TestWaitsForStop checks that an infinite search keeps its answer back even when there
// is nothing more to search.
func TestWaitsForStop(t *testing.T) {
	for command, finish := range map[string]string{"go infinite": "stop", "go ponder wtime 1000 btime 1000": "ponderhit", "go ponder": "stop"} {
		inBubble(t, &slowEngine{finishes: time.Second}, func(b *bubble) {
			b.wants(b.says(command), "")
			b.wants(b.saysAfter(time.Hour), "")
			b.wants(b.says(finish), best)
		})
	}
	inBubble(t, &slowEngine{finishes: time.Second}, func(b *bubble) {
		b.wants(b.says("go"), "")
		b.wants(b.saysAfter(time.Hour), best)
	})
}

// TestPonderhit checks that a search that ponders becomes one with limited time: here
// soft is 0.6 of a second and a bit, hard 4 seconds and a bit.
func TestPonderhit(t *testing.T) {
	const command = "go ponder wtime 30051 btime 30051"
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.wants(b.says(command), "")
		if l := b.engine.searches[0]; l.Soft != 0 || l.Hard != 0 {
			t.Errorf("pondering with limits %+v", l)
		}
		b.wants(b.says("ponderhit"), "")
		b.wants(b.saysAfter(900*time.Millisecond), "")
		b.wants(b.saysAfter(200*time.Millisecond), best) // the first depth after the soft limit
		b.wants(b.says(command), "")
		b.wants(b.saysAfter(time.Minute), "")
		b.wants(b.says("ponderhit"), best) // long enough before
		b.wants(b.says("go ponder movetime 5050"), "")
		b.wants(b.saysAfter(time.Minute), "")
		b.wants(b.says("ponderhit"), "")
		b.wants(b.saysAfter(4999*time.Millisecond), "")
		b.wants(b.saysAfter(time.Millisecond), best)
	})
	inBubble(t, &slowEngine{silent: true}, func(b *bubble) {
		b.wants(b.says(command, "ponderhit"), "")
		b.wants(b.saysAfter(3999*time.Millisecond), "")
		b.wants(b.saysAfter(time.Millisecond), best)
		b.wants(b.says(command, "ponderhit", "stop"), best)
	})
}

// TestEndsWithItsInput ends the input while a search goes on: what ends by itself is
// finished, what waits for a "stop" is stopped.
func TestEndsWithItsInput(t *testing.T) {
	for _, command := range []string{"go infinite", "go", "go mate 3", "go ponder wtime 60000 btime 60000", "go searchmoves a2a3"} {
		inBubble(t, &slowEngine{}, func(b *bubble) {
			b.says(command)
			b.in.Close()
			b.wants(b.saysAfter(0), best)
		})
	}
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("go movetime 10000")
		b.in.Close()
		b.wants(b.saysAfter(9*time.Second), "")
		b.wants(b.saysAfter(time.Second), best)
	})
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("go ponder wtime 60051 btime 60051", "ponderhit")
		b.in.Close()
		b.wants(b.saysAfter(0), "")
		b.wants(b.saysAfter(time.Minute), best)
	})
}

// TestReadsOnWhenTooMuchWaits checks that a search that only a "stop" ends is ended when
// no more lines may wait, since the stop may be behind them.
func TestReadsOnWhenTooMuchWaits(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("go infinite")
		lines := slices.Repeat([]string{"ucinewgame"}, maxWaiting)
		b.wants(b.says(lines[1:]...), "")
		b.wants(b.says("ucinewgame"), best)
		b.wants(b.says("isready"), "readyok\n")
	})
}

// TestWithoutMoves searches where the game has ended.
func TestWithoutMoves(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		for moves, score := range map[string]string{
			"position startpos moves f2f3 e7e5 g2g4 d8h4": "mate 0",
			"position fen k7/P7/K7/8/8/8/8/8 b - - 0 1":   "cp 0",
		} {
			if said := b.says(moves, "go movetime 100"); said != "info depth 0 score "+score+"\nbestmove 0000\n" {
				t.Errorf("%s: said %q", moves, said)
			}
		}
		b.says("go infinite")
		b.wants(b.saysAfter(time.Hour), "")
		b.wants(b.says("stop"), "bestmove 0000\n")
		if len(b.engine.searches) > 0 {
			t.Error("it was searched")
		}
	})
}

// TestForcedMove checks that a move without alternative costs no time of the clock.
func TestForcedMove(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("setoption name Level value 8", "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go wtime 1000 btime 60000")
		if len(b.engine.searches) != 1 || b.engine.searches[0].Depth != 1 || len(b.engine.levels) > 0 {
			t.Errorf("searched with %+v, levels %v", b.engine.searches, b.engine.levels)
		}
		b.says("stop")
	})
}
