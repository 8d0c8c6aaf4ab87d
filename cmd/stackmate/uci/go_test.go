package uci

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestGo reads what may follow "go".
func TestGo(t *testing.T) {
	minute := clock{left: time.Minute, increment: time.Second}
	tests := map[string]goRequest{
		"":                    {},
		"infinite":            {infinite: true},
		"depth 12 nodes 5000": {depth: 12, nodes: 5000},
		"mate 3":              {mate: 3},
		"movetime 0":          {movetime: time.Millisecond},
		"movetime -5":         {movetime: time.Millisecond},
		"nodes 99999999999999999999999 depth 99999999999999999999999": {nodes: 1<<63 - 1, depth: maxPlies},
		"ponder wtime 60000 btime 60000 winc 1000 binc 1000":          {ponder: true, clocks: [2]clock{minute, minute}, timed: [2]bool{true, true}},
		"wtime 60000 winc 1000 movestogo 9":                           {clocks: [2]clock{minute, {}}, timed: [2]bool{true, false}, movesToGo: 9},
		"wtime -30 btime 99999999999999":                              {clocks: [2]clock{{}, {left: maxMilliseconds * time.Millisecond}}, timed: [2]bool{true, true}},
	}
	p := rules.VariantByKey("orthodox").Start()
	for text, want := range tests {
		got, err := parseGo(strings.Fields(text), &p)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(goRequest{}, clock{})); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
	got, err := parseGo(strings.Fields("searchmoves e2e4 G1-F3 depth 2"), &p)
	if err != nil || len(got.moves) != 2 || p.UCI(got.moves[1]) != "g1f3" || got.depth != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	black := rules.VariantByKey("orthodox").Start()
	black = black.Play(black.Moves()[0])
	if _, err := parseGo([]string{"wtime", "1000"}, &black); err == nil || !strings.Contains(err.Error(), "btime") {
		t.Errorf("Black's time is missing: %v", err)
	}
}

// TestBudget checks some usual time controls.
func TestBudget(t *testing.T) {
	const overhead, kept = 50 * time.Millisecond, 51 * time.Millisecond
	tests := []struct {
		clock      clock
		soft, hard time.Duration
	}{
		{clock{left: 30*time.Second + kept}, 600 * time.Millisecond, 4 * time.Second},
		{clock{left: 30*time.Second + kept, increment: 4 * time.Second}, 2400 * time.Millisecond, 12 * time.Second},
		{clock{left: 30*time.Second + kept, moves: 1}, 18 * time.Second, 30 * time.Second},
		{clock{left: 30*time.Second + 2*kept, moves: 2}, 9 * time.Second, 20 * time.Second},
		{clock{left: 30*time.Second + 40*kept, moves: 40}, 600 * time.Millisecond, 4 * time.Second},
		{clock{left: kept, increment: 10 * time.Second}, time.Millisecond, time.Millisecond},
		{clock{}, time.Millisecond, time.Millisecond},
	}
	for _, tt := range tests {
		if soft, hard := tt.clock.budget(overhead); soft != tt.soft || hard != tt.hard {
			t.Errorf("%+v: %v and %v, want %v and %v", tt.clock, soft, hard, tt.soft, tt.hard)
		}
	}
	for _, tt := range []struct {
		g          goRequest
		soft, hard time.Duration
	}{
		{goRequest{movetime: time.Second}, 0, 950 * time.Millisecond},
		{goRequest{movetime: 60 * time.Millisecond}, 0, 30 * time.Millisecond},
		{goRequest{movetime: time.Second, timed: [2]bool{true, true}, clocks: [2]clock{{left: time.Hour}, {}}}, 950 * time.Millisecond, 950 * time.Millisecond},
		{goRequest{timed: [2]bool{false, true}, clocks: [2]clock{{}, {left: time.Hour}}}, 0, 0},
	} {
		if soft, hard := tt.g.budget(rules.White, overhead); soft != tt.soft || hard != tt.hard {
			t.Errorf("%+v: %v and %v, want %v and %v", tt.g, soft, hard, tt.soft, tt.hard)
		}
	}
}

// TestBudgetLasts plays whole games in which each move takes its hard limit and then the
// overhead: whatever the time control, no flag falls before 300 moves are made, as long as
// the increment is worth the overhead or more time comes.
func TestBudgetLasts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		milliseconds := func(name string, least, most int) time.Duration {
			return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Millisecond
		}
		overhead := milliseconds("overhead", 0, 5000)
		c := clock{left: milliseconds("time", 10, 10_000_000) + overhead, increment: milliseconds("increment", 0, 100_000)}
		period := rapid.IntRange(0, 60).Draw(t, "moves")
		each := c.left + time.Duration(period)*(overhead+time.Millisecond)
		if period == 0 {
			c.increment += overhead + time.Millisecond
		} else {
			c.left = each
		}
		for n := range 300 {
			if period > 0 {
				c.moves = period - n%period
			}
			soft, hard := c.budget(overhead)
			if soft <= 0 || soft > hard {
				t.Fatalf("%+v: soft %v, hard %v", c, soft, hard)
			}
			if c.left -= hard + overhead; c.left < 0 {
				t.Fatalf("the flag falls at move %d: %+v", n+1, c)
			}
			c.left += c.increment
			if c.moves == 1 {
				c.left += each
			}
		}
	})
}

// TestInfo writes what a search reports.
func TestInfo(t *testing.T) {
	p := rules.VariantByKey("orthodox").Start()
	m := p.Moves()[0]
	info := engine.Info{Line: engine.Line{Moves: []rules.Move{m}, Score: -35, Depth: 4}, Rank: 2, Selected: 9, Nodes: 30_000, Elapsed: 1500 * time.Millisecond, HashFull: 7}
	want := "info depth 4 seldepth 9 multipv 2 score cp -35 nodes 30000 nps 20000 hashfull 7 time 1500 pv " + p.UCI(m)
	if got := infoLine(&p, &info); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	info.Elapsed = 0
	if got := infoLine(&p, &info); !strings.Contains(got, " nps 30000000 ") {
		t.Errorf("in no time: %s", got)
	}
}
