// Package store keeps players, games and messages in a SQLite file.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pressly/goose/v3"
)

// Facts about a file. Open refuses those that it cannot use, and leaves them as they are.
var (
	ErrNotDatabase = errors.New("not a Stackmate database")
	ErrNewer       = errors.New("made by a newer version of Stackmate")
	ErrDamaged     = errors.New("the file is damaged; put a backup in its place, without the old -wal and -shm files beside it, " +
		"or rescue what can be read with: sqlite3 OLD .recover | sqlite3 NEW")
	ErrLocked = errors.New("another program keeps the file locked")
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
	log              *slog.Logger
	patience         time.Duration // with other programs that have the file locked
}

// readers is how many transactions may read at once.
const readers = 4

// Option is something that Open may be told.
type Option func(*Store)

// WithLog has a store report what takes long.
func WithLog(log *slog.Logger) Option { return func(s *Store) { s.log = log } }

// Open opens a database file, makes it when it does not exist, readable for its owner
// alone, and brings an older one up to date. It waits up to half a minute for another
// program that has the file locked. The error wraps ErrNotDatabase or ErrNewer for a
// file that is not ours to open, ErrDamaged or ErrLocked for one that cannot be used.
func Open(ctx context.Context, path string, options ...Option) (*Store, error) {
	s := &Store{writers: make(chan struct{}, 1), readers: make(chan struct{}, readers),
		log: slog.New(slog.DiscardHandler), patience: lockedAtMost}
	for _, option := range options {
		option(s)
	}
	if err := s.open(ctx, path); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, explained(err))
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string) error {
	path, err := filepath.Abs(path) // a URL would take "//host/file" and ":memory:" for something else
	if err != nil {
		return err
	}
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		return err
	}
	newest, err := newestVersion(migrations)
	if err != nil {
		return err
	}
	if err := preflight(ctx, path, newest); err != nil {
		return err
	}
	if err := create(path); err != nil {
		return err
	}
	if err := s.patiently(ctx, func() error { return s.migrate(ctx, path, migrations, newest) }); err != nil {
		return err
	}
	s.write, s.read = openPrepared(dsn(path, "rw"), writeAtMost), openPrepared(dsn(path, "rw")+"&_pragma=query_only(1)", readAtMost)
	s.write.SetMaxOpenConns(1)
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return nil
}

// create makes an empty file that nobody else may read, unless there is one. The files
// that SQLite puts beside it are like it.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// dsn carries every setting, so that each pooled connection has them. What is sorted is
// kept in memory: a container may have no directory for temporary files.
func dsn(path, mode string) string {
	return location(path, mode) + "&_txlock=immediate&_pragma=busy_timeout(" + strconv.Itoa(int(busyTimeout.Milliseconds())) + ")" +
		"&_pragma=foreign_keys(1)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=temp_store(MEMORY)"
}

// location writes a path as SQLite's URL, whatever messages it has.
func location(path, mode string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=" + mode
}

// migrate makes a file, or brings it up to date.
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
	if version > 0 {
		s.log.Info("bringing the database up to date; a large one takes a while", "schema", version, "to", newest)
	}
	done, err := p.Up(ctx)
	for _, m := range done {
		s.log.Debug("migrated", "schema", m.Source.Version, "took", m.Duration.Round(time.Millisecond))
	}
	if err == nil && version > 0 {
		s.log.Info("the database is up to date", "schema", newest)
	}
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
