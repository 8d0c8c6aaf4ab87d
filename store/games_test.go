package store

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// TestGameComesBack stores a game with all it can have and reads it back.
func TestGameComesBack(t *testing.T) {
	s, _ := fresh(t)
	var want *game.Game
	update(t, s, func(tx data.Tx) (err error) {
		want, err = newGame(tx, "millennium")
		return err
	})
	compare := func() {
		t.Helper()
		view(t, s, func(tx data.Tx) error {
			got, err := tx.Game(want.ID)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(game.Game{}, rules.Variant{})); diff != "" {
				t.Errorf("(-stored +read):\n%s", diff)
			}
			if got.Variant != want.Variant || got.Position() != want.Position() {
				t.Error("another position")
			}
			return nil
		})
	}
	compare()
	changes := []func() error{
		func() error { return play(want, noon.Add(time.Hour)) },
		func() error { return want.OfferDraw(rules.Black, noon) },
		func() error { return play(want, noon.Add(2*time.Hour)) },
		func() error { return want.WithdrawDraw(rules.Black) },
		func() error { return play(want, noon.Add(3*time.Hour)) },
		func() error { return want.Resign(rules.Black, noon.Add(4*time.Hour)) },
	}
	for _, change := range changes {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		update(t, s, func(tx data.Tx) error { return tx.SaveGame(want) })
		compare()
	}
}

// TestMovesStay tries to change history behind the store's back.
func TestMovesStay(t *testing.T) {
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		if err := play(g, noon); err != nil {
			return err
		}
		return tx.SaveGame(g)
	})
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	mustExec(t, db, "PRAGMA foreign_keys = 1")
	for statement, want := range map[string]string{
		"UPDATE moves SET move = 'e2-e4'":                                          "never changed",
		"UPDATE OR REPLACE moves SET ply = 2":                                      "never changed",
		"DELETE FROM moves":                                                        "never deleted",
		"INSERT INTO moves (game, ply, move, at) VALUES (1, 1, 'e2-e4', 1)":        "only appended",
		"INSERT INTO moves (game, ply, move, at) VALUES (1, 0, 'e2-e4', 1)":        "only appended",
		"INSERT INTO moves (game, ply, move, at) VALUES (1, 3, 'e2-e4', 1)":        "only appended",
		"REPLACE INTO moves (game, ply, move, at) VALUES (1, 1, 'e2-e4', 1)":       "only appended",
		"DELETE FROM games":                                                        "FOREIGN KEY",
		"INSERT INTO moves (game, ply, move, at) VALUES (99, 1, 'e2-e4', 1)":       "FOREIGN KEY",
		"INSERT INTO moves (game, ply, move, at) VALUES (1, 2, NULL, 'yesterday')": "constraint",
	} {
		if _, err := db.Exec(statement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", statement, err, want)
		}
	}
	var move string
	if err := db.QueryRow("SELECT move FROM moves").Scan(&move); err != nil || move == "e2-e4" {
		t.Errorf("the move is %q (%v)", move, err)
	}
}

func TestVersions(t *testing.T) {
	s, _ := fresh(t)
	var first, second *game.Game
	update(t, s, func(tx data.Tx) (err error) {
		if first, err = newGame(tx, "orthodox"); err != nil {
			return err
		}
		second, err = tx.Game(first.ID)
		return err
	})
	if err := play(first, noon); err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx data.Tx) error { return tx.SaveGame(first) })
	if err := second.OfferDraw(rules.White, noon); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), func(tx data.Tx) error { return tx.SaveGame(second) }); !errors.Is(err, data.ErrConflict) {
		t.Errorf("an old version was stored: %v", err)
	}
	view(t, s, func(tx data.Tx) error {
		g, err := tx.Game(first.ID)
		if err == nil && (g.Version != 2 || g.DrawOfferBy != nil || len(g.Plies) != 1) {
			t.Errorf("version %d, offer %v, %d plies", g.Version, g.DrawOfferBy, len(g.Plies))
		}
		return err
	})
	update(t, s, func(tx data.Tx) error { // the first goes on from where it stands
		if err := play(first, noon); err != nil {
			return err
		}
		return tx.SaveGame(first)
	})
}

