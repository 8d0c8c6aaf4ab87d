package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"stackmate/bot/data"
)

// TestCopy opens a copy of a database, which has what the original had, and does not copy over
// another file.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, filepath.Join(dir, "games.db"))
	update(t, s, func(tx data.Tx) error {
		_, err := tx.PlayerAt(somebody("Anna"), noon)
		return err
	})
	path := filepath.Join(dir, "file:copy.db")
	if err := s.Copy(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has mode %v: %v", info.Mode(), err)
	}
	if err := s.Copy(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	other := opened(t, path)
	err := other.View(t.Context(), func(tx data.Tx) error {
		p, err := tx.FindPlayer(somebody("Anna").Address)
		if p.Name != "Anna" {
			t.Errorf("the copy has %+v", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
