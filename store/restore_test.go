package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/store/verify"
)

// numbers are those that a database gives.
type numbers struct{ game, player, message int64 }

// next makes a new player, a game and a message, and returns their numbers.
func next(t *testing.T, s *Store, name string) (n numbers) {
	t.Helper()
	update(t, s, func(tx data.Tx) error {
		p, err := tx.PlayerAt(somebody(name), noon)
		if err != nil {
			return err
		}
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		n.game, n.player = g.ID, p.ID
		n.message, err = tx.Enqueue(message("the room", g.ID, name))
		return err
	})
	return n
}

// backupOf makes a backup of a database.
func backupOf(t *testing.T, s *Store) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup.db")
	if _, err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path
}

// restored restores a backup at a time, and opens the result.
func restored(t *testing.T, backup string, now time.Time) (*Store, Restored) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "restored.db")
	r, err := Restore(t.Context(), backup, path, now, Check{})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(path + "?*"); err != nil || len(left) != 1 || left[0] != path+".lock" {
		t.Errorf("next to the database are %q (%v)", left, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	return opened(t, path), r
}

// TestRestore restores a backup twice, and a backup that was made after a restore. What was in the
// backup is there; no number is given that was given in a time that was lost.
func TestRestore(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	first := next(t, s, "first")
	update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	backup := backupOf(t, s)
	given := map[numbers]bool{first: true}
	give := func(s *Store, name string) (last numbers) {
		t.Helper()
		for i := range 5 {
			last = next(t, s, fmt.Sprint(name, i))
			for old := range given {
				if old.game == last.game || old.player == last.player || old.message == last.message {
					t.Errorf("%s: %+v repeats %+v", name, last, old)
				}
			}
			given[last] = true
		}
		return last
	}
	lost := give(s, "lost")
	for i, now := range []time.Time{noon.Add(2 * time.Hour), noon.Add(2*time.Hour + 2*time.Minute), noon.Add(14 * 24 * time.Hour)} {
		s, r := restored(t, backup, now)
		if r.Running != 1 || !r.From.Equal(noon) || !r.At.Equal(now) || r.LastGame != first.game {
			t.Errorf("restored %+v", r)
		}
		update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(now) })
		last := give(s, fmt.Sprint("restored ", i))
		again, _ := restored(t, backupOf(t, s), now.Add(time.Hour))
		give(again, fmt.Sprint("again ", i))
		view(t, again, func(tx data.Tx) error {
			list, err := tx.Restores()
			if err != nil || len(list) != 2 {
				t.Fatalf("%+v (%v)", list, err)
			}
			for _, number := range []int64{lost.game, last.game + 1} {
				if by, ok := list.LostGame(number); !ok || number == lost.game && !by.At.Equal(now) {
					t.Errorf("game %d was lost by %+v", number, by)
				}
			}
			for _, number := range []int64{first.game, last.game} {
				if by, ok := list.LostGame(number); ok {
					t.Errorf("game %d was lost by %+v", number, by)
				}
			}
			if _, ok := list.LostMessage(lost.message); !ok {
				t.Error("a message of the lost time counts as sent")
			}
			if _, ok := list.LostMessage(last.message); ok {
				t.Error("a message that was sent counts as lost")
			}
			return nil
		})
	}
}

