package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// TestGameRoundTrip stores a game after each of several changes and reads it back.
func TestGameRoundTrip(t *testing.T) {
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
				t.Error("the variant or position is different")
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

// TestMovesAreImmutable tries to change stored moves with SQL statements.
func TestMovesAreImmutable(t *testing.T) {
	onFile(t)
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

// TestSaveConflict saves two copies of a game; the second has an old version.
func TestSaveConflict(t *testing.T) {
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
	update(t, s, func(tx data.Tx) error { // the first copy has the new version
		if err := play(first, noon); err != nil {
			return err
		}
		return tx.SaveGame(first)
	})
}
