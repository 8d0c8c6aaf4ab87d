package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/data"
)

// TestPragmas checks the settings of every connection of both pools.
func TestPragmas(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	for name, pool := range map[string]*sql.DB{"write": s.write, "read": s.read} {
		for range pool.Stats().MaxOpenConnections {
			conn, err := pool.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1",
				"busy_timeout": "250", "temp_store": "2", "query_only": map[string]string{"write": "0", "read": "1"}[name]} {
				var got string
				if err := conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s connection: %s is %q, want %q (%v)", name, pragma, got, want, err)
				}
			}
		}
	}
	if n := s.write.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections may write", n)
	}
}

// TestImmediate checks that Update has the write lock from its beginning: otherwise its first
// write could fail.
func TestImmediate(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	other := raw(t, path)
	mustExec(t, other, "PRAGMA busy_timeout = 0")
	update(t, s, func(data.Tx) error {
		if _, err := other.Exec("INSERT INTO players (name, created) VALUES ('x', 1)"); err == nil {
			t.Error("another connection wrote during an update")
		}
		return nil
	})
}

// TestTablesAreStrict checks that columns have types, and that foreign keys are enforced.
func TestTablesAreStrict(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	rows, err := s.read.Query("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' " +
		"AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	tables := 0
	for rows.Next() {
		var name string
		var strict bool
		if err := rows.Scan(&name, &strict); err != nil {
			t.Fatal(err)
		}
		if tables++; !strict {
			t.Errorf("table %s is not STRICT", name)
		}
	}
	if tables < 7 {
		t.Errorf("only %d tables", tables)
	}
	if _, err := s.write.Exec("INSERT INTO players (name, created) VALUES ('x', 'yesterday')"); err == nil {
		t.Error("a column of integers accepted a text")
	}
	if _, err := s.write.Exec("INSERT INTO addresses (transport, id, player, name, created) VALUES ('t', 'i', 999, 'n', 1)"); err == nil {
		t.Error("an address was stored without its player")
	}
}

// TestStrangePaths opens files whose names have a meaning in URLs.
func TestStrangePaths(t *testing.T) {
	onFile(t)
	for _, name := range []string{"with space.db", "what?mode=ro.db", "100%.db", "%41.db", "a#b.db", "ümläut ♞.db",
		":memory:", "file:x.db", "a&b=c;d.db", "-.db"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a ?#% dir")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			for _, path := range []string{name, filepath.Join(dir, name), "/" + filepath.Join(dir, name)} {
				s, err := Open(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				update(t, s, func(tx data.Tx) error {
					_, err := tx.PlayerAt(somebody("Anna"), noon)
					return err
				})
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff([]string{name}, list(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// copyFile copies a file.
func copyFile(t *testing.T, to, from string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// list returns the names of the files in a directory.
func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestOpenTwiceInARow(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	var id int64
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "millennium")
		id = g.ID
		return err
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := contents(t, filepath.Dir(path))
	again := opened(t, path)
	if diff := cmp.Diff(before["stackmate.db"], contents(t, filepath.Dir(path))["stackmate.db"]); diff != "" {
		t.Error("opening the database has changed the file")
	}
	view(t, again, func(tx data.Tx) error {
		_, err := tx.Game(id)
		return err
	})
}

func TestMissingDirectory(t *testing.T) {
	onFile(t)
	path := filepath.Join(t.TempDir(), "nowhere", "file.db")
	_, err := Open(t.Context(), path)
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

// TestFileModes checks that only the owner may read new files, and that the mode of an existing
// file is kept.
func TestFileModes(t *testing.T) {
	onFile(t)
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
		t.Errorf("the mode of an existing file became %v (%v)", info.Mode(), err)
	}
}
