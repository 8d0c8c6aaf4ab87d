package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/data"
	"stackmate/store/pgtest"
	"stackmate/store/verify"
)

// TestCopy copies a database that has something in every table to PostgreSQL and back. Both are the same, and go on
// with numbers that were not given.
func TestCopy(t *testing.T) {
	there := pgtest.Empty(t)
	versions := frozen(t)
	from, back := thawed(t, versions[len(versions)-1]), filepath.Join(t.TempDir(), "back.db")
	s := opened(t, from)
	columns := map[string][]string{}
	for _, table := range must(copiedTables(t.Context(), s.read)) {
		columns[table.name] = columnsOf(t, s.read, table.name)
	}
	accept := func(r verify.Report) error {
		for _, p := range r.Problems {
			if !strings.HasPrefix(p.String(), "ratings 1:") { // so it was frozen
				t.Error(p)
			}
		}
		if r.Games == 0 || r.Moves == 0 {
			t.Errorf("%d games and %d moves", r.Games, r.Moves)
		}
		return nil
	}
	for _, way := range [][2]string{{from, there}, {there, back}} {
		c, err := Copy(t.Context(), way[0], way[1], Check{Accept: accept})
		if err != nil || c.Rows < int64(len(columns)) {
			t.Fatalf("%d rows, %v", c.Rows, err)
		}
	}
	again := opened(t, back)
	if diff := cmp.Diff(contentOf(t, s.read, columns), contentOf(t, again.read, columns)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	holdsSamples(t, opened(t, there))
	ids := map[string]int64{}
	for name, db := range map[string]*Store{"before": s, "PostgreSQL": opened(t, there), "after": again} {
		update(t, db, func(tx data.Tx) (err error) {
			if ids[name], err = tx.Enqueue(message("somewhere", 0, "next")); err != nil {
				return err
			}
			g, err := newGame(tx, "orthodox")
			if err != nil {
				return err
			}
			ids[name] = ids[name]*1000 + g.ID
			return nil
		})
	}
	if ids["before"] != ids["after"] || ids["before"] != ids["PostgreSQL"] {
		t.Errorf("the next numbers are %v", ids)
	}
}

// TestCopyRefuses copies into databases that are not empty, and from what is none.
func TestCopyRefuses(t *testing.T) {
	used, full := inPostgres(t)
	update(t, used, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	_, file := onDisk(t)
	if _, err := Copy(t.Context(), file, full, Check{}); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("into a database that is in use: %v", err)
	}
	if _, err := Copy(t.Context(), full, file, Check{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("into a file that exists: %v", err)
	}
	if _, err := Copy(t.Context(), pgtest.Empty(t), filepath.Join(t.TempDir(), "new.db"), Check{}); !errors.Is(err, ErrNotDatabase) {
		t.Errorf("from an empty database: %v", err)
	}
	const upgrade = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)"
	if _, err := raw(t, file).Exec(upgrade); err != nil {
		t.Fatal(err)
	}
	if err := pgtest.Exec(full, upgrade); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, full} { // a part of it would be left out
		owner, err := Own(t.Context(), name, noon)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Copy(t.Context(), name, filepath.Join(t.TempDir(), "older.db"), Check{}); !errors.Is(err, ErrNewer) {
			t.Errorf("from a newer version's %s: %v", Safe(name), err)
		}
		if err := owner.Release(); err != nil {
			t.Error(err)
		}
	}
}

// TestCopyInterrupted interrupts copies. Nobody can open what they have left, and copying again completes it.
func TestCopyInterrupted(t *testing.T) {
	s, from := onDisk(t)
	update(t, s, func(tx data.Tx) error {
		_, err := newGame(tx, "orthodox")
		return err
	})
	for name, to := range map[string]string{"PostgreSQL": pgtest.Empty(t), "a file": filepath.Join(t.TempDir(), "to.db")} {
		for _, at := range []string{"copying moves", "comparing moves", "games"} {
			ctx, cancel := context.WithCancel(t.Context())
			o := verify.Options{Progress: func(what string, _, _ int64) {
				if what == at {
					cancel()
				}
			}}
			if _, err := Copy(ctx, from, to, Check{Options: o, Accept: func(verify.Report) error { return ctx.Err() }}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s at %q: %v", name, at, err)
			}
			cancel()
			if !IsPostgres(to) {
				continue // of a file nothing is left
			}
			if _, err := Open(t.Context(), to); !errors.Is(err, ErrUnfinished) {
				t.Errorf("%s at %q can be opened: %v", name, at, err)
			}
			if _, err := Copy(t.Context(), to, filepath.Join(t.TempDir(), "from.db"), Check{}); !errors.Is(err, ErrUnfinished) {
				t.Errorf("%s at %q can be copied: %v", name, at, err)
			}
			if _, err := Verify(t.Context(), to, verify.Options{}); !errors.Is(err, ErrUnfinished) {
				t.Errorf("%s at %q is sound: %v", name, at, err)
			}
		}
		if _, err := Copy(t.Context(), from, to, Check{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		view(t, opened(t, to), func(tx data.Tx) error {
			_, err := tx.Game(1)
			return err
		})
	}
}

// TestPostgresBackup writes a backup of a database in PostgreSQL while it is used, and restores it in another one.
func TestPostgresBackup(t *testing.T) {
	s, address := inPostgres(t)
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		_, err = tx.Enqueue(message("the room", g.ID, "waits"))
		return err
	})
	to := filepath.Join(t.TempDir(), "backup.db")
	if size, err := s.Backup(t.Context(), to); err != nil || size < 1000 {
		t.Fatalf("%d bytes, %v", size, err)
	}
	if _, err := BackupFile(t.Context(), address, to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over another backup: %v", err)
	}
	restored := pgtest.Empty(t)
	r, err := Restore(t.Context(), to, restored, noon, Check{})
	if err != nil || r.Running != 1 || len(r.Held) != 1 || r.NextGame < 1000 {
		t.Fatalf("%+v, %v", r, err)
	}
	again := opened(t, restored)
	if held, err := again.Held(t.Context()); len(held) != 1 || err != nil {
		t.Errorf("held: %v, %v", held, err)
	}
	if n, err := again.SendHeld(t.Context(), noon); n != 1 || err != nil {
		t.Errorf("%d were sent, %v", n, err)
	}
	update(t, again, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		if g.ID != r.NextGame {
			t.Errorf("the next game is %d, want %d", g.ID, r.NextGame)
		}
		return err
	})
}

// TestPostgresBackupTwice writes two backups of a database in PostgreSQL to one file: the second says that somebody else writes it.
func TestPostgresBackupTwice(t *testing.T) {
	s, _ := inPostgres(t)
	folder := t.TempDir()
	to := filepath.Join(folder, "backup.db")
	other, err := takePart(to + ".part")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), to); !errors.Is(err, ErrBackupRuns) {
		t.Errorf("while another one runs: %v", err)
	}
	if err := other.Close(); err != nil { // as if it were killed
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), to); err != nil {
		t.Error(err)
	}
	if _, err := s.Backup(t.Context(), to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a backup: %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}
