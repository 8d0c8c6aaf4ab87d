package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// testMatch returns a short match between two players.
func testMatch(t *testing.T, variant string, a, b string) *match {
	t.Helper()
	m := &match{ground: ground{variant: rules.VariantByKey(variant), plies: 40, margin: time.Minute},
		pairs: 1, seed: 1, opening: 6, balance: 300, concurrency: 1, patience: time.Minute}
	for i, text := range []string{a, b} {
		var err error
		if m.specs[i], err = parseSpec(text); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// TestMatchInEachGame expects two games with legal ends, with colours exchanged.
func TestMatchInEachGame(t *testing.T) {
	for _, key := range mainKeys {
		m := testMatch(t, key, "ours nodes=30", "ours nodes=20")
		var all []played
		m.each = func(p played) error { all = append(all, p); return nil }
		if err := m.run(t.Context()); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		if len(all) != 2 || all[0].white == all[1].white || m.score.games() != 2 || m.score.estimate().pairs != 1 {
			t.Fatalf("%s: games %v, %v", key, all, &m.score)
		}
		for _, p := range all {
			outcome, reason := m.over(p.game)
			if outcome != p.outcome || reason != p.reason || reason == "" {
				t.Errorf("%s ended as %v by %s, but the game says %v by %q", key, p.outcome, p.reason, outcome, reason)
			}
			if first := all[0].game.Moves()[:6]; !equal(first, p.game.Moves()[:6]) {
				t.Errorf("%s: the openings differ", key)
			}
		}
		if m.used[0].moves == 0 || m.used[1].moves == 0 {
			t.Errorf("%s: moves %d and %d", key, m.used[0].moves, m.used[1].moves)
		}
	}
}

func equal(a, b []rules.Move) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestOpenings expects openings of each game that are legal, balanced, distinct and the same
// for the same seed.
func TestOpenings(t *testing.T) {
	for _, key := range mainKeys {
		v := rules.VariantByKey(key)
		a, b, c := newOpenings(v, 4, 100, 7), newOpenings(v, 4, 100, 7), newOpenings(v, 4, 100, 8)
		seen := map[string]bool{}
		differ := false
		for range 5 {
			list, err := a.next(t.Context())
			again, _ := b.next(t.Context())
			other, _ := c.next(t.Context())
			if err != nil || len(list) != 4 || !equal(list, again) {
				t.Fatalf("%s: %v, %v; again %v", key, list, err, again)
			}
			differ = differ || !equal(list, other)
			g := rules.NewGame(v.Start(), 0)
			for _, m := range list {
				p := g.Position()
				if err := g.PlayLAN(v.LAN(m)); err != nil {
					t.Fatalf("%s: %s is not legal in %s", key, v.LAN(m), p.FEN())
				}
			}
			p := g.Position()
			if seen[p.FEN()] {
				t.Errorf("%s: %s twice", key, p.FEN())
			}
			seen[p.FEN()] = true
		}
		if !differ {
			t.Errorf("%s: seeds 7 and 8 give the same openings", key)
		}
	}
	strict := newOpenings(rules.VariantByKey("orthodox"), 1, 100, 1)
	for i := range 21 {
		if _, err := strict.next(t.Context()); (err != nil) != (i == 20) {
			t.Fatalf("opening %d of the 20 first moves of chess: %v", i+1, err)
		}
	}
}

// TestAdjudication expects that both players must agree for long enough.
func TestAdjudication(t *testing.T) {
	gr := &ground{resign: 500, draw: 10}
	say := func(score int, plies int) rules.Outcome {
		var a agreement
		for i := range plies {
			turn := rules.Color(i % 2)
			s := score
			if turn == rules.Black {
				s = -s
			}
			a.add(gr, turn, thought{score: engine.Score(s), rated: true})
		}
		return a.adjudicate(gr, noDrawBefore)
	}
	for _, tt := range []struct {
		score, plies int
		want         rules.Outcome
	}{{600, adjudged, rules.WhiteWins}, {600, adjudged - 1, rules.Undecided}, {-600, adjudged, rules.BlackWins}, {400, 50, rules.Undecided},
		{5, adjudged, rules.Draw}, {-11, 50, rules.Undecided}} {
		if got := say(tt.score, tt.plies); got != tt.want {
			t.Errorf("%d for %d plies: %v, want %v", tt.score, tt.plies, got, tt.want)
		}
	}
	var a agreement
	for i := range 20 { // each thinks that White wins, but Black sometimes does not say
		a.add(gr, rules.Color(i%2), thought{score: engine.Score(600 - 1200*(i%2)), rated: i%7 != 6})
	}
	if a.adjudicate(gr, 100) != rules.Undecided {
		t.Error("adjudicated although a score was missing")
	}
}

// TestCommand plays a match as from the shell, writes its files, and reads them back.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	pgn, lines := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "results.json")
	var out bytes.Buffer
	err := run(t.Context(), []string{"match", "-variant", "tridimensional", "-games", "2", "-max", "16", "-a", "ours nodes=10",
		"-b", "ours level=1", "-pgn", pgn, "-json", lines, "-balance", "1000"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2/2:", "tridimensional, openings of 8 plies with seed 1", "a: ours nodes=10", "b: ours level=1", "Elo ", "ends: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, &out)
		}
	}
	text, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	record, err := rules.ParsePGN(bytes.NewReader(text), nil)
	if err != nil || len(record.Moves) < 9 || !record.More || record.Tag("White") != "ours nodes=10" {
		t.Errorf("%v, %+v of\n%s", err, record, text)
	}
	if text, err = os.ReadFile(lines); err != nil || strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), `"white":"ours level=1"`) {
		t.Errorf("%v, %s", err, text)
	}
}

// TestInterrupted expects that a match whose context ends counts what was played.
func TestInterrupted(t *testing.T) {
	m := testMatch(t, "orthodox", "ours nodes=10", "ours nodes=10")
	m.pairs = 1000
	ctx, cancel := context.WithCancel(t.Context())
	m.progress = func(s *score) {
		if s.games() == 4 {
			cancel()
		}
	}
	if err := m.run(ctx); err != nil || m.score.games() < 4 || m.score.games() > 10 {
		t.Errorf("%v, %v", err, &m.score)
	}
}

// TestWrongArguments expects sentences that name what is wrong.
func TestWrongArguments(t *testing.T) {
	for want, args := range map[string][]string{
		"name a command":                   {},
		"there is no game \"go\"":          {"match", "-variant", "go"},
		"\"x\" is not a flag":              {"match", "x"},
		"neither ours nor cmd=":            {"match", "-a", "theirs"},
		"has no limit":                     {"match", "-a", "ours"},
		"there is no setting \"speed\"":    {"match", "-a", "ours speed=1"},
		"levels go from 1 to 8":            {"match", "-a", "ours level=9"},
		"\"nodes\" is not NAME=VALUE":      {"match", "-a", "ours nodes"},
		"a quote is not closed":            {"match", "-a", "'cmd=x"},
		"no program is named":              {"match", "-a", "cmd="},
		"there is no setting \"option.a\"": {"match", "-a", "ours option.a=1"},
		"there is no setting \"hash\"":     {"match", "-a", "cmd=x hash=1"},
		"a player is empty":                {"match", "-a", ""},
		"invalid syntax":                   {"match", "-a", "ours nodes=-1"},
		"executable file not found":        {"match", "-games", "2", "-variant", "orthodox", "-a", "cmd=no-such-program-anywhere nodes=1"},
	} {
		if err := run(t.Context(), args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}
