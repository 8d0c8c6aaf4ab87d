// Package storetest has databases for tests.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"stackmate/store"
)

// empty is a database without content, made once: with the race detector the migrations take
// a fifth of a second.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "stackmate-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	db, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Empty writes a database without content to a path.
func Empty(t testing.TB, path string) {
	t.Helper()
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
