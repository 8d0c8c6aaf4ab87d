// Package store implements the interfaces of packages data and mailstore on a SQLite file.
// Each noun has a file with its statements. Statements are constants, so that a test can look
// at their plans: none may read all of a table that grows.
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

// Errors that wrap others; compare with errors.Is. Open changes nothing in a file for which it
// returns ErrNotDatabase or ErrNewer.
var (
	// ErrNotDatabase means that a file is not a database of this program.
	ErrNotDatabase = errors.New("not a Stackmate database")
	// ErrNewer means that a newer version of this program has changed the schema of a file.
	ErrNewer = errors.New("made by a newer version of Stackmate")
	// ErrOlder means that the schema of a file is older than this program's, and not to be changed.
	ErrOlder = errors.New("made by an older version of Stackmate")
	// ErrUnfinished means that there is no file, and that a restore into it was interrupted. Open
	// does not begin an empty one then.
	ErrUnfinished = errors.New("a restore into it was interrupted; restore again")
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

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Store is an open database file. It implements data.Store and mailstore.Store, and is safe for
// concurrent use. Only one process may use a file to run the bot; see Own.
type Store struct {
	path  string
	write *sql.DB // has one connection, so that transactions that write wait for each other
	read  *sql.DB
	// Transactions queue in these channels before they take a connection: a pool does not
	// serve them in their order.
	writers, readers chan struct{}
	log              *slog.Logger
	besideBot        bool
	lockTimeout      time.Duration // how long to wait for other programs that have the file locked
	meter            func(Transaction)
	noCopy           bool // see WithoutCopy
}

// maxReaders is how many transactions can read at the same time.
const maxReaders = 4

// Option changes how Open opens a file.
type Option func(*Store)

// BesideBot makes Open return ErrOlder rather than change the schema of a file, which only the bot does.
func BesideBot() Option { return func(s *Store) { s.besideBot = true } }

// WithLog makes a store log migrations and locked files. Without it a store logs nothing.
func WithLog(log *slog.Logger) Option { return func(s *Store) { s.log = log } }

// Open opens a database file. It creates a missing file, which only its owner may read, and
// migrates a file with an older schema, of which it makes a copy first. It waits up to 30 seconds
// for another program that has the file locked. It returns ErrNotDatabase, ErrNewer, ErrUnfinished,
// ErrSeparated, ErrDamaged, ErrLocked, ErrNotCopied, or an error of the file system, such as fs.ErrPermission.
func Open(ctx context.Context, path string, options ...Option) (*Store, error) {
	s := &Store{writers: make(chan struct{}, 1), readers: make(chan struct{}, maxReaders),
		log: slog.New(slog.DiscardHandler), lockTimeout: lockTimeout}
	for _, option := range options {
		option(s)
	}
	if err := s.open(ctx, path); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, explain(err))
	}
	return s, nil
}

// open is Open for a store whose options are set.
func (s *Store) open(ctx context.Context, path string) error {
	path, err := filepath.Abs(path) // in a URL "//host/file" and ":memory:" mean something else
	if err != nil {
		return err
	}
	s.path = path
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	migrations, err := fs.Sub(migrationFiles, "migrations")
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

// newestSchema returns the number of the newest schema that this program knows.
func newestSchema() (int64, error) {
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return 0, err
	}
	return newestVersion(migrations)
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
