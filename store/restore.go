package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
	"stackmate/store/verify"
)

// Restored says what is in a database that Restore has made.
type Restored struct {
	data.Restore
	// Running is how many games are running, Open how many challenges are open.
	Running, Open int
	// Held are the messages that waited in the backup, of both kinds: those that Restore has
	// held, and those that were held before.
	Held []data.HeldMessages
}

// Check is how Restore checks a backup.
type Check struct {
	verify.Options
	// Accept gets the result of the verification. If it is nil nothing is verified.
	Accept func(verify.Report) error
}

// Restore makes a database at path, which may be an address in PostgreSQL, from a backup. It returns an error that wraps fs.ErrExist if
// there is a database, or a file that belonged to one; an *OwnedError if a bot uses one of them;
// and the errors of Open for a file that is not a backup. After an error, or if the program is
// killed, there is no database at path. The schema becomes the newest. What is then in the file is
// checked; an error of check.Accept ends the restore.
//
// Messages that wait in the backup may have been sent since it was made: they are held, see Held.
// Numbers that may have been given since are never given again. Nobody knows how many were; see
// gap.
func Restore(ctx context.Context, backup, path string, now time.Time, check Check, options ...Option) (r Restored, err error) {
	if IsPostgres(path) {
		return restorePostgres(ctx, backup, path, now, check, options)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return r, err
	}
	if err := CheckFile(ctx, backup); err != nil {
		return r, err
	}
	if owned(backup) { // it may change while it is copied
		return r, fmt.Errorf("%s: %w", backup, &OwnedError{Path: backup})
	}
	owner, err := Own(ctx, path, now) // another restore may not be at work either
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, owner.Release()) }()
	if err := checkFree(path); err != nil {
		return r, err
	}
	temporary := restoring(path)
	if same(backup, temporary) {
		return r, fmt.Errorf("%w: %s is what an interrupted restore has left", ErrNotDatabase, backup)
	}
	for _, file := range files(temporary) { // of a restore that was killed
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r, err
		}
	}
	defer func() {
		for _, file := range files(temporary) {
			os.Remove(file)
		}
	}()
	for _, end := range []string{"", "-wal"} { // changes in a -wal file are part of the database
		if err := copyNew(backup+end, temporary+end); err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return r, err
		}
	}
	if r, err = prepare(ctx, temporary, now, options); err != nil {
		return r, err
	}
	if check.Accept != nil {
		report, err := Verify(ctx, temporary, check.Options)
		if err == nil {
			err = check.Accept(report)
		}
		if err != nil {
			return r, err
		}
	}
	if err := checkFree(path); err != nil {
		return r, err
	}
	if err := os.Rename(temporary, path); err != nil {
		return r, err
	}
	return r, syncFolder(filepath.Dir(path))
}

// CheckFile returns an error for a file in which there is no database that this program can read:
// ErrNotDatabase, also if it is empty, ErrNewer or ErrDamaged. Nothing is changed in the file or next to it.
func CheckFile(ctx context.Context, path string) error {
	err := checkFile(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, explain(err))
	}
	return nil
}

func checkFile(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	switch empty, err := looksEmpty(path); {
	case err != nil:
		return err
	case empty:
		return fmt.Errorf("%w: it is empty", ErrNotDatabase)
	}
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	return preflight(ctx, path, newest)
}

// same reports whether two paths are of the same file.
func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// restoring returns the name of a database while it is being restored.
func restoring(path string) string { return path + ".restoring" }

// files returns the names of a database and of the files that SQLite puts next to it.
func files(path string) []string {
	return []string{path, path + "-wal", path + "-shm", path + "-journal"}
}

