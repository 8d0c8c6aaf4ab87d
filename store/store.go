// Package store implements the interfaces of packages data and mailstore on a SQLite file or a
// PostgreSQL database. Each noun has a file with its statements, which both understand: dialect.go has
// the differences. Statements are constants, so that a test can look at their plans: none may read
// all of a table that grows.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
)

// Errors that wrap others; compare with errors.Is. Open changes nothing in a file for which it
// returns ErrNotDatabase or ErrNewer.
var (
	// ErrNotDatabase means that a file is not a database of this program.
	ErrNotDatabase = errors.New("not a Stackmate database")
	// ErrNewer means that a newer version of this program has changed the schema of a file.
	ErrNewer = errors.New("made by a newer version of Stackmate")
	// ErrOlder means that the schema of a file is older than this program's, and not to be changed.
	ErrOlder = errors.New("made by an older version of Stackmate")
	// ErrUnfinished means that a restore or copy into a database was interrupted. Open does not begin an empty one then.
	ErrUnfinished = errors.New("a restore or copy into it was interrupted; do that again")
	// ErrDamaged means that SQLite finds a file damaged, in Open or later.
	ErrDamaged = errors.New("the file is damaged; move it away with the -wal and -shm files next to it, and restore a backup with stackmate restore, " +
		"or rescue what can be read with: sqlite3 OLD .recover | sqlite3 NEW")
	// ErrSeparated means that there is no file, but its -wal file with the last changes is there, which
	// would be lost if Open made a new one.
	ErrSeparated = errors.New("the file is missing, but its -wal file with the last changes is there: " +
		"put the file back, or move the -wal file away to begin anew")
	// ErrLocked means that another program has kept a file locked for too long.
	ErrLocked = errors.New("another program keeps the file locked")
	// ErrFull means that there is no room on the disk.
	ErrFull = errors.New("the disk is full")
	// ErrBusy means that a View has waited too long for other views to end.
	ErrBusy = errors.New("too many read the database at once")
)

// applicationID is "Stkm", by which the header of a file says that it is ours.
const applicationID = 0x53746b6d

// The migrations of SQLite are in migrations, those of PostgreSQL, which begin with schema 26, in a folder there.
//
//go:embed migrations
var migrationFiles embed.FS

// Store is an open database. It implements data.Store and mailstore.Store, and is safe for
// concurrent use. Only one process may use a file to run the bot, see Own; several may use PostgreSQL, see OwnTogether.
type Store struct {
	engine
	name  string // the path of a file, or the address in PostgreSQL
	write *sql.DB
	read  *sql.DB
	// Transactions queue in these channels before they take a connection: a pool does not
	// serve them in their order.
	writers, readers chan struct{}
	log              *slog.Logger
	besideBot        bool
	lockTimeout      time.Duration // see there
	meter            func(Transaction)
	noCopy           bool     // see WithoutCopy
	owner            *pgOwner // see OwnedBy; nil if nobody is to be asked
}

// engine is what SQLite and PostgreSQL differ in, besides statements.
type engine interface {
	// begin begins a transaction in one of the pools.
	begin(ctx context.Context, db *sql.DB, readOnly bool) (*sql.Tx, error)
	// retry calls attempt, which begins and ends a transaction, until it is known whether that is stored. It is
	// called again if nothing was stored because of others.
	retry(ctx context.Context, attempt func(context.Context) error) error
}

// maxReaders is how many transactions can read at the same time.
const maxReaders = 4

// Option changes how Open opens a file.
type Option func(*Store)

// BesideBot makes Open return ErrOlder rather than change the schema of a file, which only the bot does.
func BesideBot() Option { return func(s *Store) { s.besideBot = true } }

// WithLog makes a store log migrations and locked files. Without it a store logs nothing.
func WithLog(log *slog.Logger) Option { return func(s *Store) { s.log = log } }

// Open opens a database: a file, or PostgreSQL if its name begins with postgres://. It makes tables in a
// database of PostgreSQL that has none. It creates a missing file, which only its owner may read, and
// migrates a file with an older schema, of which it makes a copy first. It waits up to 30 seconds
// for another program that has the file locked. It returns ErrNotDatabase, ErrNewer, ErrUnfinished,
// ErrSeparated, ErrDamaged, ErrLocked, ErrNotCopied, or an error of the file system, such as fs.ErrPermission.
func Open(ctx context.Context, name string, options ...Option) (*Store, error) {
	s := &Store{readers: make(chan struct{}, maxReaders), log: slog.New(slog.DiscardHandler), lockTimeout: lockTimeout}
	for _, option := range options {
		option(s)
	}
	open := s.openSQLite
	if IsPostgres(name) {
		open = s.openPostgres
	}
	if err := open(ctx, name); err != nil {
		return nil, fmt.Errorf("open database %s: %w", Safe(name), explain(err))
	}
	return s, nil
}

// migrationsOf returns the migrations in a folder, and the number of the newest schema, which is that of the last.
func migrationsOf(folder string) (migrations fs.FS, newest int64, err error) {
	if migrations, err = fs.Sub(migrationFiles, folder); err != nil {
		return nil, 0, err
	}
	newest, err = newestVersion(migrations)
	return migrations, newest, err
}

// newestSchema returns the number of the newest schema that this program knows.
func newestSchema() (int64, error) {
	_, newest, err := migrationsOf("migrations")
	return newest, err
}

// newestVersion returns the number of the last migration, which is that of the newest schema.
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
