package backup

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// began is when the fake clock of synctest begins.
var began = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// options are those of a schedule that writes the word backup.
func options(folder string, log *bytes.Buffer) Options {
	return Options{Folder: folder, Name: "games", Every: 6 * time.Hour, Keep: 3, Now: time.Now,
		Write: func(_ context.Context, path string) (int64, error) {
			return 6, os.WriteFile(path, []byte("backup"), 0o600)
		},
		Log: slog.New(slog.NewTextHandler(log, nil))}
}

// touch writes files.
func touch(t *testing.T, folder string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSchedule runs for a day: the first backup is made at once, then one every six hours, and only
// backups of this database are deleted.
func TestSchedule(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backups")
	others := []string{"games-20000101T000000Z.db.part", "my-games-19990101T000000Z.db.part", "games-19990101T000000Z.txt", "games-1999.db", "games.db",
		"other-19990101T000000Z.db", "my-games-19990101T000000Z.db", "games-19991301T000000Z.db", "games-19990101T000000Z.db "}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	touch(t, folder, append(others, "games-19990101T000000Z.db", "games-19990102T000000Z.db")...)
	touch(t, folder, "games-19990101T000000Z.db.part", "games-19990101T000000Z.db.restoring-wal", "games-20000101T000000Z.db.part") // one was killed, one is being written
	for name, at := range map[string]time.Time{"games-19990101T000000Z.db.part": began.Add(-2 * time.Hour), "games-19990101T000000Z.db.restoring-wal": began.Add(-2 * time.Hour), "games-20000101T000000Z.db.part": began.AddDate(1, 0, 0)} {
		if err := os.Chtimes(filepath.Join(folder, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "games-19990103T000000Z.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	others = append(others, "games-19990103T000000Z.db")
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := New(options(folder, &log))
		if got := s.Status(); filepath.Base(got.File) != "games-19990102T000000Z.db" || got.Size != 3 || got.Failures != 0 || !got.Late(began) || !got.Next.Equal(began) {
			t.Errorf("before: %+v", got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx)
		synctest.Wait()
		want := Status{Folder: folder, Every: 6 * time.Hour, File: filepath.Join(folder, "games-20000101T000000Z.db"), Made: began, Size: 6, Next: began.Add(6 * time.Hour)}
		if got := s.Status(); got.File != want.File || !got.Made.Equal(want.Made) || got.Size != want.Size || !got.Next.Equal(want.Next) || got.Late(began) {
			t.Errorf("after the first: %+v, want %+v", got, want)
		}
		time.Sleep(23 * time.Hour)
		cancel()
		synctest.Wait()
		kept := []string{"games-20000101T060000Z.db", "games-20000101T120000Z.db", "games-20000101T180000Z.db"}
		all := append(slices.Clone(others), kept...)
		slices.Sort(all)
		if got := names(t, folder); !slices.Equal(got, all) {
			t.Errorf("the folder has %q, want %q", got, all)
		}
		if n := strings.Count(log.String(), "backup made"); n != 4 {
			t.Errorf("%d backups are in the log:\n%s", n, &log)
		}
	})
}

// TestSchedulesShareFolder runs two schedules in one folder, as processes on one database do: each backup is made once, and that the
// other makes it is no failure.
func TestSchedulesShareFolder(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var log [2]bytes.Buffer
		var both [2]*Schedule
		ctx, cancel := context.WithCancel(t.Context())
		for i := range both {
			o := options(folder, &log[i])
			o.Write = func(_ context.Context, path string) (int64, error) {
				f, err := os.OpenFile(path+".part", os.O_CREATE|os.O_EXCL, 0o600)
				if err != nil {
					return 0, errors.Join(ErrRuns, err)
				}
				time.Sleep(20 * time.Second)
				return 0, errors.Join(f.Close(), os.Rename(path+".part", path))
			}
			both[i] = New(o)
			go both[i].Run(ctx)
		}
		time.Sleep(23 * time.Hour)
		cancel()
		synctest.Wait()
		if got := names(t, folder); !slices.Equal(got, []string{"games-20000101T060000Z.db", "games-20000101T120000Z.db", "games-20000101T180000Z.db"}) {
			t.Errorf("the folder has %q", got)
		}
		if n := strings.Count(log[0].String()+log[1].String(), "backup made"); n != 4 {
			t.Errorf("%d backups:\n%s\n%s", n, &log[0], &log[1])
		}
		for _, s := range both {
			if got := s.Status(); got.AllFailures != 0 || filepath.Base(got.File) != "games-20000101T180000Z.db" {
				t.Errorf("%+v", got)
			}
		}
	})
}

// TestScheduleFolder begins with a recent backup, for which it waits, and without a folder, which
// it makes.
func TestScheduleFolder(t *testing.T) {
	folder := t.TempDir()
	touch(t, folder, "games-19991231T220000Z.db")
	missing := filepath.Join(t.TempDir(), "new")
	synctest.Test(t, func(t *testing.T) {
		recent, fresh := New(options(folder, new(bytes.Buffer))), New(options(missing, new(bytes.Buffer)))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go recent.Run(ctx)
		go fresh.Run(ctx)
		time.Sleep(4*time.Hour - time.Second)
		if got := names(t, folder); len(got) != 1 {
			t.Errorf("too early: %q", got)
		}
		time.Sleep(2 * time.Second)
		if got := names(t, folder); len(got) != 2 || got[1] != "games-20000101T040000Z.db" {
			t.Errorf("after four hours: %q", got)
		}
		if got := names(t, missing); len(got) != 1 {
			t.Errorf("in the new folder: %q", got)
		}
		if info, err := os.Stat(missing); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("the new folder: %v, %v", info.Mode(), err)
		}
	})
}

