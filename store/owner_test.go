package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
)

// TestOneOwner calls Own a second time, by several names of the database: the error says who
// owns it. Reading the database is possible meanwhile, and the lock file may stay.
func TestOneOwner(t *testing.T) {
	onFile(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	if owner, err := Own(t.Context(), filepath.Join(dir, "missing", "games.db"), noon); err == nil ||
		!strings.Contains(err.Error(), "there is no folder "+filepath.Join(dir, "missing")+": make it") {
		t.Errorf("in a missing folder: %v, %v", owner, err)
	}
	first, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, path)
	other := filepath.Join(dir, "other.db")
	if err := os.Symlink(path, other); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, filepath.Join(dir, "x", "..", "games.db"), other} {
		second, err := Own(t.Context(), name, noon)
		held := (*OwnedError)(nil)
		if !errors.As(err, &held) || held.PID != os.Getpid() || !held.Since.Equal(noon) || held.Host == "" {
			t.Errorf("%s: %v, %v", name, second, err)
			continue
		}
		if !strings.Contains(err.Error(), "is in use by process") || !strings.Contains(err.Error(), "2026-11-21 12:00:00 UTC") {
			t.Error(err)
		}
	}
	update(t, s, func(tx data.Tx) error {
		_, err := tx.PlayerAt(somebody("Anna"), noon)
		return err
	})
	backup := filepath.Join(dir, "backup.db")
	mustExec(t, raw(t, path), "VACUUM INTO '"+backup+"'")
	if info, err := os.Stat(backup); err != nil || info.Size() == 0 {
		t.Error(err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := Own(t.Context(), path, noon) // although the lock file is still there
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".lock", []byte("not finished"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err = Own(t.Context(), path, noon); err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
}

// TestOwnWaits has another program look who owns a database at the moment when a bot starts: the bot
// waits for it.
func TestOwnWaits(t *testing.T) {
	onFile(t)
	path := filepath.Join(t.TempDir(), "games.db")
	looking, err := os.Create(path + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	if err := look(looking); err != nil {
		t.Fatal(err)
	}
	if owner, err := OwnerOf(t.Context(), path); owner != nil || err != nil || owned(path) {
		t.Errorf("who looks is taken for an owner: %v, %v", owner, err)
	}
	time.AfterFunc(250*time.Millisecond, func() { looking.Close() })
	owner, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Release(); err != nil {
		t.Fatal(err)
	}
}
