package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
)

// fileDamages are done to the file rather than to what is in it.
var fileDamages = []struct {
	name    string
	do      func(t *testing.T, path string)
	problem string
}{
	{"flipped bytes in a page", func(t *testing.T, path string) { flip(t, path, 3*4096+8, 64) }, "file: "},
	{"flipped bytes in a page of moves", func(t *testing.T, path string) { flip(t, path, rootPage(t, path, "moves"), 12) }, "file: "},
	{"an index that differs from its table", func(t *testing.T, path string) {
		damage(t, path, "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '(white,', '(black,') WHERE name = 'games_by_white'")
	}, "file: SQLite finds it damaged"},
	{"a truncated file", func(t *testing.T, path string) { resize(t, path, -4096) }, "file: "},
	{"a file cut within a page", func(t *testing.T, path string) { resize(t, path, -5000) }, "file: "},
	{"half a file", func(t *testing.T, path string) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		resize(t, path, -info.Size()/2)
	}, "file: "},
	{"a -wal file that was lost", func(t *testing.T, path string) {
		leaveWAL(t, path)
		if err := os.Remove(path + "-wal"); err != nil {
			t.Fatal(err)
		}
	}, "file: there is a -shm file next to it, but the -wal file is missing"},
	{"a -wal file that is damaged", func(t *testing.T, path string) {
		leaveWAL(t, path)
		flip(t, path+"-wal", 8, 4)
	}, "file: its -wal file is damaged"},
	{"a -wal file with a damaged page", func(t *testing.T, path string) {
		leaveWAL(t, path)
		flip(t, path+"-wal", 100, 4)
	}, "file: its -wal file is damaged"},
	{"a -wal file that is cut off", func(t *testing.T, path string) {
		leaveWAL(t, path)
		if err := os.Truncate(path+"-wal", 20); err != nil {
			t.Fatal(err)
		}
	}, "file: its -wal file is damaged"},
}

// TestVerifyDamagedFile damages the file.
func TestVerifyDamagedFile(t *testing.T) {
	onFile(t)
	original, err := os.ReadFile(populatedFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range fileDamages {
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "damaged.db")
			if err := os.WriteFile(path, original, 0o600); err != nil {
				t.Fatal(err)
			}
			d.do(t, path)
			before := folder(t, path)
			defer func() {
				if after := folder(t, path); after != before {
					t.Errorf("the folder was\n%sand is\n%s", before, after)
				}
			}()
			if list := problems(t, path); !slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, d.problem) }) {
				t.Errorf("%q is not found; found:\n%s", d.problem, strings.Join(list, "\n"))
			}
		})
	}
}

// flip inverts bytes of a file.
func flip(t *testing.T, path string, from, count int64) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < from+count; i++ {
		content[i] ^= 0xff
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// rootPage returns where the first page of a table is in the file.
func rootPage(t *testing.T, path, table string) (at int64) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	if err := db.QueryRow("SELECT (rootpage - 1) * 4096 FROM sqlite_schema WHERE name = ?", table).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return at
}

// resize changes the size of a file.
func resize(t *testing.T, path string, by int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()+by); err != nil {
		t.Fatal(err)
	}
}

// leaveWAL makes a change that is only in the -wal file, and leaves that and the -shm file as a
// program does that is killed.
func leaveWAL(t *testing.T, path string) {
	t.Helper()
	dir := t.TempDir()
	live := filepath.Join(dir, "live.db")
	duplicate(t, path, live)
	s := opened(t, live)
	for i := range 3 {
		update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon.Add(time.Duration(i) * time.Second)) })
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		duplicate(t, live+suffix, path+suffix)
	}
}

// duplicate copies a file.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
