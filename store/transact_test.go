package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/data"
)

// TestNotFound asks for what is not stored.
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

// TestRollback checks that nothing of an Update is stored if its function fails or panics, or if
// its context ends.
func TestRollback(t *testing.T) {
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
				t.Error("the panic was recovered")
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
			t.Errorf("a player is stored: %v", err)
		}
		return nil
	})
	if err := s.View(t.Context(), func(tx data.Tx) error { _, err := tx.PlayerAt(somebody("x"), noon); return err }); err == nil {
		t.Error("a view wrote")
	}
}

// TestConcurrentUpdates makes moves in one game concurrently. Each update sees the moves of the
// one before it, so that none is lost and none conflicts.
func TestConcurrentUpdates(t *testing.T) {
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

// locked locks a file as another program would, until the returned function is called.
func locked(t *testing.T, path string) (release func()) {
	t.Helper()
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	mustExec(t, db, "BEGIN IMMEDIATE")
	return func() { mustExec(t, db, "ROLLBACK") }
}

// TestWaitsForOtherPrograms opens and changes a file that another program has locked. Both are
// done when the lock is released.
func TestWaitsForOtherPrograms(t *testing.T) {
	onFile(t)
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
	view(t, r.s, func(tx data.Tx) error { // a View does not wait
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

// TestLockTimeout checks that Update gives up when its time or its context ends.
func TestLockTimeout(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	locked(t, path)
	s.lockTimeout = 0
	if err := s.Update(t.Context(), func(data.Tx) error { return nil }); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	s.lockTimeout = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := s.Update(ctx, func(data.Tx) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestDamageWhileRunning checks that transactions return ErrDamaged.
func TestDamageWhileRunning(t *testing.T) {
	onFile(t)
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
