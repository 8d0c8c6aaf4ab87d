package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"modernc.org/sqlite"

	"stackmate/bot/timeutil"
)

// ErrBackupRuns means that another program is writing a backup to the same file.
var ErrBackupRuns = errors.New("another backup is being written to the same file")

// Backup writes all that is in the database to a new file, which only its owner may read, and
// returns its size in bytes. Moves go on meanwhile. A file with that name is always complete: it
// is written under another name, which ends with ".part", checked, and renamed at the end. The
// error wraps fs.ErrExist if there is a file with that name, ErrBackupRuns, ErrFull or ErrDamaged. What is in
// PostgreSQL is copied to a file of SQLite; see Copy.
func (s *Store) Backup(ctx context.Context, to string) (size int64, err error) {
	if IsPostgres(s.name) {
		return backupPostgres(ctx, s.name, to)
	}
	return backup(ctx, s.name, to, func(fn func(*sql.Conn) error) error { return snapshotOf(ctx, sharedURL(s.name), fn) })
}

// BackupFile is Backup for a file that this program has not opened; a bot may use it. It changes
// nothing in the file or its folder. It may also return ErrNotDatabase.
func BackupFile(ctx context.Context, from, to string) (size int64, err error) {
	if IsPostgres(from) {
		return backupPostgres(ctx, from, to)
	}
	if err := exists(from); err != nil {
		return 0, fmt.Errorf("back up %s: %w", from, err)
	}
	if !owned(from) {
		if err := preflight(ctx, from, math.MaxInt64); err != nil {
			return 0, fmt.Errorf("back up %s: %w", from, err)
		}
	}
	return backup(ctx, from, to, func(fn func(*sql.Conn) error) error { return snapshot(ctx, from, fn) })
}

// backup writes what is seen by the connection that read makes.
func backup(ctx context.Context, from, to string, read func(func(*sql.Conn) error) error) (size int64, err error) {
	if to, err = filepath.Abs(to); err != nil { // SQLite would read "file:" as a URL
		return 0, err
	}
	defer func() {
		switch {
		case err != nil && ctx.Err() != nil:
			err = fmt.Errorf("back up %s to %s: %w", from, to, context.Cause(ctx))
		case err != nil:
			err = fmt.Errorf("back up %s to %s: %w", from, to, explain(err))
		}
	}()
	if err := checkTarget(from, to); err != nil {
		return 0, err
	}
	part := to + ".part"
	f, err := takePart(part)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			os.Remove(part) // before the file is closed, and with that unlocked
		}
		f.Close()
		if err != nil && runtime.GOOS == "windows" { // where an open file cannot be removed
			os.Remove(part)
		}
	}()
	if err := read(func(conn *sql.Conn) error { return copyPages(ctx, conn, part, f) }); err != nil {
		return 0, err
	}
	// The copy says that there is a -wal file. It needs none, and nobody who opens it should make one:
	// https://www.sqlite.org/fileformat.html, "File format version numbers".
	if _, err := f.WriteAt([]byte{1, 1}, 18); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	if err := checkCopy(ctx, part); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if err := checkTarget(from, to); err != nil {
		return 0, err
	}
	if runtime.GOOS == "windows" {
		f.Close() // an open file cannot be renamed there
	}
	if err := os.Rename(part, to); err != nil {
		return 0, err
	}
	return info.Size(), syncFolder(filepath.Dir(to))
}

// checkTarget returns an error that wraps fs.ErrExist if there is a file with the name of the
// backup, or if that is the name of a file that belongs to the database.
func checkTarget(from, to string) error {
	taken := &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
	if _, err := os.Lstat(to); err == nil {
		return taken
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if real, err := filepath.EvalSymlinks(from); err == nil {
		from = real
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(to))
	if err != nil {
		return err
	}
	if from, err = filepath.Abs(from); err == nil && slices.Contains(append(files(from), from+".lock"), filepath.Join(folder, filepath.Base(to))) {
		return taken
	}
	return err
}

// takePart creates or empties the file into which a backup is written, and locks it. One that is
// left from a backup that was killed is not locked.
func takePart(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err = lockPart(f); errors.Is(err, errLocked) {
		err = ErrBackupRuns
	}
	if err == nil {
		err = isStill(f, path)
	}
	if err == nil && runtime.GOOS != "windows" {
		err = f.Chmod(0o600)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// isStill returns ErrBackupRuns if a file no longer has its name: the other backup that had it has
// ended just now.
func isStill(f *os.File, path string) error {
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(opened, named) {
		return ErrBackupRuns
	}
	return nil
}

// How a backup is copied. It reads in small steps, with pauses that leave the disk and the
// processor to the moves, and has them written to disk bit by bit, so that no move waits for all.
const (
	stepPages = 64
	syncPages = 2048
)

// copyPages copies the pages of a database as a connection sees them.
func copyPages(ctx context.Context, conn *sql.Conn, part string, f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	return conn.Raw(func(c any) error {
		b, err := c.(interface {
			NewBackup(string) (*sqlite.Backup, error)
		}).NewBackup(locklessURL(part, "rw") + "&_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
		if err != nil {
			return err
		}
		more := true
		for steps := 1; more && err == nil; steps++ {
			began := time.Now()
			if more, err = b.Step(stepPages); err == nil && steps%(syncPages/stepPages) == 0 {
				err = f.Sync()
			}
			if err == nil {
				err = timeutil.Sleep(ctx, time.Since(began))
			}
		}
		return errors.Join(err, b.Finish())
	})
}

// checkCopy returns an error that wraps ErrDamaged if a copy cannot be used.
func checkCopy(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", fileURL(path, "ro")+"&immutable=1&_pragma=temp_store(MEMORY)")
	if err != nil {
		return err
	}
	defer db.Close()
	var id int64
	var result string
	if err := errors.Join(db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id), db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result)); err != nil {
		return err
	}
	switch {
	case id != applicationID:
		return ErrNotDatabase
	case result != "ok":
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	return nil
}
