package uci

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// talk runs a session and returns its output.
func talk(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestIdentifies(t *testing.T) {
	elo := func(l engine.Level) int { return engine.Rating(rules.VariantByKey("orthodox"), l) }
	variants := "default orthodox var orthodox"
	for _, v := range rules.Variants() {
		if v.Key() != "orthodox" {
			variants += " var " + v.Key()
		}
	}
	want := "id name Stackmate\nid author The Stackmate authors\noption name UCI_Variant type combo " + variants + `
option name Hash type spin default 16 min 1 max 4096
option name Clear Hash type button
option name Threads type spin default 1 min 1 max 128
option name MultiPV type spin default 1 min 1 max 256
option name Ponder type check default false
option name Move Overhead type spin default 50 min 0 max 5000
option name Level type spin default 0 min 0 max 8
option name UCI_LimitStrength type check default false
` + fmt.Sprintf("option name UCI_Elo type spin default %d min %d max %d\nuciok\nreadyok\n", elo(1), elo(1), elo(8))
	if got := talk(t, "uci", "", "isready", "debug on", "stop", "ponderhit", "quit", "uci"); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestPerft(t *testing.T) {
	got := talk(t, "position fen r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "go perft 1", "quit")
	const want = "e1d1: 1\ne1f1: 1\ne1d2: 1\ne1e2: 1\ne1f2: 1\n\nNodes searched: 5\n\n"
	if got := sortLines(got); got != sortLines(want) {
		t.Errorf("got\n%s", got)
	}
	counts := map[string]string{"orthodox": "8902", "millennium": "1061917", "nextgen": "392557", "nextgen:shared": "393446", "tridimensional": "13347"}
	for key, want := range counts {
		got := talk(t, "setoption name UCI_Variant value "+key, "go perft 3", "quit")
		if !strings.HasSuffix(got, "\n\nNodes searched: "+want+"\n\n") {
			t.Errorf("%s: got ...%s, want %s", key, got[max(len(got)-60, 0):], want)
		}
	}
}

// sortLines sorts lines, since the order of moves does not matter.
func sortLines(s string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(s, "\n")), "\n")
}

func TestShows(t *testing.T) {
	tests := []struct {
		lines []string
		want  []string
	}{
		{[]string{"d"}, []string{"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Status: ongoing"}},
		{[]string{"position startpos moves e2-e4 e7e5", "d"},
			[]string{"Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{[]string{"position startpos moves e2e4", "position startpos moves e2e4 E7-E5", "d"},
			[]string{"Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{[]string{"position startpos moves e2e4 e7e5 g1f3", "position startpos moves e2e4", "d"},
			[]string{"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"}},
		{[]string{"position startpos moves e2e4", "position startpos moves d2d4 d7d5", "d"},
			[]string{"Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2"}},
		{[]string{"position startpos moves e2e4", "ucinewgame", "position startpos moves e2e4 e7e5", "d"},
			[]string{"Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{[]string{"position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "d"},
			[]string{"Status: ongoing+claim3"}},
		{[]string{"position fen 4k3/7P/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1 e8e7 h7h8q", "d"}, []string{"Fen: 7Q/4k3/8/8/8/8/8/R4RK1 b - - 0 2"}},
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
		{[]string{"setoption name UCI_Variant value millennium", "setoption name UCI_Variant value chess", "d"},
			[]string{"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}},
		{[]string{"setoption name uci_variant value NextGen:Shared", "d"}, []string{"PPPPPPPP/RNBQKBNR w KQkq - * 0 1"}},
	}
	for _, tt := range tests {
		got := talk(t, append(tt.lines, "quit")...)
		for _, want := range tt.want {
			if !strings.Contains(got, want+"\n") {
				t.Errorf("%q: no %q in\n%s", tt.lines, want, got)
			}
		}
	}
}

// TestSurvives sends wrong lines: each is answered by one error, and the position
// stays.
func TestSurvives(t *testing.T) {
	bad := []string{"hello", "go perft", "go perft x", "go perft 0", "go perft -1", "go perft 21", "go perft 99999999999999999999", "go perft 2 3",
		"go x", "go depth", "go depth 0", "go depth x", "go depth -1", "go nodes 1.5", "go mate 0", "go movestogo -1", "go wtime", "go wtime soon",
		"go wtime 1000 winc 100", "go infinite perft 3", "go searchmoves", "go searchmoves infinite", "go searchmoves e2e4", "go searchmoves d7d5 d7d5",
		"position", "position moves e2e4", "position foo", "position fen", "position fen x", "position startpos e2-e4", "position startpos moves e2-e4 e2-e4",
		"position startpos moves d2d4 d7d5 0000", "position startpos moves d2d4 Nf6",
		"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2-e5", "position startpos moves Nf3 e4",
		"position startpos moves e2-e4=", "setoption", "setoption name", "setoption name X value 1", "setoption value 1", "setoption name Hash", "setoption name Hash value",
		"setoption name Hash value 0", "setoption name Hash value 4097", "setoption name Hash value 99999999999999999999", "setoption name Hash value 1 2",
		"setoption name Threads value -1", "setoption name MultiPV value many", "setoption name Level value 9", "setoption name Ponder value maybe", "setoption name Ponder",
		"setoption name UCI_Elo value 0", "setoption name UCI_LimitStrength value 1", "setoption name UCI_Variant value checkers", "setoption name UCI_Variant",
		"\xff\xfe", strings.Repeat("x", 2<<20), "position startpos moves " + strings.Repeat("e2-e4 ", 100000)}
	for _, line := range bad {
		got := talk(t, "position startpos moves d2-d4", line, "d", "quit")
		answer, rest, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(answer, "info string error: ") || strings.Contains(rest, "error") {
			t.Errorf("%.60q: answered %.100q", line, answer)
		}
		if !strings.Contains(rest, "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\n") {
			t.Errorf("%.60q changed the position:\n%s", line, rest)
		}
	}
}
