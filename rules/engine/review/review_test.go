package review

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// script is a Searcher that knows what to answer after so many plies. In positions that it
// does not know, it answers the first legal move and an even score.
type script map[int]answer

type answer struct {
	score engine.Score // for the side to move
	line  string       // in LAN
}

func (s script) Search(_ context.Context, g *rules.Game, l engine.Limits, _ func(engine.Info)) engine.Result {
	p := g.Position()
	a, ok := s[g.Len()]
	moves := p.Moves()[:1]
	if ok && a.line != "" {
		moves = line(p, a.line)
	}
	if len(l.Moves) > 0 && l.Moves[0] != moves[0] { // the one that was played
		next := prefix(g, g.Len())
		next.Play(l.Moves[0])
		after := evaluate(context.Background(), s, next, 0)
		return engine.Result{Lines: []engine.Line{{Moves: append(l.Moves[:1:1], after.Moves...), Score: before(after.Score)}}}
	}
	return engine.Result{Lines: []engine.Line{{Moves: moves, Score: a.score}}}
}

// before returns the worth of a position for the other side as that of the move that led there.
func before(s engine.Score) engine.Score {
	switch n, mate := s.Mate(); {
	case !mate:
		return -s
	case n > 0:
		return engine.MateIn(-n)
	default:
		return engine.MateIn(1 - n)
	}
}

// line returns moves in LAN. It panics if they are not legal.
func line(p rules.Position, texts string) []rules.Move {
	g := rules.NewGame(p, 0)
	if err := g.PlayLAN(strings.Fields(texts)...); err != nil {
		panic(err)
	}
	return g.Moves()
}

func TestWin(t *testing.T) {
	for score, want := range map[engine.Score]float64{0: 0.5, 100: 0.599, 300: 0.769, 900: 0.973, -300: 0.231,
		engine.MateIn(3): 1, engine.MateIn(0): 0, engine.MateIn(-4): 0} {
		if got := Win(score); math.Abs(got-want) > 0.001 {
			t.Errorf("Win(%v) = %.3f, want %.3f", score, got, want)
		}
	}
}

func TestJudge(t *testing.T) {
	for drop, want := range map[float64]Judgment{0: Good, 0.059: Good, 0.06: Inaccuracy, 0.119: Inaccuracy, 0.12: Mistake, 0.2: Blunder, 1: Blunder} {
		if got := judge(drop); got != want {
			t.Errorf("judge(%v) = %d, want %d", drop, got, want)
		}
	}
}

func TestAccuracy(t *testing.T) {
	for _, c := range []struct {
		drops []float64
		want  float64
	}{
		{nil, 100},
		{[]float64{0, 0, 0}, 100},
		{[]float64{0.16}, 50},
		{[]float64{0.32, 0.32}, 25},
		{[]float64{0, 0.16}, (75 + 2/(1/100.0+1/50.0)) / 2},
		{[]float64{1}, 100 * math.Exp2(-1/0.16)},
	} {
		if got := accuracy(c.drops); math.Abs(got-c.want) > 1e-9 && !(c.want < 2 && got >= 1) {
			t.Errorf("accuracy(%v) = %v, want %v", c.drops, got, c.want)
		}
	}
}

