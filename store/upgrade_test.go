package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/data"
	"stackmate/rules"
)

// thawed makes a database with an old schema from its copy in testdata.
func thawed(t *testing.T, version int64) string {
	t.Helper()
	statements, err := os.ReadFile(fmt.Sprintf("testdata/frozen/%04d.sql", version))
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("schema %d is no longer the newest: add a copy of it, %v", version, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	db := raw(t, path)
	mustExec(t, db, string(statements))
	db.Close()
	return path
}

// TestUpgrade opens a database of every schema that was released. It gets the newest schema, and
// keeps what is stored in it.
func TestUpgrade(t *testing.T) {
	frozen, err := filepath.Glob("testdata/frozen/*.sql")
	if err != nil || len(frozen) < 4 {
		t.Fatalf("only %q are in testdata (%v)", frozen, err)
	}
	_, freshPath := fresh(t)
	want := schema(t, raw(t, freshPath))
	for _, file := range frozen {
		version, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(file), ".sql"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := thawed(t, version)
			s := opened(t, path)
			if diff := cmp.Diff(want, schema(t, s.read)); diff != "" {
				t.Errorf("schema (-new +upgraded):\n%s", diff)
			}
			holdsSamples(t, s)
			isConsistent(t, s)
			s.Close()
			holdsSamples(t, opened(t, path)) // nothing is left to migrate
		})
	}
}

// schema returns the statements that make the tables, indexes and triggers of a database.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL " +
		"AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name, statement string
		if err := rows.Scan(&name, &statement); err != nil {
			t.Fatal(err)
		}
		all[name] = statement
	}
	return all
}

// holdsSamples checks what every database in testdata has in it, and makes a move.
func holdsSamples(t *testing.T, s *Store) {
	t.Helper()
	view(t, s, func(tx data.Tx) error {
		running, err := tx.Game(1)
		if err != nil {
			return err
		}
		if len(running.Plies) < 3 || running.Over() || running.DrawOfferBy == nil || *running.DrawOfferBy != rules.White {
			t.Errorf("game 1: %+v", running)
		}
		ended, err := tx.Game(2)
		if err != nil {
			return err
		}
		if !ended.Over() || ended.Outcome != rules.WhiteWins || len(ended.Plies) != 1 || ended.Terms.MoveLimit != 30 {
			t.Errorf("game 2: %+v", ended)
		}
		for _, kind := range []data.GameKind{data.Running, data.Waiting} {
			if list, err := tx.FindGames(data.GameFilter{Player: 2, Kind: kind, Limit: 10}); err != nil || len(list.Games) != 1 || list.Games[0].ToMove() != 2 {
				t.Errorf("running games of Ben: %+v (%v)", list, err)
			}
		}
		if list, err := tx.FindGames(data.GameFilter{Player: 1, Kind: data.Ended, Limit: 10}); err != nil || len(list.Games) != 1 || list.Games[0].ToMove() != 0 {
			t.Errorf("ended games of Anna: %+v (%v)", list, err)
		}
		open, err := tx.OpenChallenges(2)
		if err != nil || len(open) != 1 || open[0].ID != 3 {
			t.Errorf("challenges: %+v (%v)", open, err)
		}
		messages, err := tx.Due("test", noon, 10)
		if err != nil || len(messages) != 1 || messages[0].Reply.Text != "waiting" || messages[0].Attempts != 2 {
			t.Errorf("messages: %+v (%v)", messages, err)
		}
		return nil
	})
	undo := errors.New("undo")
	err := s.Update(t.Context(), func(tx data.Tx) error {
		if isNew, err := tx.MarkReceived("test", "m1", noon); err != nil || isNew {
			t.Errorf("message m1 is new (%v)", err)
		}
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		if err := play(g, noon); err != nil {
			return err
		}
		if err := tx.SaveGame(g); err != nil {
			return err
		}
		return undo
	})
	if !errors.Is(err, undo) {
		t.Error(err)
	}
}
