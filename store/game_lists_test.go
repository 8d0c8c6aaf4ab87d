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

// listedGame is what decides in which lists a game is, and where.
type listedGame struct {
	id           int64
	seats        [2]int64
	turn         rules.Color
	home         chat.Address
	moved, ended time.Time
}

// TestFindGamesRandom compares the lists of random games with lists computed by the test, for
// each kind, player and home, with limits around their length.
func TestFindGamesRandom(t *testing.T) {
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
	newestFirst := func(a, b listedGame) int {
		return cmp.Or(b.ended.Compare(a.ended), b.moved.Compare(a.moved), cmp.Compare(b.id, a.id))
	}
	longestFirst := func(a, b listedGame) int { return cmp.Or(a.moved.Compare(b.moved), cmp.Compare(a.id, b.id)) }
	for _, tt := range []struct {
		kind  data.GameKind
		fits  func(l listedGame, player int64) bool
		order func(a, b listedGame) int
	}{
		{data.Running, func(l listedGame, _ int64) bool { return l.ended.IsZero() && l.seats[0] != l.seats[1] }, newestFirst},
		{data.Waiting, func(l listedGame, p int64) bool {
			return l.ended.IsZero() && l.seats[0] != l.seats[1] && l.seats[l.turn] == p
		}, longestFirst},
		{data.Ended, func(l listedGame, _ int64) bool { return !l.ended.IsZero() && l.seats[0] != l.seats[1] }, newestFirst},
		{data.Analyses, func(l listedGame, _ int64) bool { return l.ended.IsZero() && l.seats[0] == l.seats[1] }, newestFirst},
	} {
		for _, player := range players {
			for _, home := range homes {
				if tt.kind == data.Analyses && !home.IsZero() {
					continue // analyses are listed wherever they are
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
							t.Errorf("kind %d, limit %d: Only is wrong about %d games", tt.kind, limit, len(fit))
						}
						return nil
					})
				}
			}
		}
	}
}

// TestFindGames finds the games of a player and of a place, in their order.
func TestFindGames(t *testing.T) {
	s, _ := fresh(t)
	var anna, other int64
	update(t, s, func(tx data.Tx) error {
		for i := range 4 {
			g, err := newGame(tx, "orthodox")
			if err != nil {
				return err
			}
			anna = g.Seats[0]
			if err := play(g, noon.Add(time.Duration((i*2)%5)*time.Hour)); err != nil { // after 0, 2, 4 and 1 hours
				return err
			}
			if i == 2 {
				if err := g.Resign(rules.White, noon); err != nil {
					return err
				}
			}
			if err := tx.SaveGame(g); err != nil {
				return err
			}
		}
		p, err := tx.PlayerAt(somebody("Carl"), noon)
		other = p.ID
		return err
	})
	numbers := func(list data.GameList, err error) (ids []int64) {
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list.Games {
			ids = append(ids, l.ID)
			if l.Plies != 1 || !l.Has(anna) || l.Has(other) || l.Variant.Key() != "orthodox" {
				t.Errorf("summary %+v", l)
			}
		}
		return ids
	}
	room, elsewhere := chat.Address{Transport: "test", ID: "the room"}, chat.Address{Transport: "test", ID: "elsewhere"}
	view(t, s, func(tx data.Tx) error {
		for what, tt := range map[string]struct{ got, want []int64 }{
			"running":      {numbers(tx.FindGames(data.GameFilter{Player: anna, Limit: 3})), []int64{2, 4, 1}},
			"all":          {numbers(tx.FindGames(data.GameFilter{Player: anna})), []int64{2, 4, 1}},
			"two":          {numbers(tx.FindGames(data.GameFilter{Player: anna, Limit: 2})), []int64{2, 4}},
			"here":         {numbers(tx.FindGames(data.GameFilter{Player: anna, Home: room, Limit: 10})), []int64{2, 4, 1}},
			"elsewhere":    {numbers(tx.FindGames(data.GameFilter{Player: anna, Home: elsewhere, Limit: 10})), nil},
			"ended":        {numbers(tx.FindGames(data.GameFilter{Player: anna, Kind: data.Ended, Limit: 10})), []int64{3}},
			"nobody's":     {numbers(tx.FindGames(data.GameFilter{Player: other, Limit: 10})), nil},
			"a stranger's": {numbers(tx.FindGames(data.GameFilter{})), nil},
			"analyses":     {numbers(tx.FindGames(data.GameFilter{Player: anna, Kind: data.Analyses, Limit: 10})), nil},
			"in the room":  {numbers(tx.FindGames(data.GameFilter{Everyone: true, Home: room, Limit: 10})), []int64{2, 4, 1}},
			"ended there":  {numbers(tx.FindGames(data.GameFilter{Everyone: true, Kind: data.Ended, Home: room, Limit: 10})), []int64{3}},
			"in no room":   {numbers(tx.FindGames(data.GameFilter{Everyone: true, Home: elsewhere, Limit: 10})), nil},
			"other medium": {numbers(tx.FindGames(data.GameFilter{Everyone: true, Home: chat.Address{Transport: "mail", ID: "the room"}, Limit: 10})), nil},
		} {
			if diff := gocmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
		return nil
	})
}