// TestHeld restores a backup with waiting messages. They are held, and nothing sends or counts them
// until they are sent or dropped; newer messages about the same game do not wait for them.
func TestHeld(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	old := next(t, s, "Anna")
	update(t, s, func(tx data.Tx) error {
		_, err := tx.Enqueue(message("the room", old.game, "second"))
		return err
	})
	backup := backupOf(t, s)
	for _, drop := range []bool{false, true} {
		s, r := restored(t, backup, noon.Add(time.Hour))
		if len(r.Held) != 1 || r.Held[0].Transport != "test" || r.Held[0].Count != 2 || r.Held[0].Oldest.After(noon) {
			t.Fatalf("held: %+v", r.Held)
		}
		due := func() (texts []string) {
			view(t, s, func(tx data.Tx) error {
				list, err := tx.Due("test", noon.Add(time.Hour), 10)
				for _, m := range list {
					texts = append(texts, m.Reply.Text)
				}
				return err
			})
			return texts
		}
		view(t, s, func(tx data.Tx) error {
			if at, err := tx.DueSince("test", noon.Add(time.Hour)); !at.IsZero() || err != nil {
				t.Errorf("a message is overdue since %v (%v)", at, err)
			}
			if list, err := tx.Waiting(chat.Address{Transport: "test", ID: "the room"}, old.game); len(list) != 0 || err != nil {
				t.Errorf("waiting: %+v (%v)", list, err)
			}
			return nil
		})
		update(t, s, func(tx data.Tx) error {
			more, err := tx.Prune(noon.Add(1000*time.Hour), data.Retention{}, 100)
			if more {
				t.Error("there is more to prune")
			}
			_, err2 := tx.Enqueue(message("the room", old.game, "new"))
			return errors.Join(err, err2)
		})
		if got := due(); fmt.Sprint(got) != "[new]" {
			t.Errorf("due: %q", got)
		}
		if list, err := s.Held(t.Context()); err != nil || len(list) != 1 || list[0].Count != 2 {
			t.Errorf("held: %+v (%v)", list, err)
		}
		release := s.DropHeld
		if !drop {
			release = func(ctx context.Context) (int, error) { return s.SendHeld(ctx, noon.Add(time.Hour)) }
		}
		for i, want := range []int{2, 0} {
			if n, err := release(t.Context()); n != want || err != nil {
				t.Errorf("time %d: %d (%v)", i, n, err)
			}
		}
		isConsistent(t, s, "challenges 1: it is open") // as newGame leaves it
		var order []string
		for range 5 {
			order = append(order, due()...)
			update(t, s, func(tx data.Tx) error {
				list, err := tx.Due("test", noon.Add(time.Hour), 1)
				for _, m := range list {
					err = errors.Join(err, tx.MarkDelivered(m.ID, noon))
				}
				return err
			})
		}
		want := "[Anna second new]"
		if drop {
			want = "[new]"
		}
		if fmt.Sprint(order) != want {
			t.Errorf("delivered %v, want %v", order, want)
		}
		if list, err := s.Held(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("still held: %+v (%v)", list, err)
		}
	}
}

