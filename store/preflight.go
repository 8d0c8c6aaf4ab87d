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

// preflight returns ErrNotDatabase, ErrNewer or ErrDamaged for a file that Open must not touch.
// It changes nothing in the file or its directory. A file is fine if it is missing or empty, or
// if Open was interrupted when it created the file. The newest schema that this program knows
// is newest.
func preflight(ctx context.Context, path string, newest int64) error {
	switch empty, err := looksEmpty(path); {
	case err != nil:
		return err
	case empty:
		return nil
	}
	ours, err := hasApplicationID(path)
	if err != nil {
		return err
	}
	unreadable := ErrNotDatabase
	if ours {
		unreadable = ErrDamaged
	}
	db, err := sql.Open("sqlite", noTraceURL(path))
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
		return nil // Open was interrupted before it set the application id
	case id != applicationID:
		return fmt.Errorf("%w: it belongs to another program", ErrNotDatabase)
	case !versioned:
		return nil // Open was interrupted before the first migration
	}
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version").Scan(&version); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if version > newest {
		return fmt.Errorf("%w: it has schema %d, this program knows %d; use a newer program", ErrNewer, version, newest)
	}
	return nil
}

// hasApplicationID reports whether a file's header has our application id, even if the rest of
// the file is damaged.
func hasApplicationID(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var id [4]byte
	_, err = f.ReadAt(id[:], 68) // https://www.sqlite.org/fileformat.html, "The Database Header"
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return binary.BigEndian.Uint32(id[:]) == applicationID, err
}

// looksEmpty reports whether a file is missing or empty. It returns ErrNotDatabase for a file
// that does not begin like SQLite's.
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

// noTraceURL returns the URL by which SQLite reads a database without changing the file or
// those next to it. If a program was killed, its last changes are still in the -wal file; they
// are read from there. In exclusive mode SQLite keeps the index of that file in memory, and
// without locks it writes nothing. It would delete a -wal file in which it finds nothing.
func noTraceURL(path string) string {
	if pages, _ := inspectWAL(path, 1); pages == 0 {
		return fileURL(path, "ro") + "&immutable=1"
	}
	return locklessURL(path, "ro") + "&_pragma=locking_mode(EXCLUSIVE)"
}

// locklessURL returns the URL by which SQLite uses a file without locking it.
func locklessURL(path, mode string) string {
	vfs := "unix-none"
	if runtime.GOOS == "windows" {
		vfs = "win32-none"
	}
	return fileURL(path, mode) + "&vfs=" + vfs
}
