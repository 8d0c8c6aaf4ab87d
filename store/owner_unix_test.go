//go:build unix

package store_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"stackmate/store"
)

// TestRootRestoresForTheBot checks that the bot can open what root restores into the bot's folder.
func TestRootRestoresForTheBot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only for root")
	}
	from := filepath.Join(t.TempDir(), "backup.db")
	s, err := store.Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Chown(folder, 65532, 65533); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(folder, "games.db")
	if _, err := store.Restore(t.Context(), from, to, time.Now(), store.Check{}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{to, to + ".lock"} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if who := info.Sys().(*syscall.Stat_t); who.Uid != 65532 || who.Gid != 65533 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s belongs to %d:%d with %v", path, who.Uid, who.Gid, info.Mode())
		}
	}
}
