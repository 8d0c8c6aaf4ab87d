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
		if stale := s.pass(f, sight{"c", "next", true}, true); len(stale) != 1 || stale[0].message != fmt.Sprint(n) {
			t.Fatalf("of game %d %v is known", n, stale)
		}
	}
	f, _ := name(1)
	for range 100 {
		s.pass(f, sight{"c", "question", false}, true)
	}
	if n := len(s.get(f)); n > 5 {
		t.Errorf("%d messages of one game", n)
	}
}
