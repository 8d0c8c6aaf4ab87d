// Package store keeps players, games and letters in a SQLite file.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the database driver

	"stackmate/bot"
)

// Facts about a file that Open refuses and leaves as it is.
var (
	ErrNotDatabase = errors.New("not a Stackmate database")
	ErrNewer       = errors.New("made by a newer version of Stackmate")
)

// applicationID marks our files in their header ("Stkm").
const applicationID = 0x53746b6d

//go:embed migrations/*.sql
var files embed.FS

// Store is a database file. It is safe for concurrent use; one process may have it open.
type Store struct {
	write *sql.DB // a single connection: transactions that write wait for one another
	read  *sql.DB
	// Who waits for a connection gets it in turn; a pool gives it to anybody.
	writers, readers chan struct{}
}

// readers is how many transactions may read at once.
const readers = 4

// Open opens a database file, makes it when it does not exist, and brings an older
// one up to date. The error wraps ErrNotDatabase or ErrNewer for a file that is
// not ours to open.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path) // a URL would take "//host/file" and ":memory:" for something else
	if err != nil {
		return nil, err
	}
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		return nil, err
	}
	newest, err := newestVersion(migrations)
	if err != nil {
		return nil, err
	}
	if err := inspect(ctx, path, newest); err != nil {
		return nil, err
	}
	if err := migrate(ctx, path, migrations); err != nil {
		return nil, err
	}
	s := &Store{write: openPrepared(dsn(path, "rw")), read: openPrepared(dsn(path, "rw") + "&_pragma=query_only(1)"),
		writers: make(chan struct{}, 1), readers: make(chan struct{}, readers)}
	s.write.SetMaxOpenConns(1)
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return s, nil
}

// dsn carries every setting, so that each pooled connection has them.
func dsn(path, mode string) string {
	return location(path, mode) + "&_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)" +
		"&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
}

// location writes a path as SQLite's URL, whatever letters it has.
func location(path, mode string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=" + mode
}

// migrate makes a file, or brings it up to date.
func migrate(ctx context.Context, path string, migrations fs.FS) (err error) {
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
	_, err = p.Up(ctx)
	return err
}

// newestVersion returns the number of the last migration that this program knows.
func newestVersion(migrations fs.FS) (int64, error) {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, n := range names {
		v, err := goose.NumericComponent(n)
		if err != nil {
			return 0, err
		}
		newest = max(newest, v)
	}
	return newest, nil
}

// Close closes the file. Transactions must have ended.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.read.PingContext(ctx) }

// Update implements bot.Store.
func (s *Store) Update(ctx context.Context, fn func(bot.Tx) error) error {
	return s.transact(ctx, s.write, s.writers, fn)
}

// View implements bot.Store.
func (s *Store) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.transact(ctx, s.read, s.readers, fn)
}

func (s *Store) transact(ctx context.Context, db *sql.DB, turns chan struct{}, fn func(bot.Tx) error) error {
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-turns }()
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: db == s.read})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback() // after a commit it does nothing
	// A statement that is to be interrupted costs a goroutine; the transaction ends anyway.
	if err := fn(&tx{ctx: context.WithoutCancel(ctx), Tx: t}); err != nil {
		return err
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// tx implements bot.Tx.
type tx struct {
	ctx context.Context
	*sql.Tx
}

func (t *tx) exec(query string, args ...any) (sql.Result, error) {
	return t.ExecContext(t.ctx, query, args...)
}

func (t *tx) row(query string, args ...any) *sql.Row { return t.QueryRowContext(t.ctx, query, args...) }

// execOne runs a statement that must change exactly one row, else it returns missing.
func (t *tx) execOne(missing error, query string, args ...any) error {
	result, err := t.exec(query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return missing
}

// collect reads all rows of a query.
func collect[T any](t *tx, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.QueryContext(t.ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

type scanner interface{ Scan(...any) error }

// found makes bot.ErrNotFound of the absence of a row.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return bot.ErrNotFound
	}
	return err
}

// Times are stored as milliseconds since 1970.
func stamp(t time.Time) int64    { return t.UnixMilli() }
func unstamp(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func unstampMaybe(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return unstamp(ms.Int64)
}

func stampMaybe(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return stamp(t)
}
