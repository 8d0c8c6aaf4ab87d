package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// busyTimeout is how long SQLite itself waits for a lock. retryLocked then tries again, so
// that waiting ends with the context.
const busyTimeout = 250 * time.Millisecond

// sqliteEngine implements engine for a file.
type sqliteEngine struct{ *Store }

// openSQLite is Open for a file.
func (s *Store) openSQLite(ctx context.Context, path string) error {
	path, err := filepath.Abs(path) // in a URL "//host/file" and ":memory:" mean something else
	if err != nil {
		return err
	}
	s.name, s.engine = path, sqliteEngine{s}
	migrations, newest, err := migrationsOf("migrations")
	if err != nil {
		return err
	}
	if err := preflight(ctx, path, newest); err != nil {
		return err
	}
	if err := create(path); err != nil {
		return err
	}
	if err := s.retryLocked(ctx, func() error { return s.migrate(ctx, path, migrations, newest) }); err != nil {
		return err
	}
	s.write, s.read = openCached(dsn(path, "rw"), writeTimeout), openCached(dsn(path, "rw")+"&_pragma=query_only(1)", readTimeout)
	s.writers = make(chan struct{}, 1)
	s.write.SetMaxOpenConns(1)
	s.read.SetMaxOpenConns(maxReaders)
	s.read.SetMaxIdleConns(maxReaders)
	return nil
}

// create makes an empty file that only its owner may read, unless the file exists. SQLite gives
// the same mode to the files that it puts next to it.
func create(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(restoring(path)); err == nil {
			return ErrUnfinished
		}
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			return ErrSeparated
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// keptWAL is the size in bytes to which a -wal file that has grown, as it does during a backup, is cut
// when its changes are in the database.
const keptWAL = 16 << 20

// dsn returns the data source name of a file with every setting, so that each connection of a
// pool has them. Sorting is done in memory, since a container may have no directory for
// temporary files.
func dsn(path, mode string) string {
	return fileURL(path, mode) + "&_txlock=immediate&_pragma=busy_timeout(" + strconv.Itoa(int(busyTimeout.Milliseconds())) + ")" +
		"&_pragma=foreign_keys(1)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=temp_store(MEMORY)" +
		"&_pragma=journal_size_limit(" + strconv.Itoa(keptWAL) + ")" +
		"&_pragma=secure_delete(ON)" // what is deleted cannot be read in the file any more
}

// fileURL returns SQLite's URL of a path, which may have any characters.
func fileURL(path, mode string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=" + mode
}

// migrate gives a file our application id and the newest schema.
func (s *Store) migrate(ctx context.Context, path string, migrations fs.FS, newest int64) (err error) {
	db, err := sql.Open("sqlite", dsn(path, "rwc"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, db.Close()) }()
	var id int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if id != applicationID {
		if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
			return err
		}
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations)
	if err != nil {
		return err
	}
	version, err := p.GetDBVersion(ctx)
	if err != nil || version == newest {
		return err
	}
	if version > 0 && s.besideBot {
		return ErrOlder
	}
	if version > 0 {
		s.log.InfoContext(ctx, "bringing the database up to date; a large one takes a while", "schema", version, "newest", newest)
	}
	if version > 0 && !s.noCopy {
		if err := s.copyBefore(ctx, newest); err != nil {
			return err
		}
	}
	done, err := p.Up(ctx)
	for _, m := range done {
		s.log.DebugContext(ctx, "migrated", "schema", m.Source.Version, "took", m.Duration.Round(time.Millisecond))
	}
	switch {
	case err == nil && version > 0:
		s.log.InfoContext(ctx, "the database is up to date", "schema", newest)
	case err == nil: // an owner who expects games sees that this is another file
		s.log.InfoContext(ctx, "there was no database, so a new one was made", "file", path)
	}
	return err
}

// retry implements engine. Nothing of others undoes a transaction that has begun.
func (sqliteEngine) retry(ctx context.Context, attempt func(context.Context) error) error {
	return attempt(ctx)
}

// begin implements engine. It waits for other programs.
func (e sqliteEngine) begin(ctx context.Context, db *sql.DB, readOnly bool) (t *sql.Tx, err error) {
	err = e.retryLocked(ctx, func() (err error) { t, err = beginNow(ctx, db, readOnly); return err })
	return t, err
}

// beginNow begins a transaction. One that only reads runs a statement at once, since its snapshot
// is taken by the first one.
func beginNow(ctx context.Context, db *sql.DB, readOnly bool) (*sql.Tx, error) {
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil || !readOnly {
		return t, err
	}
	var at int64
	err = t.QueryRowContext(context.WithoutCancel(ctx), "SELECT coalesce(max(id), 0) FROM pulse").Scan(&at)
	if err != nil {
		t.Rollback()
		return nil, err
	}
	return t, nil
}

// retryLocked calls do until it returns something else than SQLite's "busy", which means that
// another program has locked the file. It returns ErrLocked after s.lockTimeout, and the
// context's error if that ends first.
func (s *Store) retryLocked(ctx context.Context, do func() error) error {
	began, warned := time.Now(), false
	for {
		err := do()
		if err == nil || !hasCode(err, sqlite3.SQLITE_BUSY) {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), err)
		case time.Since(began) > s.lockTimeout:
			return fmt.Errorf("%w: %w", ErrLocked, err)
		case !warned:
			s.log.WarnContext(ctx, "another program has locked the database; waiting for it", "at_most", s.lockTimeout)
			warned = true
		}
		_ = timeutil.Sleep(ctx, busyTimeout/5) // the next round looks at the context
	}
}

// explainSQLite is explain for errors of SQLite.
func explainSQLite(err error) error {
	if hasCode(err, sqlite3.SQLITE_READONLY) {
		return fmt.Errorf("%w: %w", data.ErrReadOnly, err)
	}
	if hasCode(err, sqlite3.SQLITE_FULL) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotDatabase) &&
		(hasCode(err, sqlite3.SQLITE_CORRUPT) || hasCode(err, sqlite3.SQLITE_NOTADB)) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// hasCode reports whether an error is SQLite's with that primary result code.
func hasCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}
