// Package storetest has databases for tests.
package storetest

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"stackmate/store"
	"stackmate/store/pgtest"
	"stackmate/store/verify"
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

// Empty writes a database without content to a path. At the end of the test, when the database
// has been closed, verification must find nothing wrong in it; see Damaged.
func Empty(t testing.TB, path string) {
	t.Helper()
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { isSound(t, path) })
}

// New makes a database without content and returns its name: in PostgreSQL if pgtest.Env says where, else the path. Otherwise
// it is Empty.
func New(t testing.TB, path string) (name string) {
	t.Helper()
	if os.Getenv(pgtest.Env) == "" {
		Empty(t, path)
		return path
	}
	name = pgtest.Prepared(t, func(address string) error {
		db, err := store.Open(context.Background(), address)
		if err != nil {
			return err
		}
		return db.Close()
	})
	t.Cleanup(func() { isSound(t, name) })
	return name
}

// Open opens a database as another program than the bot would.
func Open(t testing.TB, name string) *sql.DB {
	t.Helper()
	if store.IsPostgres(name) {
		return pgtest.Open(t, name)
	}
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// damaged are the paths of databases that tests have damaged.
var damaged sync.Map

// Damaged says that the test damages the database at a path, so that it is not verified.
func Damaged(path string) { damaged.Store(path, true) }

// isSound checks that verification finds nothing wrong in a database.
func isSound(t testing.TB, path string) {
	t.Helper()
	if _, ok := damaged.Load(path); ok || t.Failed() {
		return
	}
	report, err := store.Verify(context.Background(), path, verify.Options{})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, p := range report.Problems {
		t.Error(p)
	}
}

// frozen has databases of the schemas that were released. The tests of package store check them.
//
//go:embed frozen/*.sql
var frozen embed.FS

// Schemas returns how many schemas were released; they are numbered from 1.
func Schemas(t testing.TB) int {
	t.Helper()
	files, err := frozen.ReadDir("frozen")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d old databases (%v)", len(files), err)
	}
	return len(files)
}

// Old writes a database with an old schema, and with content, to a path.
func Old(t testing.TB, path string, schema int) {
	t.Helper()
	statements, err := frozen.ReadFile(fmt.Sprintf("frozen/%04d.sql", schema))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("BEGIN; " + string(statements) + "; COMMIT"); err != nil {
		t.Fatal(err)
	}
}
