package discord

import (
	"fmt"
	"testing"
)

// However many games there are, only so many are remembered, and the last ones are.
func TestSightsAreBounded(t *testing.T) {
	var s sights
	name := func(n int) (followed, sight) {
		return followed{int64(n), "c"}, sight{"c", fmt.Sprint(n), true}
	}
	const games = 10 * generation
	for n := range games {
		f, now := name(n)
		s.pass(f, now, true)
	}
	if kept := len(s.young) + len(s.old); kept > 2*generation || kept < generation {
		t.Errorf("%d games are remembered", kept)
	}
	for n := games - generation; n < games; n++ {
		f, _ := name(n)
		if stale := s.pass(f, sight{"c", "99999999", true}, true); len(stale) != 1 || stale[0].message != fmt.Sprint(n) {
			t.Fatalf("of game %d %v is known", n, stale)
		}
	}
	f, _ := name(1)
	for n := range 100 {
		s.pass(f, sight{"c", fmt.Sprint(1000 + n), false}, true)
	}
	if n := len(s.get(f).armed); n > 5 {
		t.Errorf("%d messages of one game", n)
	}
}

// Messages that are noted in another order than they were sent lose the same buttons.
func TestSightsInAnyOrder(t *testing.T) {
	f := followed{1, "c"}
	question, board, answer := sight{"c", "101", false}, sight{"c", "102", true}, sight{"c", "103", false}
	var s sights
	s.pass(f, board, true)
	if stale := s.pass(f, question, true); len(stale) != 1 || stale[0] != question {
		t.Errorf("an older question: %v", stale)
	}
	s.pass(f, answer, false)
	if stale := s.pass(f, question, true); len(stale) != 1 || stale[0] != question {
		t.Errorf("a question that was answered: %v", stale)
	}
	if stale := s.pass(f, sight{"c", "104", true}, true); len(stale) != 1 || stale[0] != board {
		t.Errorf("a newer board: %v", stale)
	}
}
