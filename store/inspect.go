package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// inspect looks at a file without leaving a trace; newest is the last schema that
// this program knows. A file that is missing, empty, or on which a first start was
// interrupted is ours to fill.
func inspect(ctx context.Context, path string, newest int64) error {
	switch empty, err := looksEmpty(path); {
	case err != nil:
		return err
	case empty:
		return nil
	}
	where, cleanUp, err := untouched(path)
	if err != nil {
		return err
	}
	defer cleanUp()
	db, err := sql.Open("sqlite", where)
	if err != nil {
		return err
	}
	defer db.Close()
	var id, tables, version int64
	row := db.QueryRowContext(ctx, "SELECT application_id, (SELECT count(*) FROM sqlite_schema), "+
		"(SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version') FROM pragma_application_id")
	var versioned bool
	if err := row.Scan(&id, &tables, &versioned); err != nil {
		return fmt.Errorf("%w: %w", ErrNotDatabase, err)
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
		return fmt.Errorf("%w: %w", ErrNotDatabase, err)
	}
	if version > newest {
		return fmt.Errorf("%w: it has schema %d, this program knows %d; use a newer program", ErrNewer, version, newest)
	}
	return nil
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
// beside it. A file whose last changes still wait in a log, because its program was
// killed or runs, is read in a copy; any other as it lies.
func untouched(path string) (where string, cleanUp func(), err error) {
	info, err := os.Stat(path + "-wal")
	if err != nil || info.Size() == 0 {
		return location(path, "ro") + "&immutable=1", func() {}, nil
	}
	dir, err := os.MkdirTemp("", "stackmate-inspect-")
	if err != nil {
		return "", nil, err
	}
	cleanUp = func() { os.RemoveAll(dir) }
	copied := dir + "/copy.db"
	if err := errors.Join(copyFile(copied, path), copyFile(copied+"-wal", path+"-wal")); err != nil {
		cleanUp()
		return "", nil, err
	}
	return location(copied, "rw"), cleanUp, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