// play returns a game from a position string, or from the start of the game for "".
func play(t *testing.T, variant, fen, moves string) *rules.Game {
	t.Helper()
	v := rules.VariantByKey(variant)
	start := v.Start()
	if fen != "" {
		var err error
		if start, err = v.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	g := rules.NewGame(start, 0)
	if err := g.PlayLAN(strings.Fields(moves)...); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFoolsMate has a review with every number known.
func TestFoolsMate(t *testing.T) {
	g := play(t, "orthodox", "", "f2-f3 e7-e5 g2-g4 d8-h4")
	says := script{0: {30, "e2-e4 e7-e5"}, 1: {60, "e7-e5"}, 2: {-70, "e2-e4"}, 3: {engine.MateIn(1), "d8-h4"}}
	var progress []int
	r, err := Of(context.Background(), says, g, Options{Progress: func(done, of int) { progress = append(progress, done, of) }})
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{Win(30), 1 - Win(60), Win(-70), 0, 0}
	for i, w := range want {
		if math.Abs(r.Win[i]-w) > 1e-9 {
			t.Errorf("after %d plies White wins with %v, want %v", i, r.Win[i], w)
		}
	}
	drops := []float64{Win(30) - Win(-60), 0, Win(-70), 0}
	judgments := []Judgment{Inaccuracy, Good, Blunder, Good}
	for i, m := range r.Moves {
		if math.Abs(m.Drop-drops[i]) > 1e-9 || m.Judgment != judgments[i] {
			t.Errorf("move %d: drop %v, judgment %d, want %v and %d", i, m.Drop, m.Judgment, drops[i], judgments[i])
		}
	}
	if got, want := r.Moves[2].Reason, (Reason{Kind: AllowsMate, Moves: 1}); got != want {
		t.Errorf("reason %+v, want %+v", got, want)
	}
	if r.Accuracy[rules.Black] != 100 || math.Abs(r.Accuracy[rules.White]-accuracy([]float64{drops[0], drops[2]})) > 1e-9 {
		t.Errorf("accuracies %v", r.Accuracy)
	}
	if want := []int{1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9, 7, 9, 8, 9, 9, 9}; !slices.Equal(progress, want) {
		t.Errorf("progress %v, want %v", progress, want)
	}
	if worst := r.Worst(rules.White, rules.White, 3); !slices.Equal(worst, []int{2, 0}) {
		t.Errorf("White's worst moves %v", worst)
	}
	if worst := r.Worst(rules.White, rules.White, 1); !slices.Equal(worst, []int{2}) {
		t.Errorf("White's worst move %v", worst)
	}
	if worst := r.Worst(rules.White, rules.Black, 3); len(worst) != 0 {
		t.Errorf("Black's worst moves %v", worst)
	}
}

// TestBlackBegins reviews a game whose first position has Black to move.
func TestBlackBegins(t *testing.T) {
	g := play(t, "orthodox", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1", "e8-d8")
	r, err := Of(context.Background(), script{0: {200, "e7-e5"}, 1: {100, "e2-e4"}}, g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Win[0]-Win(-200)) > 1e-9 || math.Abs(r.Win[1]-Win(100)) > 1e-9 {
		t.Errorf("White wins with %v", r.Win)
	}
	if r.Accuracy[rules.White] != 100 || r.Accuracy[rules.Black] > 50 || !slices.Equal(r.Worst(rules.Black, rules.Black, 3), []int{0}) {
		t.Errorf("accuracies %v, worst %v", r.Accuracy, r.Worst(rules.Black, rules.Black, 3))
	}
}

// TestNoChoiceIsNoMistake has a side that is in check and has one move.
func TestNoChoiceIsNoMistake(t *testing.T) {
	g := play(t, "orthodox", "1r5k/8/8/8/8/7p/8/K7 w - - 0 1", "a1-a2")
	start := g.Start()
	other := rules.Move{From: start.King(rules.White)} // an engine that errs would say so
	r, err := Of(context.Background(), wrong{other}, g, Options{})
	if err != nil || r.Moves[0].Drop != 0 || r.Moves[0].Judgment != Good || r.Accuracy[rules.White] != 100 {
		t.Errorf("%+v, %v", r, err)
	}
}

// wrong is a Searcher that always finds the same move, and the side to move better.
type wrong struct{ move rules.Move }

func (s wrong) Search(context.Context, *rules.Game, engine.Limits, func(engine.Info)) engine.Result {
	return engine.Result{Lines: []engine.Line{{Moves: []rules.Move{s.move}, Score: 300}}}
}

func TestNothingPlayed(t *testing.T) {
	r, err := Of(context.Background(), script{}, play(t, "millennium", "", ""), Options{})
	if err != nil || len(r.Moves) != 0 || len(r.Win) != 1 || r.Accuracy != [2]float64{100, 100} {
		t.Errorf("%+v, %v", r, err)
	}
}

// stopping is a Searcher whose context ends while it searches.
type stopping struct {
	cancel context.CancelFunc
	left   int
	calls  int
}

func (s *stopping) Search(_ context.Context, g *rules.Game, _ engine.Limits, _ func(engine.Info)) engine.Result {
	s.calls++
	if s.left--; s.left == 0 {
		s.cancel()
	}
	p := g.Position()
	return engine.Result{Lines: []engine.Line{{Moves: p.Moves()[:1]}}}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &stopping{cancel: cancel, left: 2}
	r, err := Of(ctx, s, play(t, "orthodox", "", "e2-e4 e7-e5 g1-f3"), Options{})
	if r != nil || !errors.Is(err, context.Canceled) || s.calls != 2 {
		t.Errorf("%v, %v after %d searches", r, err, s.calls)
	}
}

// TestCompare judges moves that were not played by the same measure.
func TestCompare(t *testing.T) {
	for played, want := range map[engine.Score]Judgment{200: Good, 150: Good, 100: Good, 60: Inaccuracy, 0: Mistake, -100: Blunder, engine.MateIn(-1): Blunder, engine.MateIn(2): Good} {
		if got := Compare(150, played); got != want {
			t.Errorf("%v is judged %d, not %d", played, got, want)
		}
	}
}

// hasty is a Searcher that sees a great difference between two moves unless it searches each of
// them alone.
type hasty struct {
	first, alone map[string]engine.Score // by move in LAN
}

func (s hasty) Search(_ context.Context, g *rules.Game, l engine.Limits, _ func(engine.Info)) engine.Result {
	p := g.Position()
	scores, moves := s.first, p.Moves()
	if l.Moves != nil {
		scores, moves = s.alone, l.Moves
	}
	best := engine.Line{}
	for _, m := range moves {
		if score := scores[p.Variant().LAN(m)]; best.Moves == nil || score > best.Score {
			best = engine.Line{Moves: []rules.Move{m}, Score: score}
		}
	}
	return engine.Result{Lines: []engine.Line{best}}
}

// TestDoubts has a searcher whose first impression is that a pawn on a3 is a blunder.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		alone    map[string]engine.Score
		judgment Judgment
		best     string
		win      float64
	}{
		{map[string]engine.Score{"e2-e4": 300}, Blunder, "e2-e4", Win(300)},
		{map[string]engine.Score{"e2-e4": 20}, Good, "e2-e4", Win(20)},
		{map[string]engine.Score{"e2-e4": 20, "a2-a3": 50}, Good, "a2-a3", Win(50)},
		{map[string]engine.Score{"e2-e4": -200, "a2-a3": engine.MateIn(-2)}, Blunder, "e2-e4", Win(-200)},
	} {
		g := play(t, "orthodox", "", "a2-a3")
		r, err := Of(context.Background(), hasty{map[string]engine.Score{"e2-e4": 300}, c.alone}, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := r.Moves[0]
		if best := g.Start(); m.Judgment != c.judgment || best.Variant().LAN(m.Best[0]) != c.best || math.Abs(r.Win[0]-c.win) > 1e-9 {
			t.Errorf("%v: judgment %d, best %s, White wins with %v", c.alone, m.Judgment, best.Variant().LAN(m.Best[0]), r.Win[0])
		}
		if want := accuracy([]float64{m.Drop}); (m.Drop == 0) != (c.judgment == Good) && r.Accuracy[rules.White] != want {
			t.Errorf("%v: drop %v, accuracy %v", c.alone, m.Drop, r.Accuracy)
		}
	}
}

func TestAnswered(t *testing.T) {
	for s, want := range map[engine.Score]engine.Score{150: -150, engine.MateIn(1): engine.MateIn(0), engine.MateIn(3): engine.MateIn(-2),
		engine.MateIn(-1): engine.MateIn(1), engine.MateIn(-4): engine.MateIn(4)} {
		if got := answered(s); got != want || before(got) != s {
			t.Errorf("after %v it is %v, want %v", s, got, want)
		}
	}
}
