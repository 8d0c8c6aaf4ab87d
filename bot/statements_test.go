package bot_test

import (
	"testing"

	"stackmate/store"
)

// TestCostOfAMove counts what moves between two people ask of the database, in a game that is played in public, in one with a clock,
// and in one by private messages: statements, and round trips where the database is in PostgreSQL. The first moves are not
// counted, since they have PostgreSQL prepare statements.
func TestCostOfAMove(t *testing.T) {
	for name, g := range map[string]struct {
		begin      func(*club)
		statements int // in SQLite, where nothing is asked ahead
	}{
		"in public": {func(c *club) { c.game(hall, "Anna", "Ben", "orthodox") }, 19},
		"with a clock": {func(c *club) {
			c.clocked(hall, "3d")
		}, 23},
		"in private": {func(c *club) {
			c.say("Ben", hall, "games") // so that the bot knows him
			c.say("Anna", alone("Anna"), "challenge Ben chess white")
			c.say("Ben", alone("Ben"), "accept")
		}, 17},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			var moves []store.Transaction
			c.options = []store.Option{store.WithMeter(func(r store.Transaction) {
				if r.Write && r.Job == "move" {
					moves = append(moves, r)
				}
			})}
			c.reopen()
			g.begin(c)
			for i, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
				place := hall
				if name == "in private" {
					place = alone(two[i%2])
				}
				c.say(two[i%2], place, move)
			}
			if len(moves) != 6 {
				t.Fatalf("%d transactions for 6 moves", len(moves))
			}
			remote := store.IsPostgres(c.path)
			for _, m := range moves[3:] {
				if remote != (m.RoundTrips > 0) || m.RoundTrips > 12 || !remote && m.Statements > g.statements {
					t.Errorf("a move has %d statements and %d round trips", m.Statements, m.RoundTrips)
				}
			}
			t.Logf("%d statements, %d round trips", moves[5].Statements, moves[5].RoundTrips)
		})
	}
}
