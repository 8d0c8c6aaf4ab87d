package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
)

// TestNothingTemporary opens a database after a crash, and sorts in it, where no
// temporary file can be made.
func TestNothingTemporary(t *testing.T) {
	dir := t.TempDir()
	path := crashed(t, dir)
	for _, name := range []string{"TMPDIR", "SQLITE_TMPDIR", "TEMP", "TMP"} {
		t.Setenv(name, filepath.Join(dir, "nowhere"))
	}
	before := list(t, dir)
	if err := inspect(t.Context(), path, 1<<40); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Errorf("looking has left %q of %q", got, before)
	}
	s := opened(t, path)
	view(t, s, func(tx data.Tx) error {
		_, err := tx.FindPlayer(somebody("Anna").Address)
		return err
	})
}

// crashed makes a database whose last changes are only in its log.
func crashed(t *testing.T, dir string) (path string) {
	t.Helper()
	elsewhere := filepath.Join(t.TempDir(), "live.db")
	s := opened(t, elsewhere)
	update(t, s, func(tx data.Tx) error {
		_, err := tx.PlayerAt(somebody("Anna"), noon)
		return err
	})
	path = filepath.Join(dir, "stackmate.db")
	for _, suffix := range []string{"", "-wal"} {
		copyFile(t, path+suffix, elsewhere+suffix)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		t.Fatalf("nothing waits in the log: %v", err)
	}
	return path
}

// TestOnlyTheOwnerReads holds new files to their mode, whatever the process allows.
func TestOnlyTheOwnerReads(t *testing.T) {
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error {
		_, err := tx.PlayerAt(somebody("Anna"), noon)
		return err
	})
	for _, name := range list(t, filepath.Dir(path)) {
		info, err := os.Stat(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has mode %v", name, got)
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "shared.db")
	if err := os.WriteFile(elsewhere, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	opened(t, elsewhere)
	if info, err := os.Stat(elsewhere); err != nil || info.Mode().Perm()&0o640 == 0o600 {
		t.Errorf("the mode that somebody chose became %v (%v)", info.Mode(), err)
	}
}

// locked has another program hold the file until the returned function is called.
func locked(t *testing.T, path string) (release func()) {
	t.Helper()
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	mustExec(t, db, "BEGIN IMMEDIATE")
	return func() { mustExec(t, db, "ROLLBACK") }
}

// TestWaitsForOtherPrograms opens and changes a file that another program has locked:
// it is done as soon as the lock is gone.
func TestWaitsForOtherPrograms(t *testing.T) {
	path := thawed(t, 1) // opening it writes
	release := locked(t, path)
	type result struct {
		s   *Store
		err error
	}
	opening := make(chan result, 1)
	go func() {
		s, err := Open(t.Context(), path)
		opening <- result{s, err}
	}()
	select {
	case r := <-opening:
		t.Fatalf("a locked file was opened: %v", r.err)
	case <-time.After(2 * busyTimeout):
	}
	release()
	r := <-opening
	if r.err != nil {
		t.Fatal(r.err)
	}
	t.Cleanup(func() { r.s.Close() })

	release = locked(t, path)
	changing := make(chan error, 1)
	go func() {
		changing <- r.s.Update(context.WithoutCancel(t.Context()), func(tx data.Tx) error {
			_, err := tx.PlayerAt(somebody("Zoe"), noon)
			return err
		})
	}()
	view(t, r.s, func(tx data.Tx) error { // who only reads does not wait
		_, err := tx.Game(1)
		return err
	})
	select {
	case err := <-changing:
		t.Fatalf("a locked file was changed: %v", err)
	case <-time.After(2 * busyTimeout):
	}
	release()
	if err := <-changing; err != nil {
		t.Error(err)
	}
}

// TestLockedForGood gives up when its time or its context ends.
func TestLockedForGood(t *testing.T) {
	s, path := fresh(t)
	locked(t, path)
	s.patience = 0
	if err := s.Update(t.Context(), func(data.Tx) error { return nil }); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	s.patience = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := s.Update(ctx, func(data.Tx) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// endless statements never come to an end by themselves.
const (
	endlessCount = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
	endlessRows  = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
	endlessWrite = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) UPDATE pulse SET at = (SELECT count(*) FROM n)"
)

// hurried is a pool on which statements are interrupted early.
func hurried(t *testing.T, path string) *sql.DB {
	t.Helper()
	db := sql.OpenDB(connector{dsn(path, "rw"), 50 * time.Millisecond})
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// TestSlowStatements interrupts what takes too long; the connection works afterwards.
func TestSlowStatements(t *testing.T) {
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	s.read, s.write = hurried(t, path), hurried(t, path)
	for _, query := range []string{endlessCount, endlessRows} {
		err := s.View(t.Context(), func(b data.Tx) error {
			_, err := collect(b.(*tx), func(s scanner) (n int, err error) { return n, s.Scan(&n) }, query)
			return err
		})
		if !errors.Is(err, errSlow) {
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
	if !errors.Is(err, errSlow) {
		t.Errorf("writing: got %v", err)
	}
	update(t, s, func(tx data.Tx) error {
		before, err := tx.Heartbeat()
		if !before.Equal(noon) {
			t.Errorf("the pulse was %v", before)
		}
		return err
	})
	view(t, s, func(tx data.Tx) error {
		if _, err := tx.Player(1); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("half of a transaction stands: %v", err)
		}
		return nil
	})
}

// TestDamageWhileRunning says that the file is damaged when that is found out later.
func TestDamageWhileRunning(t *testing.T) {
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error {
		for i := range 2000 {
			if _, err := tx.PlayerAt(somebody(strings.Repeat("x", 100)+string(rune('a'+i%26))+string(rune('0'+i/26))), noon); err != nil {
				return err
			}
		}
		return nil
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(make([]byte, 200_000), info.Size()-200_000); err != nil {
		t.Fatal(err)
	}
	f.Close()
	s = opened(t, path)
	var failed error
	for id := int64(1); id <= 2000 && failed == nil; id++ {
		failed = s.View(t.Context(), func(tx data.Tx) error {
			_, err := tx.Player(id)
			return err
		})
	}
	if !errors.Is(failed, ErrDamaged) {
		t.Errorf("got %v", failed)
	}
}
