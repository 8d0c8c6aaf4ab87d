package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"stackmate/rules"
)

// TestLevelsPlayLegalMoves lets all levels play one another.
func TestLevelsPlayLegalMoves(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		e := New(Options{})
		g := random(v, 3, 6)
		for i := range 24 {
			p := g.Position()
			if p.Status().Over() {
				return
			}
			l := Level(i%4 + 1)
			m, _, ok := e.Play(context.Background(), g, l, uint64(i))
			if !ok || !slices.Contains(p.Moves(), m) {
				t.Fatalf("%s: level %d plays %s", p.FEN(), l, v.LAN(m))
			}
			g.Play(m)
		}
	})
}

// mateThreat is a position in which many moves allow mate in one and some do not.
const mateThreat = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"

// TestEveryLevelMatesInOne shows that mates are seen before temperature counts.
func TestEveryLevelMatesInOne(t *testing.T) {
	e := New(Options{})
	count := map[string]int{}
	for line := range strings.Lines(provenMates) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[1] != "1" || count[f[0]] == 4 {
			continue
		}
		count[f[0]]++
		v := rules.VariantByKey(f[0])
		p, err := v.ParseFEN(f[2])
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(p, 0)
		for l := Level(1); l <= 5; l++ {
			m, s, ok := e.Play(context.Background(), g, l, uint64(l))
			if next := p.Play(m); !ok || next.Status() != rules.Checkmate {
				t.Errorf("%s: level %d plays %s (%v)", f[2], l, v.LAN(m), s)
			}
		}
	}
	if len(count) != 5 {
		t.Errorf("positions of %d games, want 5", len(count))
	}
}

// TestLevelsDoNotAllowMateInOne plays many seeds in positions in which most moves do.
func TestLevelsDoNotAllowMateInOne(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	e := New(Options{})
	p, err := v.ParseFEN(mateThreat)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(p, 0)
	careless := false
	for seed := range uint64(40) {
		for l := Level(1); l <= 5 && (l <= 3 || seed < 4); l++ {
			m, _, ok := e.Play(context.Background(), g, l, seed)
			if !ok {
				t.Fatal("no move")
			}
			allows := allowsMate(p, m)
			if allows && l >= 3 {
				t.Errorf("level %d plays %s", l, v.LAN(m))
			}
			careless = careless || allows
		}
	}
	if !careless {
		t.Error("not even level 1 allows mate")
	}
}

// TestTemperature shows that a weak level varies its moves, and a strong one hardly.
func TestTemperature(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	e := New(Options{})
	g := rules.NewGame(v.Start(), 0)
	moves := func(l Level, n uint64) int {
		seen := map[rules.Move]bool{}
		for seed := range n {
			m, _, _ := e.Play(context.Background(), g, l, seed)
			seen[m] = true
		}
		return len(seen)
	}
	if n := moves(1, 30); n < 5 {
		t.Errorf("level 1 knows only %d first moves", n)
	}
	if n := moves(5, 6); n > 5 {
		t.Errorf("level 5 knows %d first moves", n)
	}
}

// TestPlayEndsWithItsContext shows that no move is made when the context is over.
func TestPlayEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := rules.NewGame(rules.VariantByKey("millennium").Start(), 0)
	if m, _, ok := New(Options{}).Play(ctx, g, 8, 1); ok {
		t.Errorf("level 8 plays %v", m)
	}
}

// TestLevelsShunRepetitions shows that a repeated position is worth a little less than nothing to
// the side that plays at a level, a little more to the other, and nothing at full strength.
func TestLevelsShunRepetitions(t *testing.T) {
	g := rules.NewGame(rules.VariantByKey("orthodox").Start(), 0)
	s := searcherOf(g)
	play := func(text string) {
		t.Helper()
		m, err := s.p.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		s.make(m)
	}
	for _, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3"} {
		if score, drawn := s.drawn(); drawn != (s.ply == 4) || score != 0 {
			t.Errorf("after %d plies: %d, %v", s.ply, score, drawn)
		}
		play(text)
	}
	s.shy = shyness
	if score, drawn := s.drawn(); !drawn || score != shyness {
		t.Errorf("with the other side to move: %d, %v", score, drawn)
	}
	play("g8f6")
	if score, drawn := s.drawn(); !drawn || score != -shyness {
		t.Errorf("with the side that plays to move: %d, %v", score, drawn)
	}
}
