package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Copy writes all that is in the database to a new file, which only its owner may read. The
// error wraps fs.ErrExist if there is a file with that name.
func (s *Store) Copy(ctx context.Context, path string) error {
	path, err := filepath.Abs(path) // SQLite would read "file:" as a URL
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := s.acquire(ctx, s.write, s.writers); err != nil {
		return err
	}
	defer func() { <-s.writers }()
	if _, err := s.write.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		os.Remove(path)
		return fmt.Errorf("copy database to %s: %w", path, explain(err))
	}
	return nil
}