// TestScheduleFailure fails for a while: it is tried again with pauses, nothing is deleted, and the
// status says why until a backup is made.
func TestScheduleFailure(t *testing.T) {
	folder := t.TempDir()
	old := []string{"games-19990101T000000Z.db", "games-19990102T000000Z.db", "games-19990103T000000Z.db", "games-19990104T000000Z.db"}
	touch(t, folder, old...)
	part := filepath.Join(folder, "games-19990105T000000Z.db.part") // of a backup that was killed; its room may be what lacks
	touch(t, folder, filepath.Base(part))
	if err := os.Chtimes(part, began.Add(-2*time.Hour), began.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		o := options(folder, &log)
		var mu sync.Mutex // of both
		var tried []time.Duration
		full := true
		write := o.Write
		o.Write = func(ctx context.Context, path string) (int64, error) {
			mu.Lock()
			defer mu.Unlock()
			tried = append(tried, time.Since(began))
			if full {
				return 0, errors.New("the disk is full")
			}
			return write(ctx, path)
		}
		s := New(o)
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx)
		time.Sleep(150 * time.Minute)
		if _, err := os.Stat(part); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is left of a backup is still there: %v", err)
		}
		mu.Lock()
		if got := s.Status(); got.Failure != "the disk is full" || got.Failures != len(tried) || got.Failed.IsZero() || filepath.Base(got.File) != old[3] || !got.Late(time.Now()) {
			t.Errorf("%+v after %d attempts", got, len(tried))
		}
		minutes := []time.Duration{0, 1, 3, 7, 15, 31, 63, 123}
		if len(tried) != len(minutes) {
			t.Fatalf("tried at %v", tried)
		}
		for i, m := range minutes {
			if tried[i] != m*time.Minute {
				t.Errorf("attempt %d at %v, want %v minutes", i+1, tried[i], int(m))
			}
		}
		if got := names(t, folder); !slices.Equal(got, old) {
			t.Errorf("the folder has %q", got)
		}
		full = false
		mu.Unlock()
		time.Sleep(time.Hour)
		if got := s.Status(); got.Failure != "" || got.Failures != 0 || !got.Failed.IsZero() || got.Late(time.Now()) {
			t.Errorf("after a success: %+v", got)
		}
		if got := names(t, folder); len(got) != 3 || got[0] != old[2] {
			t.Errorf("the folder has %q", got)
		}
		cancel()
		synctest.Wait()
	})
}

// TestScheduleWrongClock begins with a backup that a clock has dated in the future: it does not keep
// others from being made, and the one just made is never deleted.
func TestScheduleWrongClock(t *testing.T) {
	folder := t.TempDir()
	touch(t, folder, "games-20380101T000000Z.db", "games-20380102T000000Z.db")
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		o := options(folder, &log)
		o.Keep = 1
		ctx, cancel := context.WithCancel(t.Context())
		go New(o).Run(ctx)
		time.Sleep(5 * time.Hour)
		synctest.Wait()
		if got := names(t, folder); !slices.Equal(got, []string{"games-20000101T000000Z.db"}) {
			t.Errorf("the folder has %q", got)
		}
		if n := strings.Count(log.String(), "backup made"); n != 1 {
			t.Errorf("%d backups:\n%s", n, &log)
		}
		cancel()
		synctest.Wait()
	})
}

// TestStopped ends while a backup is written, which is no failure.
func TestStopped(t *testing.T) {
	var log bytes.Buffer
	o := options(t.TempDir(), &log)
	ctx, cancel := context.WithCancel(t.Context())
	o.Write = func(ctx context.Context, _ string) (int64, error) { cancel(); return 0, ctx.Err() }
	s := New(o)
	s.Run(ctx)
	if got := s.Status(); got.Failures != 0 || log.Len() > 0 {
		t.Errorf("%+v, log: %s", got, &log)
	}
}
