package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/data"
)

// TestNothingTemporary opens a database after a crash, and sorts in it, where SQLite cannot
// create temporary files.
func TestNothingTemporary(t *testing.T) {
	onFile(t)
	dir := t.TempDir()
	path := crashed(t, dir)
	for _, name := range []string{"TMPDIR", "SQLITE_TMPDIR", "TEMP", "TMP"} {
		t.Setenv(name, filepath.Join(dir, "nowhere"))
	}
	before := list(t, dir)
	if err := preflight(t.Context(), path, 1<<40); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Errorf("preflight has left %q, there was %q", got, before)
	}
	s := opened(t, path)
	view(t, s, func(tx data.Tx) error {
		_, err := tx.FindPlayer(somebody("Anna").Address)
		return err
	})
}

// crashed makes a database whose last changes are only in its -wal file.
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
		t.Fatalf("the -wal file is empty: %v", err)
	}
	return path
}

// contents returns all files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range list(t, dir) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(data)
	}
	return all
}

// TestRefusedFiles opens files that Open must refuse. The error says why, and no byte in the
// directory is changed.
func TestRefusedFiles(t *testing.T) {
	onFile(t)
	sqlite := func(statements ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db := raw(t, path)
			for _, s := range statements {
				mustExec(t, db, s)
			}
			db.Close()
		}
	}
	newer := func(t *testing.T, path string) {
		opened(t, path).Close()
		sqlite("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")(t, path)
	}
	bytes := func(data string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	// killed makes a database whose last changes are in its -wal file, as a killed program does.
	killed := func(make func(*testing.T, string), statement string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			elsewhere := filepath.Join(t.TempDir(), "live.db")
			make(t, elsewhere)
			db := raw(t, elsewhere)
			db.SetMaxOpenConns(1)
			mustExec(t, db, "PRAGMA journal_mode = WAL")
			mustExec(t, db, "PRAGMA wal_autocheckpoint = 0")
			mustExec(t, db, statement)
			for _, suffix := range []string{"", "-wal"} {
				copyFile(t, path+suffix, elsewhere+suffix)
			}
		}
	}
	// cut makes a file that is only the beginning of a database.
	cut := func(size int64) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			opened(t, path).Close()
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
		}
	}
	overwritten := func(t *testing.T, path string) {
		opened(t, path).Close()
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt([]byte(strings.Repeat("garbage!", 400)), 100); err != nil { // after the header
			t.Fatal(err)
		}
	}
	const restore = "restore a backup with stackmate restore"
	tests := map[string]struct {
		make func(*testing.T, string)
		want error
		says string
	}{
		"cut off":            {cut(8192), ErrDamaged, restore},
		"cut short":          {cut(600), ErrDamaged, restore},
		"overwritten":        {overwritten, ErrDamaged, restore},
		"text":               {bytes("dear diary, this is no database at all"), ErrNotDatabase, "not a Stackmate database"},
		"short":              {bytes("SQL"), ErrNotDatabase, "not a Stackmate database"},
		"header and garbage": {bytes("SQLite format 3\x00" + strings.Repeat("garbage!", 600)), ErrNotDatabase, "not a Stackmate database"},
		"header alone":       {bytes("SQLite format 3\x00"), ErrNotDatabase, "not a Stackmate database"},
		"directory": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}, ErrNotDatabase, "not a file"},
		"another program": {sqlite("CREATE TABLE recipes (name TEXT)"), ErrNotDatabase, "another program"},
		"another program in WAL": {sqlite("PRAGMA journal_mode = WAL", "PRAGMA application_id = 77", "CREATE TABLE recipes (name TEXT)"),
			ErrNotDatabase, "another program"},
		"another program, killed": {killed(sqlite(), "CREATE TABLE recipes (name TEXT)"), ErrNotDatabase, "another program"},
		"another program's goose": {sqlite("CREATE TABLE goose_db_version (version_id INTEGER)", "INSERT INTO goose_db_version VALUES (1)"),
			ErrNotDatabase, "another program"},
		"newer": {newer, ErrNewer, "made by a newer version of Stackmate: it has schema 9999"},
		"newer, killed": {killed(func(t *testing.T, path string) { opened(t, path).Close() },
			"INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"), ErrNewer, "schema 9999"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "file.db")
			tt.make(t, path)
			if name == "directory" {
				_, err := Open(t.Context(), path)
				refused(t, err, tt.want, path, tt.says)
				return
			}
			before := contents(t, dir)
			_, err := Open(t.Context(), path)
			refused(t, err, tt.want, path, tt.says)
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Errorf("the directory has changed: %q, was %q", list(t, dir), before)
			}
		})
	}
}

func refused(t *testing.T, err, want error, parts ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
}

// TestUnreadable opens a file that this process may not read.
func TestUnreadable(t *testing.T) {
	onFile(t)
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	path := filepath.Join(t.TempDir(), "file.db")
	if err := os.WriteFile(path, nil, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

// TestInterruptedStart opens files that an interrupted first Open has left.
func TestInterruptedStart(t *testing.T) {
	onFile(t)
	tests := map[string][]string{
		"empty file":    {},
		"only WAL":      {"PRAGMA journal_mode = WAL"},
		"marked":        {"PRAGMA journal_mode = WAL", "PRAGMA application_id = 1400138605"},
		"version table": {"PRAGMA application_id = 1400138605", "CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)"},
	}
	if applicationID != 1400138605 {
		t.Fatalf("applicationID is %d", applicationID)
	}
	for name, statements := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file.db")
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			db := raw(t, path)
			for _, s := range statements {
				mustExec(t, db, s)
			}
			db.Close()
			s := opened(t, path)
			update(t, s, func(tx data.Tx) error {
				_, err := newGame(tx, "orthodox")
				return err
			})
		})
	}
}