// TestRestoreRefuses restores where it must not: nothing is changed, and nothing is left.
func TestRestoreRefuses(t *testing.T) {
	onFile(t)
	s, used := fresh(t)
	next(t, s, "Anna")
	backup := backupOf(t, s)
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	bytes, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	write := func(path, content string) string {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write(damaged, string(bytes[:100])+strings.Repeat("x", len(bytes)-100))
	dir := t.TempDir()
	owned := filepath.Join(dir, "owned.db")
	owner, err := Own(t.Context(), owned, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	inUse := backupOf(t, s)
	user, err := Own(t.Context(), inUse, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer user.Release()
	if err := os.Symlink("nowhere", filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(dir, "wal.db-wal"), "rest")
	write(filepath.Join(dir, "shm.db-shm"), "rest")
	newer := filepath.Join(t.TempDir(), "newer.db")
	if _, err := s.Backup(t.Context(), newer); err != nil {
		t.Fatal(err)
	}
	mustExec(t, raw(t, newer), "UPDATE goose_db_version SET version_id = 9999 WHERE version_id = 19")
	held := new(*OwnedError)
	for _, c := range []struct {
		name, backup, path string
		is                 error
	}{
		{"over a database", backup, used, fs.ErrExist},
		{"with a -wal file", backup, filepath.Join(dir, "wal.db"), fs.ErrExist},
		{"with a -shm file", backup, filepath.Join(dir, "shm.db"), fs.ErrExist},
		{"through a link", backup, filepath.Join(dir, "link.db"), fs.ErrExist},
		{"owned", backup, owned, nil},
		{"of a bot's database", inUse, filepath.Join(dir, "new.db"), nil},
		{"damaged", damaged, filepath.Join(dir, "new.db"), ErrDamaged},
		{"no database", write(filepath.Join(t.TempDir(), "text.db"), "hello"), filepath.Join(dir, "new.db"), ErrNotDatabase},
		{"empty", write(filepath.Join(t.TempDir(), "empty.db"), ""), filepath.Join(dir, "new.db"), ErrNotDatabase},
		{"missing", filepath.Join(dir, "missing.db"), filepath.Join(dir, "new.db"), fs.ErrNotExist},
		{"newer", newer, filepath.Join(dir, "new.db"), ErrNewer},
	} {
		_, err := Restore(t.Context(), c.backup, c.path, noon, Check{})
		if c.is != nil && !errors.Is(err, c.is) || c.is == nil && !errors.As(err, held) {
			t.Errorf("%s: %v", c.name, err)
		}
		if left, _ := filepath.Glob(c.path + ".restoring*"); len(left) > 0 {
			t.Errorf("%s leaves %q", c.name, left)
		}
	}
	left := filepath.Join(dir, "new.db.restoring")
	if err := copyNew(backup, left); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), left, filepath.Join(dir, "new.db"), noon, Check{}); !errors.Is(err, ErrNotDatabase) {
		t.Errorf("from what a restore has left: %v", err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Errorf("it is gone: %v", err)
	}
	refusal := errors.New("no")
	if _, err := Restore(t.Context(), backup, filepath.Join(dir, "new.db"), noon, Check{Accept: func(verify.Report) error { return refusal }}); !errors.Is(err, refusal) {
		t.Errorf("not accepted: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "new.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused restore made a database (%v)", err)
	}
}

// TestSeparated opens a database that somebody has moved away without its -wal file, which SQLite
// would delete together with the last moves.
func TestSeparated(t *testing.T) {
	onFile(t)
	path := filepath.Join(t.TempDir(), "games.db")
	if err := os.WriteFile(path+"-wal", []byte("the last moves"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrSeparated) {
		t.Errorf("a bot begins anew: %v", err)
	}
	if kept, err := os.ReadFile(path + "-wal"); err != nil || string(kept) != "the last moves" {
		t.Errorf("the -wal file has %q (%v)", kept, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database was made (%v)", err)
	}
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for range 2 {
		s, err := Open(t.Context(), path, WithLog(slog.New(slog.NewTextHandler(&log, nil))))
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	if n := strings.Count(log.String(), "a new one was made"); n != 1 {
		t.Errorf("a new database is in the log %d times: %s", n, &log)
	}
}

// TestRestoreKilled restores after a restore that was killed, with a backup whose last changes are
// in its -wal file, and of an old schema.
func TestRestoreKilled(t *testing.T) {
	onFile(t)
	s, path := fresh(t)
	next(t, s, "Anna") // is in the -wal file
	backup := filepath.Join(t.TempDir(), "copy.db")
	for _, end := range []string{"", "-wal"} {
		if err := copyNew(path+end, backup+end); err != nil {
			t.Fatal(err)
		}
	}
	for _, backup := range []string{backup, thawed(t, 3)} {
		to := filepath.Join(t.TempDir(), "restored.db")
		for _, end := range []string{"", "-wal", "-shm"} {
			if err := os.WriteFile(to+".restoring"+end, []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(t.Context(), to); !errors.Is(err, ErrUnfinished) {
			t.Errorf("a bot begins anew after a restore was killed: %v", err)
		}
		if _, err := Restore(t.Context(), backup, to, noon, Check{}); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(to + ".restoring*"); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
		view(t, opened(t, to), func(tx data.Tx) error {
			_, err := tx.Game(1)
			return err
		})
	}
}

// TestBesideBot opens a database of an older schema next to a bot that uses it, and when the bot has
// ended: that of the old version must still be able to use it.
func TestBesideBot(t *testing.T) {
	onFile(t)
	path := thawed(t, 3)
	owner, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, BesideBot()); !errors.Is(err, ErrOlder) {
		t.Errorf("next to a bot: %v", err)
	}
	if err := owner.Release(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, BesideBot()); !errors.Is(err, ErrOlder) {
		t.Errorf("without a bot: %v", err)
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s, err = Open(t.Context(), path, BesideBot()); err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// TestNextRestored lists the games whose players are to be told, and those that are left after some
// have been.
func TestNextRestored(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	var ids []int64
	for i := range 5 {
		ids = append(ids, next(t, s, fmt.Sprint(i)).game)
	}
	update(t, s, func(tx data.Tx) error {
		if list, err := tx.NextRestored(noon, 10); len(list) != 0 || err != nil {
			t.Errorf("without a restore: %v (%v)", list, err)
		}
		g, err := tx.Game(ids[1])
		if err != nil {
			return err
		}
		return errors.Join(g.Resign(0, noon), tx.SaveGame(g))
	})
	s, _ = restored(t, backupOf(t, s), noon.Add(time.Hour))
	next(t, s, "later")
	update(t, s, func(tx data.Tx) error {
		list, err := tx.NextRestored(noon, 2)
		if fmt.Sprint(list) != fmt.Sprint([]int64{ids[0], ids[2]}) || err != nil {
			t.Errorf("first: %v (%v)", list, err)
		}
		if err := tx.MarkTold(ids[2]); err != nil {
			return err
		}
		if list, err = tx.NextRestored(noon, 2); fmt.Sprint(list) != fmt.Sprint([]int64{ids[3], ids[4]}) || err != nil {
			t.Errorf("then: %v (%v)", list, err)
		}
		if err := tx.MarkTold(0); err != nil {
			return err
		}
		if list, err = tx.NextRestored(noon, 2); len(list) != 0 || err != nil {
			t.Errorf("after all: %v (%v)", list, err)
		}
		restores, err := tx.Restores()
		if !restores.Last().Told {
			t.Errorf("%+v", restores)
		}
		return err
	})
}
