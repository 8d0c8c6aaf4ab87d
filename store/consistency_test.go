package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
	"stackmate/store/verify"
)

// isConsistent fails the test if verification finds a problem that does not contain one of some texts.
func isConsistent(t *testing.T, s *Store, except ...string) {
	t.Helper()
	conn, err := s.read.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var report verify.Report
	if err := verify.Contents(t.Context(), conn, verify.Options{}, &report); err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Problems {
		if !slices.ContainsFunc(except, func(text string) bool { return strings.Contains(p.String(), text) }) {
			t.Error(p)
		}
	}
}

// TestTriggers ends games of all kinds, rates some, merges players, and checks the tables that
// triggers keep up to date after each step.
func TestTriggers(t *testing.T) {
	s, _ := fresh(t)
	random := rand.New(rand.NewPCG(7, 7))
	people := make([]int64, 6)
	update(t, s, func(tx data.Tx) error {
		for i := range people {
			p := chat.Person{Address: chat.Address{Transport: fmt.Sprint("test", i%2), ID: fmt.Sprint(i)}, Name: fmt.Sprint(i)}
			player, err := tx.PlayerAt(p, noon)
			if err != nil {
				return err
			}
			people[i] = player.ID
		}
		return nil
	})
	for step := range 60 {
		update(t, s, func(tx data.Tx) error {
			// Players 2 to 5 never play each other, so that they can be merged.
			a, b := people[random.IntN(2)], people[2+random.IntN(4)]
			variant := rules.VariantByKey([]string{"orthodox", "nextgen", "nextgen:shared"}[random.IntN(3)])
			if random.IntN(5) == 0 {
				b = a
			}
			ch := &game.Challenge{Variant: variant, From: a, To: b, Color: game.AsWhite, State: game.Accepted, Made: noon,
				Server: []string{"", "x", "y"}[random.IntN(3)]}
			if err := tx.AddChallenge(ch); err != nil {
				return err
			}
			g := &game.Game{ID: ch.ID, Variant: variant, Seats: [2]int64{a, b}, Server: ch.Server, Started: noon}
			if err := g.Load(); err != nil {
				return err
			}
			if err := tx.AddGame(g); err != nil || random.IntN(6) == 0 {
				return err
			}
			outcome := []rules.Outcome{rules.WhiteWins, rules.BlackWins, rules.Draw, rules.Undecided}[random.IntN(4)]
			if err := g.Adjudicate(outcome, noon.Add(time.Duration(step)*time.Minute)); err != nil {
				return err
			}
			if err := tx.SaveGame(g); err != nil || a == b || outcome == rules.Undecided || random.IntN(2) == 0 {
				return err
			}
			for _, player := range g.Seats {
				old, err := tx.Rating(player, variantBase(variant))
				if err != nil {
					return err
				}
				old.Rating.Value += float64(random.IntN(50) - 25)
				old.Games++
				if err := tx.AddRatingChange(g.ID, data.RatingChange{Player: player, After: old.Rating.Value}); err != nil {
					return err
				}
				if err := tx.SetRating(old); err != nil {
					return err
				}
			}
			return nil
		})
		isConsistent(t, s)
		if t.Failed() {
			t.Fatalf("after step %d", step)
		}
	}
	for _, pair := range [][2]int64{{people[5], people[2]}, {people[4], people[3]}} {
		update(t, s, func(tx data.Tx) error { return tx.Merge(pair[0], pair[1]) })
		isConsistent(t, s)
	}
}

func variantBase(v *rules.Variant) string {
	if v.Key() == "nextgen:shared" {
		return "nextgen"
	}
	return v.Key()
}
