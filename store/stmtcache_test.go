package store

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"stackmate/bot/data"
)

// Statements that run until they are interrupted.
const (
	endlessCount = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
	endlessRows  = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
	endlessWrite = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) UPDATE pulse SET at = (SELECT count(*) FROM n)"
)

// impatient opens a pool on which statements are interrupted after 50 milliseconds.
func impatient(t *testing.T, path string) *sql.DB {
	t.Helper()
	db := sql.OpenDB(connector{dsn(path, "rw"), 50 * time.Millisecond})
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// TestSlowStatements checks that slow statements are interrupted, and that their connections
// work afterwards.
func TestSlowStatements(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	s.read, s.write = impatient(t, path), impatient(t, path)
	for _, query := range []string{endlessCount, endlessRows} {
		err := s.View(t.Context(), func(b data.Tx) error {
			_, err := collect(b.(*tx), func(s scanner) (n int, err error) { return n, s.Scan(&n) }, query)
			return err
		})
		if !errors.Is(err, errTimeout) {
			t.Errorf("%s: got %v", query, err)
		}
	}
	err := s.Update(t.Context(), func(b data.Tx) error {
		if _, err := b.(*tx).exec("INSERT INTO players (name, created) VALUES ('x', 1)"); err != nil {
			return err
		}
		_, err := b.(*tx).exec(endlessWrite)
		return err
	})
	if !errors.Is(err, errTimeout) {
		t.Errorf("writing: got %v", err)
	}
	update(t, s, func(tx data.Tx) error {
		before, err := tx.Heartbeat()
		if !before.Equal(noon) {
			t.Errorf("the heartbeat is %v", before)
		}
		return err
	})
	view(t, s, func(tx data.Tx) error {
		if _, err := tx.Player(1); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a part of the transaction is stored: %v", err)
		}
		return nil
	})
}
