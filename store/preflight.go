package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// preflight looks at a file without leaving a trace; newest is the last schema that
// this program knows. A file that is missing, empty, or on which a first start was
// interrupted is ours to fill.
func preflight(ctx context.Context, path string, newest int64) error {
	switch empty, err := looksEmpty(path); {
	case err != nil:
		return err
	case empty:
		return nil
	}
	ours, err := marked(path)
	if err != nil {
		return err
	}
	unreadable := ErrNotDatabase
	if ours {
		unreadable = ErrDamaged
	}
	db, err := sql.Open("sqlite", untouched(path))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var id, tables, version int64
	row := db.QueryRowContext(ctx, "SELECT application_id, (SELECT count(*) FROM sqlite_schema), "+
		"(SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version') FROM pragma_application_id")
	var versioned bool
	if err := row.Scan(&id, &tables, &versioned); err != nil {
		return fmt.Errorf("%w: %w", unreadable, err)
	}
	switch {
	case id == 0 && tables == 0:
		return nil // a first start ended before the mark
	case id != applicationID:
		return fmt.Errorf("%w: it belongs to another program", ErrNotDatabase)
	case !versioned:
		return nil // marked but not migrated yet
	}
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version").Scan(&version); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if version > newest {
		return fmt.Errorf("%w: it has schema %d, this program knows %d; use a newer program", ErrNewer, version, newest)
	}
	return nil
}

// marked reports whether a file's header says that it is ours, whatever follows it.
func marked(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var id [4]byte
	_, err = f.ReadAt(id[:], 68) // see "database header" in SQLite's description of its files
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return binary.BigEndian.Uint32(id[:]) == applicationID, err
}

// looksEmpty reports whether there is nothing at a path yet. The error wraps
// ErrNotDatabase for a file that does not begin like SQLite's.
func looksEmpty(path string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return false, fmt.Errorf("%w: it is not a file", ErrNotDatabase)
	}
	magic := []byte("SQLite format 3\x00")
	header := make([]byte, len(magic))
	switch n, err := io.ReadFull(f, header); {
	case errors.Is(err, io.EOF):
		return true, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return false, err
	case !bytes.Equal(header[:n], magic):
		return false, ErrNotDatabase
	}
	return false, nil
}

// untouched returns where a database can be read without changing it or the files
// beside it, however large it is. Changes that still wait in a log, because the
// program that made them was killed, are read from there: SQLite keeps its index of
// the log in memory when it believes to be alone, and without locks it writes nothing.
func untouched(path string) string {
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		return location(path, "ro") + "&immutable=1"
	}
	lockless := "unix-none"
	if runtime.GOOS == "windows" {
		lockless = "win32-none"
	}
	return location(path, "ro") + "&vfs=" + lockless + "&_pragma=locking_mode(EXCLUSIVE)"
}