// checkFree returns an error that wraps fs.ErrExist if one of the files of a database exists.
func checkFree(path string) error {
	for _, file := range files(path) {
		if _, err := os.Lstat(file); err == nil {
			return &fs.PathError{Op: "restore", Path: file, Err: fs.ErrExist}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyNew copies a file to a new one.
func copyNew(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := createNew(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// syncFolder makes sure that a file that was renamed in a folder has its new name even if the
// machine fails. Not every system can do that for folders.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	_ = folder.Sync()
	return nil
}

// prepare makes a copy of a backup ready for use, in one transaction, and leaves everything in
// the one file.
func prepare(ctx context.Context, path string, now time.Time, options []Option) (r Restored, err error) {
	s, err := Open(ctx, path, append(options, WithoutCopy())...) // the backup stays as it is
	if err != nil {
		return r, err
	}
	err = s.transact(ctx, s.write, s.writers, func(t *tx) (err error) {
		r, err = t.restored(now)
		return err
	})
	if err == nil {
		err = s.intoOneFile(ctx)
	}
	return r, errors.Join(err, s.Close())
}

// intoOneFile moves everything from the -wal file into the database.
func (s *Store) intoOneFile(ctx context.Context) error {
	var busy, pages, moved int
	err := s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
	if err == nil && busy != 0 {
		err = fmt.Errorf("%w: %s", ErrLocked, s.name)
	}
	return err
}

// setLast sets the last number that a table has given.
func (t *tx) setLast(table string, last int64) error {
	return t.execAll([]string{"DELETE FROM sqlite_sequence WHERE name = ?1", "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)"}, table, last)
}

// restored stores that the database was restored now, and holds the messages that wait.
func (t *tx) restored(now time.Time) (r Restored, err error) {
	var from, last int64
	err = t.row(`SELECT coalesce((SELECT max(at) FROM pulse WHERE id = 1), (SELECT max(moved) FROM games), ?),
		max((SELECT coalesce(max(id), 0) FROM challenges), (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'challenges')),
		max((SELECT coalesce(max(id), 0) FROM outbox), (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'outbox')),
		(SELECT coalesce(max(id), 0) FROM players)`, toMillis(now)).Scan(&from, &r.LastGame, &r.LastMessage, &last)
	if err != nil {
		return r, err
	}
	r.At, r.From = now.Truncate(time.Millisecond).UTC(), fromMillis(from)
	lost, lastWeek := r.At.Sub(r.From), toMillis(r.From.Add(-7*timeutil.Day))
	var games, players int
	if err := t.row("SELECT (SELECT count(*) FROM challenges WHERE made > ?1), (SELECT count(*) FROM players WHERE created > ?1)", lastWeek).
		Scan(&games, &players); err != nil {
		return r, err
	}
	r.NextGame, r.NextMessage = r.LastGame+gap(lost, games), max(r.LastMessage+1, now.UnixMicro())
	if _, err := t.exec(`INSERT INTO restores (at, backup, last_game, next_game, next_player, last_message, next_message)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, toMillis(r.At), from, r.LastGame, r.NextGame, last+gap(lost, players), r.LastMessage, r.NextMessage); err != nil {
		return r, err
	}
	for table, next := range map[string]int64{"challenges": r.NextGame, "outbox": r.NextMessage} {
		if err := t.setLast(table, next-1); err != nil {
			return r, err
		}
	}
	// A browser that was signed out since the backup must not come back, nor a link be used twice.
	if err := t.execAll([]string{"DELETE FROM web_links", "DELETE FROM web_sessions"}); err != nil {
		return r, err
	}
	if err := t.holdAll(); err != nil {
		return r, err
	}
	if r.Held, err = t.held(); err != nil {
		return r, err
	}
	err = t.row("SELECT (SELECT count(*) FROM games WHERE ended IS NULL AND white <> black), (SELECT count(*) FROM challenges WHERE state = 'open')").
		Scan(&r.Running, &r.Open)
	return r, err
}

// gap returns how far the numbers of games or players jump at a restore. It must be more than were
// given in the time that is lost: that is one every ten seconds, or ten times as many as in the
// week before the backup, and 1,000 more. Since it grows with the time, it also passes the numbers
// that were given after an earlier restore of the same backup. The ids of messages, which nobody
// types, are microseconds since 1970 instead, so that they need no bound.
func gap(lost time.Duration, lastWeek int) int64 {
	perSecond := max(0.1, 10*float64(lastWeek)/(7*timeutil.Day).Seconds())
	return 1000 + int64(max(lost, 0).Seconds()*perSecond)
}
