package store

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// listedGame is what decides about the place of a game in lists.
type listedGame struct {
	id           int64
	seats        [2]int64
	turn         rules.Color
	home         chat.Address
	moved, ended time.Time
}

// TestListsOfAnyLength compares lists with what they must hold, at every length: they are
// in order, complete, and say when they are not.
func TestListsOfAnyLength(t *testing.T) {
	s, _ := fresh(t)
	random := rand.New(rand.NewPCG(11, 6))
	var players []int64
	var all []listedGame
	homes := []chat.Address{{}, {Transport: "test", ID: "hall"}, {Transport: "test", ID: "library"}}
	update(t, s, func(tx data.Tx) error {
		for _, name := range []string{"Anna", "Ben", "Carl"} {
			p, err := tx.PlayerAt(somebody(name), noon)
			if err != nil {
				return err
			}
			players = append(players, p.ID)
		}
		for i := range 80 {
			ch := &game.Challenge{Variant: rules.VariantByKey("orthodox"), From: players[random.IntN(3)], Color: game.AsWhite,
				Home: homes[random.IntN(3)], State: game.Accepted, Made: noon}
			if err := tx.AddChallenge(ch); err != nil {
				return err
			}
			g, err := ch.Start(players[random.IntN(3)], true, noon)
			if err != nil {
				return err
			}
			if err := tx.AddGame(g); err != nil {
				return err
			}
			l := listedGame{id: g.ID, seats: g.Seats, home: g.Home, moved: noon}
			for range random.IntN(4) {
				l.moved = noon.Add(time.Duration(random.IntN(20)+20*i) * time.Second)
				if err := play(g, l.moved); err != nil {
					return err
				}
			}
			if random.IntN(3) == 0 {
				l.ended = noon.Add(time.Duration(random.IntN(20)) * time.Hour)
				if err := g.Resign(rules.White, l.ended); err != nil {
					return err
				}
			}
			l.turn = g.Turn()
			all = append(all, l)
			if err := tx.SaveGame(g); err != nil {
				return err
			}
		}
		return nil
	})
	lastFirst := func(a, b listedGame) int {
		return cmp.Or(b.ended.Compare(a.ended), b.moved.Compare(a.moved), cmp.Compare(b.id, a.id))
	}
	longestFirst := func(a, b listedGame) int { return cmp.Or(a.moved.Compare(b.moved), cmp.Compare(a.id, b.id)) }
	for _, tt := range []struct {
		kind  data.GameKind
		fits  func(l listedGame, player int64) bool
		order func(a, b listedGame) int
	}{
		{data.Running, func(l listedGame, _ int64) bool { return l.ended.IsZero() && l.seats[0] != l.seats[1] }, lastFirst},
		{data.Waiting, func(l listedGame, p int64) bool {
			return l.ended.IsZero() && l.seats[0] != l.seats[1] && l.seats[l.turn] == p
		}, longestFirst},
		{data.Ended, func(l listedGame, _ int64) bool { return !l.ended.IsZero() && l.seats[0] != l.seats[1] }, lastFirst},
		{data.Analyses, func(l listedGame, _ int64) bool { return l.ended.IsZero() && l.seats[0] == l.seats[1] }, lastFirst},
	} {
		for _, player := range players {
			for _, home := range homes {
				if tt.kind == data.Analyses && !home.IsZero() {
					continue // they have none
				}
				var fit []listedGame
				for _, l := range all {
					if (l.seats[0] == player || l.seats[1] == player) && tt.fits(l, player) && (home.IsZero() || l.home == home) {
						fit = append(fit, l)
					}
				}
				slices.SortFunc(fit, tt.order)
				if len(fit) < 1 {
					t.Fatalf("no games of kind %d", tt.kind)
				}
				for _, limit := range []int{0, 1, len(fit) - 1, len(fit), len(fit) + 1} {
					want := fit
					if limit > 0 {
						want = fit[:min(limit, len(fit))]
					}
					view(t, s, func(tx data.Tx) error {
						got, err := tx.FindGames(data.GameFilter{Player: player, Kind: tt.kind, Home: home, Limit: limit})
						if err != nil {
							return err
						}
						var ids, wanted []int64
						for _, l := range got.Games {
							ids = append(ids, l.ID)
						}
						for _, l := range want {
							wanted = append(wanted, l.id)
						}
						if diff := gocmp.Diff(wanted, ids); diff != "" || got.More != (len(want) < len(fit)) {
							t.Errorf("kind %d of player %d, %q, limit %d: more %t (-want +got)\n%s", tt.kind, player, home.ID, limit, got.More, diff)
						}
						if _, ok := got.Only(); ok != (len(fit) == 1 && len(want) == 1) {
							t.Errorf("kind %d, limit %d: the only one of %d", tt.kind, limit, len(fit))
						}
						return nil
					})
				}
			}
		}
	}
}
