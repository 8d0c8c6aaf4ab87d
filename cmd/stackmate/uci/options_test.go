package uci

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestOptionsReachTheEngine sets options, and looks at what the engine is asked for.
func TestOptionsReachTheEngine(t *testing.T) {
	inBubble(t, &slowEngine{finishes: time.Second}, func(b *bubble) {
		b.wants(b.says("setoption name Clear Hash", "setoption name hash value 32", "setoption name Threads value 2"), "")
		if b.made != nil {
			t.Errorf("made %v before there was a question", b.made)
		}
		b.says("isready", "go depth 1", "setoption name Hash value 32", "setoption name MultiPV value 3", "go depth 1 searchmoves e2e4 d2-d4")
		b.saysAfter(time.Minute)
		b.says("setoption name Hash value 64", "setoption name Threads value 129", "isready")
		if len(b.made) != 2 || b.made[0].Hash != 32 || b.made[0].Threads != 2 || b.made[1].Hash != 64 || b.made[1].Threads != 2 {
			t.Errorf("made %+v", b.made)
		}
		if l := b.engine.searches[1]; l.Lines != 3 || len(l.Moves) != 2 {
			t.Errorf("limits %+v", l)
		}
		if b.says("setoption name Clear Hash"); b.engine.forgot != 1 {
			t.Errorf("forgot %d times", b.engine.forgot)
		}
		if b.says("ucinewgame", "setoption name UCI_Variant value nextgen"); b.engine.forgot != 3 {
			t.Errorf("forgot %d times with two new games", b.engine.forgot)
		}
	})
}

// TestLevels plays at levels, which are chosen in two ways.
func TestLevels(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("setoption name Level value 3", "go depth 1")
		move, _, _ := strings.Cut(best, " ponder")
		b.wants(b.saysAfter(10*time.Second), "info score cp -12 pv"+strings.TrimPrefix(move, "bestmove")+"\n"+move+"\n")
		b.says("ucinewgame", "setoption name UCI_LimitStrength value true", "go")
		b.saysAfter(time.Minute)
		b.says("setoption name Level value 0")
		v := rules.VariantByKey("orthodox")
		for l := engine.Level(1); l.Valid(); l++ {
			elo := min(engine.Rating(v, l)+20, maxElo)
			b.says(fmt.Sprintf("setoption name UCI_Elo value %d", elo), "go wtime 60000 btime 60000")
			b.saysAfter(time.Minute)
		}
		if want := []engine.Level{3, 3, 1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(b.engine.levels, want) {
			t.Errorf("played at levels %v, want %v", b.engine.levels, want)
		}
		if seeds := b.engine.seeds; seeds[0] == seeds[1] || seeds[1] != seeds[2] {
			t.Errorf("seeds %v, want one for each game", seeds)
		}
		before := len(b.engine.searches)
		b.says("go infinite", "stop", "go mate 2", "stop", "go searchmoves e2e4", "stop", "setoption name UCI_LimitStrength value false", "go", "stop")
		if len(b.engine.levels) != 10 || len(b.engine.searches) != before+4 {
			t.Errorf("questions about a position were played at levels %v", b.engine.levels[10:])
		}
	})
}

// TestLevelInAHurry plays at a level that would think longer than there is time.
func TestLevelInAHurry(t *testing.T) {
	inBubble(t, &slowEngine{}, func(b *bubble) {
		b.says("setoption name Level value 8", "go movetime 1050")
		b.wants(b.saysAfter(999*time.Millisecond), "")
		b.wants(b.saysAfter(time.Millisecond), best)
		if l := b.engine.searches[0]; l.Hard != 500*time.Millisecond {
			t.Errorf("limits %+v", l)
		}
		b.says("go")
		b.wants(b.says("stop"), best)
	})
}
