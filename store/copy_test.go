package store

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/data"
)

// TestCopyBefore upgrades a database: a copy of it as it was is kept, once, and the log says where.
func TestCopyBefore(t *testing.T) {
	onFile(t)
	newest, err := newestSchema()
	if err != nil {
		t.Fatal(err)
	}
	path := thawed(t, 18)
	dir, name := filepath.Dir(path), filepath.Base(path)
	copied := name + ".before-schema-" + fmt.Sprint(newest)
	for _, old := range []string{"17", "9", "8", "7", "07", "x", "6.part"} {
		if err := os.WriteFile(path+".before-schema-"+old, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	s, err := Open(t.Context(), path, WithLog(slog.New(slog.NewTextHandler(&log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	s.Close()
	if got := list(t, dir); !slices.Equal(got, []string{name, name + ".before-schema-07", name + ".before-schema-17", copied, name + ".before-schema-6.part", name + ".before-schema-9", name + ".before-schema-x"}) {
		t.Errorf("the folder has %q", got)
	}
	if !strings.Contains(log.String(), copied) {
		t.Errorf("the log does not name %s:\n%s", copied, &log)
	}
	old := raw(t, filepath.Join(dir, copied))
	if got := column(t, old, "SELECT max(version_id) FROM goose_db_version"); got[0] != "18" {
		t.Errorf("the copy has schema %v", got)
	}
	old.Close()
	if problems := ratingless(t, filepath.Join(dir, copied)); len(problems) > 0 {
		t.Errorf("the copy: %q", problems)
	}
	before, err := os.Stat(filepath.Join(dir, copied))
	if err != nil {
		t.Fatal(err)
	}
	opened(t, path).Close() // nothing to upgrade
	if after, err := os.Stat(filepath.Join(dir, copied)); err != nil || !os.SameFile(before, after) {
		t.Errorf("another copy was made: %v", err)
	}
	_, path = fresh(t)
	if copies, err := filepath.Glob(path + copyMark + "*"); err != nil || len(copies) > 0 {
		t.Errorf("a new database was copied: %q (%v)", copies, err)
	}
}

// TestCopyBeforeAgain upgrades a database whose upgrade was tried before: the copy made then stays,
// unless a bot has used the database since.
func TestCopyBeforeAgain(t *testing.T) {
	onFile(t)
	newest, err := newestSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, used := range []bool{false, true} {
		path := thawed(t, 18)
		copied := path + ".before-schema-" + fmt.Sprint(newest)
		duplicate(t, path, copied)
		before, err := os.Stat(copied)
		if err != nil {
			t.Fatal(err)
		}
		if used {
			damage(t, path, "UPDATE pulse SET at = at + 1")
		}
		opened(t, path).Close()
		after, err := os.Stat(copied)
		if err != nil || os.SameFile(before, after) == used {
			t.Errorf("used: %v, the copy stayed: %v, %v", used, os.SameFile(before, after), err)
		}
	}
}

// TestCopyBeforeFails has no room for the copy: the database stays as it is, unless no copy is wanted.
func TestCopyBeforeFails(t *testing.T) {
	onFile(t)
	newest, err := newestSchema()
	if err != nil {
		t.Fatal(err)
	}
	path := thawed(t, 18)
	blocked := path + ".before-schema-" + fmt.Sprint(newest) + ".new"
	if err := os.MkdirAll(filepath.Join(blocked, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNotCopied) || !strings.Contains(err.Error(), "--no-copy") {
		t.Fatalf("%v", err)
	}
	db := raw(t, path)
	if got := column(t, db, "SELECT max(version_id) FROM goose_db_version"); got[0] != "18" {
		t.Errorf("it has schema %v", got)
	}
	db.Close()
	s, err := Open(t.Context(), path, WithoutCopy())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := os.Stat(path + ".before-schema-" + fmt.Sprint(newest)); err == nil {
		t.Error("a copy was made")
	}
}

// ratingless returns the problems of a file, except those of ratings, which were frozen like that.
func ratingless(t *testing.T, path string) []string {
	t.Helper()
	return slices.DeleteFunc(problems(t, path), func(p string) bool { return strings.HasPrefix(p, "ratings 1") || strings.Contains(p, "transport") })
}
