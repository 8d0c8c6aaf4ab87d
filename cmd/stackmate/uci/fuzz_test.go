package uci

import (
	"bufio"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// smallEngine is an engine that searches little, however much it is asked for.
type smallEngine struct{ *engine.Engine }

func (e smallEngine) Search(ctx context.Context, g *rules.Game, l engine.Limits, report func(engine.Info)) engine.Result {
	l.Nodes, l.Depth = 200, 3
	return e.Engine.Search(ctx, g, l, report)
}

func (e smallEngine) Play(ctx context.Context, g *rules.Game, _ engine.Level, seed uint64) (rules.Move, engine.Score, bool) {
	return e.Engine.Play(ctx, g, 1, seed)
}

var (
	largePerft = regexp.MustCompile(`perft\s+\+?0*([3-9]|\d\d)`)
	aSearch    = regexp.MustCompile(`(?m)^\s*go\b`)
	aBestMove  = regexp.MustCompile(`(?m)^bestmove (0000|@?[1-8A-Z]?[a-z]\S+)( ponder \S+)?$`)
)

// FuzzUCI sends any text to a session. It ends when the text does, answers no more searches
// than were asked for, and prints nothing that a terminal would obey.
func FuzzUCI(f *testing.F) {
	for _, text := range []string{
		"uci\nisready\nposition startpos moves e2e4\ngo movetime 200\n",
		"setoption name UCI_Variant value 3d8l\nsetoption name MultiPV value 300\nsetoption name MultiPV value 3\ngo infinite\nisready\nstop\nquit",
		"setoption name Level value 3\ngo ponder wtime 100 btime 100 movestogo 0\nponderhit\nposition startpos moves e2-e4 e7e5\ngo depth 99\nd",
		"position fen k7/P7/K7/8/8/8/8/8 b - - 0 1\ngo\ngo perft 2\nstop\nucinewgame\nsetoption name Clear Hash\n",
		"setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\ngo searchmoves e2e4 d2d4 nodes 5\nstop\n\x1b[2J \xff",
	} {
		f.Add(text)
	}
	shared := engine.New(engine.Options{Hash: 1})
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 || largePerft.MatchString(text) {
			t.Skip("more work than a test should do")
		}
		var out strings.Builder
		s := &session{
			out:       bufio.NewWriter(&out),
			newEngine: func(engine.Options) searcher { return smallEngine{shared} },
			newSeed:   func() uint64 { return 1 },
		}
		if err := s.run(t.Context(), strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if strings.ContainsFunc(line, unicode.IsControl) || !utf8.ValidString(line) {
				t.Errorf("said %q", line)
			}
		}
		moves := len(aBestMove.FindAllString(out.String(), -1))
		if most := len(aSearch.FindAllString(text, -1)); moves > most || moves != strings.Count(out.String(), "bestmove ") {
			t.Errorf("%d moves after at most %d searches:\n%s", moves, most, &out)
		}
	})
}
