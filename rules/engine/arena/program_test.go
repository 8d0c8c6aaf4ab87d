package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"stackmate/rules"
)

// fakeMode names, in the environment, how this test binary behaves as a program.
const fakeMode = "ARENA_FAKE"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeMode); mode != "" {
		fakeProgram(mode)
		return
	}
	os.Exit(m.Run())
}

// fakeProgram speaks the Universal Chess Interface, well or badly.
func fakeProgram(mode string) {
	var g *rules.Game
	fmt.Println("id name fake\noption name UCI_Variant type string default orthodox\noption name Skill Level type spin default 1\nuciok")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "isready":
			fmt.Println("readyok")
		case "position":
			g = rules.NewGame(rules.VariantByKey("orthodox").Start(), 0)
			for _, text := range words[3:] {
				p := g.Position()
				m, err := p.ParseUCI(text)
				if err != nil {
					panic(err)
				}
				g.Play(m)
			}
		case "go":
			p := g.Position()
			switch mode {
			case "hang":
				time.Sleep(time.Hour)
			case "late":
				time.Sleep(50 * time.Millisecond)
			case "crash":
				os.Exit(3)
			case "illegal":
				fmt.Println("bestmove e1e8")
				continue
			case "nonsense":
				fmt.Println("\n \ninfo\ninfo depth\ninfo score\ninfo depth x score cp\nbestmove")
				continue
			}
			fmt.Println("info depth 3 multipv 1 score cp 12 nodes 99 pv " + p.UCI(p.Moves()[0]))
			fmt.Println("info depth 4 multipv 2 score cp 7 nodes 100")
			fmt.Println("bestmove " + p.UCI(p.Moves()[0]))
		case "quit":
			return
		}
	}
}

// TestBadPrograms expects that a program that fails loses its games, and that nothing of it
// is left.
func TestBadPrograms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for mode, want := range map[string]string{"hang": "time", "late": "time", "crash": "crash", "illegal": "illegal move", "nonsense": "illegal move"} {
		t.Setenv(fakeMode, mode)
		m := testMatch(t, "orthodox", "cmd="+self+" movetime=1", "ours nodes=10")
		m.margin, m.patience = 20*time.Millisecond, 10*time.Second
		if mode == "hang" {
			m.patience = 300 * time.Millisecond
		}
		var games []*rules.Game
		m.each = func(p played) error { games = append(games, p.game); return nil }
		if err := m.run(t.Context()); err != nil {
			t.Fatalf("%s: %v", mode, err)
		}
		if m.score.losses != 2 || m.reasons[want] != 2 {
			t.Errorf("%s: %v, ends %v", mode, &m.score, m.reasons)
		}
		for i, g := range games {
			if g.Len() != 6+i { // the opening, and the move of the other player when he was White
				t.Errorf("%s: game %d has %d plies", mode, i+1, g.Len())
			}
		}
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines are left over", n-before)
	}
}

// TestGoodProgram expects that the moves of a program are played and what it says is read.
func TestGoodProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeMode, "good")
	m := testMatch(t, "orthodox", "cmd="+self+" depth=3 'option.Skill Level=5'", "ours nodes=10")
	if err := m.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	u := m.used[0]
	if m.score.games() != 2 || m.reasons["crash"]+m.reasons["illegal move"]+m.reasons["time"] > 0 || u.moves < 10 || u.depths != 3*u.deep || u.nodes != 99*uint64(u.moves) {
		t.Errorf("%v, ends %v, used %+v", &m.score, m.reasons, u)
	}
	for want, a := range map[string]string{"has no option \"Depth\"": "cmd=" + self + " nodes=1 option.Depth=1"} {
		if err := testMatch(t, "orthodox", a, "ours nodes=1").run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
