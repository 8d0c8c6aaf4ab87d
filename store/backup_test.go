package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/store/verify"
)

// TestBackup backs a database up, in which changes are only in the -wal file, from inside and from
// outside. The backup is one file, complete, sound, and only its owner may read it.
func TestBackup(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	s := opened(t, path)
	owner, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon.Add(time.Minute)) })
	dir := t.TempDir()
	inside, outside, closed := filepath.Join(dir, "file:inside.db"), filepath.Join(dir, "outside.db"), filepath.Join(dir, "closed.db")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for to, write := range map[string]func() (int64, error){
		inside:  func() (int64, error) { return s.Backup(t.Context(), inside) },
		outside: func() (int64, error) { return BackupFile(t.Context(), link, outside) },
		closed: func() (int64, error) {
			killed := filepath.Join(t.TempDir(), "killed.db")
			duplicate(t, path, killed)
			duplicate(t, path+"-wal", killed+"-wal")
			before := folder(t, killed)
			size, err := BackupFile(t.Context(), killed, closed)
			if after := folder(t, killed); after != before {
				t.Errorf("the folder was\n%sand is\n%s", before, after)
			}
			return size, err
		},
	} {
		size, err := write()
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(to)
		if err != nil || info.Mode().Perm() != 0o600 || info.Size() != size || size < 100_000 {
			t.Errorf("%s: mode %v, %d bytes, said %d: %v", to, info.Mode(), info.Size(), size, err)
		}
		if list := problems(t, to); len(list) > 0 {
			t.Errorf("%s: %q", to, list)
		}
	}
	if got := list(t, dir); !slices.Equal(got, []string{"closed.db", "file:inside.db", "outside.db"}) {
		t.Errorf("the folder has %q", got)
	}
	for _, to := range []string{inside, outside, closed} {
		db := raw(t, to)
		var beat int64
		if err := db.QueryRow("SELECT at FROM pulse").Scan(&beat); err != nil || beat != noon.Add(time.Minute).UnixMilli() {
			t.Errorf("%s: the heartbeat is %d: %v", to, beat, err)
		}
		if got := list(t, dir); len(got) != 3 { // SQLite makes no -wal file to read it
			t.Errorf("the folder has %q", got)
		}
	}
}

// TestBackupRefuses gives names that a backup must not have.
func TestBackupRefuses(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	s := opened(t, path)
	dir := filepath.Dir(path)
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Symlink(dir, other); err != nil {
		t.Fatal(err)
	}
	before := list(t, dir)
	for _, to := range []string{path, filepath.Join(other, "games.db"), path + "-wal", filepath.Join(other, "games.db-journal"), path + ".lock", dir} {
		if _, err := s.Backup(t.Context(), to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("to %s: %v", to, err)
		}
		if _, err := BackupFile(t.Context(), path, to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if _, err := s.Backup(t.Context(), filepath.Join(dir, "missing", "backup.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("to a missing folder: %v", err)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]error{filepath.Join(dir, "missing.db"): fs.ErrNotExist, text: ErrNotDatabase, dir: ErrNotDatabase} {
		if _, err := BackupFile(t.Context(), from, filepath.Join(t.TempDir(), "backup.db")); !errors.Is(err, want) {
			t.Errorf("of %s: %v, want %v", from, err, want)
		}
	}
	if after := list(t, dir); !slices.Equal(before, after) {
		t.Errorf("the folder had %q and has %q", before, after)
	}
}

// TestBackupLeftover finds what a backup has left that was killed, and then one that is being written.
func TestBackupLeftover(t *testing.T) {
	onFile(t)
	s := opened(t, populatedFile(t))
	to := filepath.Join(t.TempDir(), "backup.db")
	if err := os.WriteFile(to+".part", make([]byte, 1<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 || info.Size() >= 1<<20 {
		t.Errorf("mode %v, %d bytes: %v", info.Mode(), info.Size(), err)
	}
	if list := problems(t, to); len(list) > 0 {
		t.Errorf("%q", list)
	}
	to += "2"
	other, err := takePart(to + ".part")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := s.Backup(t.Context(), to); !errors.Is(err, ErrBackupRuns) {
		t.Errorf("while another is written: %v", err)
	}
	if _, err := os.Stat(to + ".part"); err != nil {
		t.Errorf("the other's file: %v", err)
	}
}

// TestBackupInterrupted ends early: nothing is left.
func TestBackupInterrupted(t *testing.T) {
	onFile(t)
	s := opened(t, populatedFile(t))
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Backup(ctx, filepath.Join(dir, "backup.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	conn := func(fn func(*sql.Conn) error) error { return errors.New("reading has failed") }
	if _, err := backup(t.Context(), s.name, filepath.Join(dir, "backup.db"), conn); err == nil {
		t.Error("a backup that could not be read has no error")
	}
	if got := list(t, dir); len(got) > 0 {
		t.Errorf("it has left %q", got)
	}
}

// TestBackupDamaged backs up a database that is damaged: no file says that it is a backup.
func TestBackupDamaged(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	flip(t, path, rootPage(t, path, "moves"), 12)
	dir := t.TempDir()
	if _, err := BackupFile(t.Context(), path, filepath.Join(dir, "backup.db")); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
	if got := list(t, dir); len(got) > 0 {
		t.Errorf("it has left %q", got)
	}
}

// TestBackupUnderLoad backs up while moves are made: each backup is sound, and nobody waits for it.
func TestBackupUnderLoad(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	s := opened(t, path)
	owner, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	dir, done := t.TempDir(), make(chan error)
	within := func() error { // in a transaction that writes, others may back up
		return s.Update(t.Context(), func(tx data.Tx) error {
			go func() {
				_, err1 := s.Backup(t.Context(), filepath.Join(dir, "inside.db"))
				_, err2 := BackupFile(t.Context(), path, filepath.Join(dir, "outside.db"))
				done <- errors.Join(err1, err2)
			}()
			return errors.Join(tx.SetHeartbeat(noon.Add(time.Hour)), <-done)
		})
	}
	if err := within(); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				done <- nil
				return
			default:
				update(t, s, func(tx data.Tx) error {
					_, err := tx.Enqueue(message("hall", 1, strings.Repeat("x", i%5000)))
					return err
				})
			}
		}
	}()
	for range 5 {
		to := filepath.Join(dir, "load.db")
		if _, err := BackupFile(t.Context(), path, to); err != nil {
			t.Fatal(err)
		}
		report, err := Verify(t.Context(), to, verify.Options{})
		if err != nil || !report.Sound() {
			t.Errorf("%v, %v", report.Problems, err)
		}
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-done
	if got := list(t, dir); !slices.Equal(got, []string{"inside.db", "outside.db"}) {
		t.Errorf("the folder has %q", got)
	}
}

// TestWALShrinks lets the -wal file grow while somebody reads, as during a backup. It shrinks after that.
func TestWALShrinks(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	write := func(times int) (size int64) {
		t.Helper()
		for range times {
			update(t, s, func(tx data.Tx) error {
				_, err := tx.Enqueue(message("hall", 0, strings.Repeat("x", 1<<20)))
				return err
			})
		}
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	var during int64
	err := snapshotOf(t.Context(), sharedURL(path), func(*sql.Conn) error { during = write(24); return nil })
	if after := write(4); err != nil || during <= keptWAL || after > keptWAL {
		t.Errorf("%d bytes while somebody reads, %d after that: %v", during, after, err)
	}
}
