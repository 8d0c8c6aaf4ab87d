package bot_test

import (
	"testing"

	"stackmate/store"
)

// TestStatementsOfAMove counts the statements of moves in a game between two people: each is a round trip where the database is in PostgreSQL.
func TestStatementsOfAMove(t *testing.T) {
	c := newClub(t)
	most, moves := 0, 0
	c.options = []store.Option{store.WithMeter(func(r store.Transaction) {
		if r.Write && r.Job == "move" {
			moves++
			most = max(most, r.Statements)
		}
	})}
	c.reopen()
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4", "e5", "Nf3", "Nc6")
	if moves != 4 || most > 22 {
		t.Errorf("%d moves, with up to %d statements", moves, most)
	}
}
