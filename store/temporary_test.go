package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestTemporaryFolders leaves folders as restores do that were killed: the next one removes them, but none in which a
// restore is at work, that is just being made, or that belongs to something else.
func TestTemporaryFolders(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	t.Setenv("TEMP", dir)
	made := func(name string, age time.Duration, files ...string) string {
		t.Helper()
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.WriteFile(filepath.Join(folder, file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(folder, at, at); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	working, remove, err := temporaryFolder(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	exists := map[string]bool{
		working: true,
		made("stackmate-restore-1", 0, "lock", "stackmate.db", "stackmate.db-wal"): false,
		made("stackmate-restore-2", 0):                                             true, // just being made
		made("stackmate-restore-3", 25*time.Hour, "stackmate.db"):                  false,
		made("stackmate-game-4", 25*time.Hour, "lock"):                             true,
	}
	another, removeOther, err := temporaryFolder(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	exists[another] = true
	check := func() {
		t.Helper()
		for folder, want := range exists {
			if _, err := os.Stat(folder); (err == nil) != want {
				t.Errorf("%s: %v", folder, err)
			}
		}
	}
	check()
	remove()
	removeOther()
	exists[working], exists[another] = false, false
	check()
}