func TestNotFound(t *testing.T) {
	s, _ := fresh(t)
	view(t, s, func(tx data.Tx) error {
		_, player := tx.Player(7)
		_, ch := tx.Challenge(7)
		_, g := tx.Game(7)
		for what, err := range map[string]error{"player": player, "challenge": ch, "game": g} {
			if !errors.Is(err, data.ErrNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		return nil
	})
}

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

// TestGameLists looks for the games of a player and of a place, in their order.
func TestGameLists(t *testing.T) {
	s, _ := fresh(t)
	var anna, other int64
	update(t, s, func(tx data.Tx) error {
		for i := range 4 {
			g, err := newGame(tx, "orthodox")
			if err != nil {
				return err
			}
			anna = g.Seats[0]
			if err := play(g, noon.Add(time.Duration((i*2)%5)*time.Hour)); err != nil { // 0, 2, 4, 1
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
				t.Errorf("line %+v", l)
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
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
		return nil
	})
}

func TestPlayers(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		anna, err := tx.PlayerAt(somebody("Anna"), noon)
		if err != nil {
			return err
		}
		renamed := somebody("Anna")
		renamed.Name = "Änna"
		again, err := tx.PlayerAt(renamed, noon)
		if err != nil {
			return err
		}
		if again.ID != anna.ID || again.Name != "Änna" {
			t.Errorf("Anna became %+v", again)
		}
		nameless := somebody("Änna2")
		nameless.Name = ""
		if p, err := tx.PlayerAt(nameless, noon); err != nil || p.Name != data.NumberedName(p.ID) {
			t.Errorf("nameless: %+v (%v)", p, err)
		}
		elsewhere := chat.Person{Address: chat.Address{Transport: "mail", ID: "Anna"}, Name: "ANNA"}
		if p, err := tx.PlayerAt(elsewhere, noon); err != nil || p.ID == anna.ID {
			t.Errorf("one id on two transports is one player (%v)", err)
		}
		if list, err := tx.PlayersNamed("mail", "anna"); err != nil || len(list) != 1 || list[0].Addresses[0] != elsewhere.Address {
			t.Errorf("named: %+v (%v)", list, err)
		}
		list, err := tx.PlayersNamed("test", "Anna")
		if len(list) != 0 {
			t.Errorf("under the old name: %+v", list)
		}
		return err
	})
}

// TestUndone holds Update to all or nothing, also when the function panics.
func TestUndone(t *testing.T) {
	s, _ := fresh(t)
	fault := errors.New("fault")
	err := s.Update(t.Context(), func(tx data.Tx) error {
		if _, err := newGame(tx, "orthodox"); err != nil {
			return err
		}
		return fault
	})
	if !errors.Is(err, fault) {
		t.Errorf("got %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		s.Update(t.Context(), func(tx data.Tx) error {
			newGame(tx, "orthodox")
			panic("fault")
		})
	}()
	ctx, cancel := context.WithCancel(t.Context())
	err = s.Update(ctx, func(tx data.Tx) error {
		_, err := newGame(tx, "orthodox")
		cancel()
		return err
	})
	if err == nil {
		t.Error("a cancelled transaction was committed")
	}
	view(t, s, func(tx data.Tx) error {
		if _, err := tx.Player(1); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("something stayed: %v", err)
		}
		return nil
	})
	if err := s.View(t.Context(), func(tx data.Tx) error { _, err := tx.PlayerAt(somebody("x"), noon); return err }); err == nil {
		t.Error("a view wrote")
	}
}

// TestManyAtOnce plays in one game from many sides at once: each update sees what
// the one before it left, so that none is lost and none conflicts.
func TestManyAtOnce(t *testing.T) {
	s, _ := fresh(t)
	var id int64
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	const workers, each = 8, 5
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range each {
				err := s.Update(t.Context(), func(tx data.Tx) error {
					g, err := tx.Game(id)
					if err != nil {
						return err
					}
					if err := play(g, noon); err != nil {
						return err
					}
					return tx.SaveGame(g)
				})
				if err != nil {
					t.Error(err)
				}
				err = s.View(t.Context(), func(tx data.Tx) error {
					g, err := tx.Game(id)
					if err == nil && int(g.Version) != len(g.Plies)+1 {
						t.Errorf("version %d with %d plies", g.Version, len(g.Plies))
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	view(t, s, func(tx data.Tx) error {
		g, err := tx.Game(id)
		if err == nil && len(g.Plies) != workers*each {
			t.Errorf("%d plies", len(g.Plies))
		}
		return err
	})
}
