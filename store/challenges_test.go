package store

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// TestChallenges stores a challenge, reads it back and answers it.
func TestChallenges(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "millennium")
		if err != nil {
			return err
		}
		got, err := tx.Challenge(g.ID)
		if err != nil {
			return err
		}
		want := &game.Challenge{ID: g.ID, Variant: g.Variant, Terms: g.Terms, From: g.Seats[0], To: g.Seats[1], Color: game.AsWhite,
			Home: g.Home, Server: g.Server, State: game.Open, Made: noon}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(rules.Variant{})); diff != "" {
			t.Errorf("(-stored +read):\n%s", diff)
		}
		for _, who := range g.Seats {
			if open, err := tx.OpenChallenges(who); err != nil || len(open) != 1 {
				t.Errorf("open for %d: %v (%v)", who, open, err)
			}
		}
		if err := tx.AnswerChallenge(g.ID, game.Declined); err != nil {
			return err
		}
		if err := tx.AnswerChallenge(g.ID, game.Accepted); !errors.Is(err, data.ErrConflict) {
			t.Errorf("answered twice: %v", err)
		}
		open, err := tx.OpenChallenges(g.Seats[0])
		if len(open) != 0 {
			t.Errorf("still open: %v", open)
		}
		return err
	})
}
