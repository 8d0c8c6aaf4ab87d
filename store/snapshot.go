package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// errChanged means that somebody wrote to a file of which nobody was the owner.
var errChanged = errors.New("another program changes the file while it is read; stop it, or try again later")

// snapshot runs fn on a connection that sees one state of a database, whatever is written
// meanwhile, and changes nothing in the file or its directory. A bot that uses the file is not
// disturbed. If the file was changed in a way that SQLite's locks do not guard against, fn runs
// again, so it must begin anew each time.
func snapshot(ctx context.Context, path string, fn func(*sql.Conn) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil { // the -wal file is next to the file itself
		return err
	}
	for range 3 {
		inUse, before := owned(path), fileState(path)
		url := noTraceURL(path)
		if inUse {
			url = sharedURL(path)
		}
		err = snapshotOf(ctx, url, fn)
		if inUse || ctx.Err() != nil || !owned(path) && fileState(path) == before {
			return err
		}
		err = errChanged
	}
	return err
}

// sharedURL returns the URL by which SQLite reads a database that others write at the same time.
func sharedURL(path string) string {
	return fileURL(path, "ro") + "&_pragma=temp_store(MEMORY)&_pragma=busy_timeout(" + strconv.Itoa(int(lockTimeout.Milliseconds())) + ")"
}

// snapshotOf runs fn in a read transaction.
func snapshotOf(ctx context.Context, url string, fn func(*sql.Conn) error) error {
	db, err := sql.Open("sqlite", url)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	var objects int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects); err != nil { // takes the snapshot
		return err
	}
	return fn(conn)
}

// state is by what a change of a database file can be seen.
type state [2]struct {
	size    int64
	changed time.Time
}

// fileState returns the state of a database and of its -wal file.
func fileState(path string) (s state) {
	for i, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			s[i].size, s[i].changed = info.Size(), info.ModTime()
		}
	}
	return s
}

// exists returns fs.ErrNotExist for a database that does not exist, and ErrNotDatabase for an empty
// one.
func exists(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return &fs.PathError{Op: "open", Path: path, Err: ErrNotDatabase}
	case info.Size() == 0 && fileState(path)[1].size == 0:
		return &fs.PathError{Op: "open", Path: path, Err: errEmpty}
	}
	return nil
}
