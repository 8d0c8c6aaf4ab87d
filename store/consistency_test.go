package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// computed has, for each table that triggers keep up to date, a query of the table and one that
// computes the same from other tables.
var computed = map[string]string{
	"SELECT player || ' ' || variant || ' ' || won || ' ' || drawn || ' ' || lost FROM results ORDER BY 1": `
		SELECT player || ' ' || substr(variant, 1, instr(variant || ':', ':') - 1) || ' ' || sum(outcome = win) || ' ' ||
			sum(outcome = '1/2-1/2') || ' ' || sum(outcome = loss)
		FROM (SELECT white AS player, variant, outcome, '1-0' AS win, '0-1' AS loss, ended FROM games WHERE white <> black
			UNION ALL SELECT black, variant, outcome, '0-1', '1-0', ended FROM games WHERE white <> black)
		WHERE ended IS NOT NULL AND outcome <> '*' GROUP BY player, substr(variant, 1, instr(variant || ':', ':') - 1) ORDER BY 1`,
	"SELECT server || ' ' || variant || ' ' || player || ' ' || rating FROM server_ratings ORDER BY 1": `
		SELECT DISTINCT g.server || ' ' || r.variant || ' ' || r.player || ' ' || r.rating
		FROM rated JOIN games AS g ON g.id = rated.game JOIN ratings AS r ON r.player = rated.player
			AND r.variant = substr(g.variant, 1, instr(g.variant || ':', ':') - 1)
		WHERE g.server <> '' ORDER BY 1`,
	"SELECT variant || ' ' || games FROM running WHERE games <> 0 ORDER BY 1": `
		SELECT variant || ' ' || count(*) FROM games WHERE ended IS NULL GROUP BY variant ORDER BY 1`,
}

// heads computes the messages that are the first of their game and address: those with head = 1.
const heads = `SELECT id FROM outbox AS o WHERE settled IS NULL AND (game = 0 OR NOT EXISTS (
	SELECT 1 FROM outbox AS e WHERE e.settled IS NULL AND e.transport = o.transport
	AND e.recipient = o.recipient AND e.game = o.game AND e.id < o.id)) ORDER BY id`

// isConsistent fails the test if a table or column that triggers keep up to date is wrong.
func isConsistent(t *testing.T, s *Store) {
	t.Helper()
	if diff := cmp.Diff(column(t, s.read, heads), column(t, s.read, "SELECT id FROM outbox WHERE settled IS NULL AND head = 1 ORDER BY id")); diff != "" {
		t.Errorf("messages to be sent next (-computed +stored):\n%s", diff)
	}
	for stored, query := range computed {
		if diff := cmp.Diff(column(t, s.read, query), column(t, s.read, stored)); diff != "" {
			t.Errorf("%s (-computed +stored):\n%s", stored, diff)
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
			if err := tx.SaveGame(g); err != nil || a == b || random.IntN(2) == 0 {
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
