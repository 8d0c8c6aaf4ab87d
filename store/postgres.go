package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	pglock "github.com/pressly/goose/v3/lock"

	"stackmate/bot/timeutil"
)

// Errors of databases in PostgreSQL.
var (
	// ErrURL means that the address of a database cannot be read. The error does not repeat it, since it may have a password.
	ErrURL = errors.New("the address cannot be read as postgres://USER:PASSWORD@HOST:PORT/DATABASE; in a password write %40 for @, %3A for :, %2F for /, " +
		"%3F for ?, %23 for # and %25 for %")
	// ErrUnsuited means that PostgreSQL or the database cannot be used as it is.
	ErrUnsuited = errors.New("this PostgreSQL will not do")
	// ErrOlderRuns means that processes of an older version use a database that must be brought up to date first.
	ErrOlderRuns = errors.New("processes of an older version run on it: stop them all, then start this version")
	// ErrUnreachable means that PostgreSQL has not answered for too long.
	ErrUnreachable = errors.New("PostgreSQL does not answer")
	// ErrConflicts means that others have undone a transaction again and again.
	ErrConflicts = errors.New("others changed the same data again and again")
	// ErrUnknown means that the connection was lost when a transaction was to be stored, and that PostgreSQL
	// does not say whether it was.
	ErrUnknown = errors.New("it is not known whether the last change was stored")
)

// IsPostgres reports whether the name of a database is meant as an address in PostgreSQL, not as a file. Those that are written in another
// way than Stackmate reads them, such as with one slash or as “host=… password=…”, are no names of files either: a file with
// that name would be made, and a log would have the password.
func IsPostgres(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(lower, "postgres:") || strings.HasPrefix(lower, "postgresql:") || strings.Contains(name, "://") || strings.Contains(lower, "password=")
}

// parseAddress returns the parts of an address in PostgreSQL. The error is ErrURL, also for one in which what follows a password
// with a slash, a question mark or a hash sign looks like something else.
func parseAddress(name string) (*url.URL, error) {
	u, err := url.Parse(name)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" || !strings.HasPrefix(name, u.Scheme+"://") || u.Fragment != "" || strings.Contains(u.Path, "@") {
		return nil, ErrURL
	}
	for key := range u.Query() {
		if strings.Contains(key, "@") {
			return nil, ErrURL
		}
	}
	return u, nil
}

// Safe returns the name of a database as it may be shown: an address without user, password and options.
func Safe(name string) string {
	if !IsPostgres(name) {
		return name
	}
	u, err := parseAddress(name)
	if err != nil {
		return "postgres://…"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// Secrets returns what of the name of a database must not be shown: the password in an address, as it is and as it is written.
func Secrets(name string) (list []string) {
	if !IsPostgres(name) {
		return nil
	}
	u, err := parseAddress(name)
	if err != nil {
		return []string{name}
	}
	if password, ok := u.User.Password(); ok && password != "" {
		_, written, _ := strings.Cut(u.User.String(), ":")
		list = append(list, password, written)
	}
	if password := u.Query().Get("password"); password != "" {
		list = append(list, password, url.QueryEscape(password))
	}
	return list
}

// idleLimit is how long a transaction may pause between two statements. A process that hangs in the middle of one, frozen
// perhaps, holds up the others for no longer.
const idleLimit = 5 * time.Second

// pgConfig returns how to connect to a database in PostgreSQL. A statement may run as long as limit says; 0 for ever, for
// work on the whole database, which may also pause for longer than idleLimit.
func pgConfig(name string, limit time.Duration) (*pgx.ConnConfig, error) {
	if _, err := parseAddress(name); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, ErrURL // the cause may have the password in it
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	idle := idleLimit
	if limit == 0 {
		idle = 2 * writeTimeout
	}
	settings := map[string]string{
		"application_name":                    "stackmate",
		"statement_timeout":                   strconv.FormatInt(limit.Milliseconds(), 10),
		"idle_in_transaction_session_timeout": strconv.FormatInt(idle.Milliseconds(), 10),
	}
	for key, value := range settings {
		if config.RuntimeParams[key] == "" {
			config.RuntimeParams[key] = value
		}
	}
	return config, nil
}

// maxWriters is how many transactions of this process can write at the same time: data.Store promises that it is one. Those of
// others are kept apart by PostgreSQL.
const maxWriters = 1

// pgEngine implements engine for PostgreSQL.
type pgEngine struct{ *Store }

// openPostgres is Open for PostgreSQL. It tries again while other processes make the tables, since until they are done an empty
// database looks like one of something else; and for an owner also while PostgreSQL does not answer, which it did a moment ago.
func (s *Store) openPostgres(ctx context.Context, name string) error {
	s.name, s.engine, s.writers = name, pgEngine{s}, make(chan struct{}, maxWriters)
	for began := time.Now(); ; {
		others, err := s.migratePostgres(ctx, name)
		if err == nil {
			err = s.openPools(ctx, name)
		}
		again := errors.Is(err, ErrNotDatabase) && others || s.owner != nil && causeOf(err) == ErrUnreachable
		if !again || time.Since(began) > s.lockTimeout {
			return err
		}
		if err := timeutil.Sleep(ctx, maxPause/4); err != nil {
			return err
		}
	}
}

// openPools opens the connections to a database that has the newest schema.
func (s *Store) openPools(ctx context.Context, name string) error {
	pool := func(limit time.Duration, size int) (*sql.DB, error) {
		config, err := pgConfig(name, limit)
		if err != nil {
			return nil, err
		}
		db := sql.OpenDB(pgConnector{config: config, limit: limit})
		db.SetMaxOpenConns(size)
		db.SetMaxIdleConns(size)
		return db, nil
	}
	var err error
	if s.write, err = pool(writeTimeout, maxWriters); err != nil {
		return err
	}
	if s.read, err = pool(readTimeout, maxReaders); err != nil {
		return err
	}
	if err = isFinished(ctx, name, s.read); err != nil {
		err = errors.Join(err, s.Close())
	}
	return err
}

// migratePostgres looks whether a database will do, and gives it the newest schema.
func (s *Store) migratePostgres(ctx context.Context, name string) (others bool, err error) {
	config, err := pgConfig(name, 0)
	if err != nil {
		return false, err
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(2) // goose keeps its lock on one
	defer func() { err = errors.Join(err, db.Close()) }()
	migrations, newest, err := migrationsOf("migrations/postgres")
	if err != nil {
		return false, err
	}
	version, err := inspectPostgres(ctx, db, newest)
	switch {
	case errors.Is(err, ErrNotDatabase) && !s.besideBot:
		owners, unknown := ownersBefore(ctx, db, newest+1)
		return owners > 1, errors.Join(err, unknown)
	case err != nil || version == newest:
		return false, err
	case s.besideBot && version == 0:
		return false, fmt.Errorf("%w: it has no tables", ErrNotDatabase)
	case s.besideBot:
		return false, ErrOlder
	}
	if older, err := ownersBefore(ctx, db, newest); err != nil || older > 0 && version > 0 {
		return false, cmp.Or(err, ErrOlderRuns)
	}
	locker, err := pglock.NewPostgresSessionLocker()
	if err != nil {
		return false, err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, migrations, goose.WithSessionLocker(locker))
	if err != nil {
		return false, err
	}
	if version > 0 {
		s.log.InfoContext(ctx, "bringing the database up to date; a large one takes a while", "schema", version, "newest", newest)
	}
	if _, err = p.Up(ctx); err != nil {
		return false, err
	}
	if version == 0 { // an owner who expects games sees that this is another database
		s.log.InfoContext(ctx, "the database was empty, so its tables were made", "database", Safe(name))
	} else {
		s.log.InfoContext(ctx, "the database is up to date", "schema", newest)
	}
	return false, nil
}

// oldestPostgres is the oldest version that is supported.
const oldestPostgres = 13

// inspectPostgres returns the schema of a database; 0 for an empty one. It returns ErrUnsuited, ErrNotDatabase or ErrNewer if
// the database cannot be used. One in which the first migration was interrupted is empty. It changes nothing.
func inspectPostgres(ctx context.Context, db *sql.DB, newest int64) (version int64, err error) {
	var server int
	var encoding string
	var standby, ours bool
	var tables int
	err = db.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), pg_is_in_recovery(),
		to_regclass('goose_db_version') IS NOT NULL AND to_regclass('challenges') IS NOT NULL,
		(SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version')`).Scan(&server, &encoding, &standby, &ours, &tables)
	switch {
	case err != nil:
		return 0, err
	case server < oldestPostgres*10000:
		return 0, fmt.Errorf("%w: it is version %d, and %d or newer is needed", ErrUnsuited, server/10000, oldestPostgres)
	case encoding != "UTF8":
		return 0, fmt.Errorf("%w: the database has the encoding %s; make one with: createdb --encoding UTF8 --template template0 NAME", ErrUnsuited, encoding)
	case standby:
		return 0, fmt.Errorf("%w: it is a standby server, which cannot be written", ErrUnsuited)
	case !ours && tables > 0:
		return 0, fmt.Errorf("%w: it has tables of something else; make an empty one with createdb", ErrNotDatabase)
	case !ours:
		return 0, nil
	}
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version").Scan(&version)
	if err == nil && version > newest {
		err = fmt.Errorf("%w: it has schema %d, and this program knows %d", ErrNewer, version, newest)
	}
	return version, err
}

// begin implements engine.
func (e pgEngine) begin(ctx context.Context, db *sql.DB, readOnly bool) (*sql.Tx, error) {
	if e.owner != nil && !readOnly {
		if err := e.owner.wait(ctx, e.lockTimeout); err != nil {
			return nil, err
		}
	}
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if a, ok := ctx.Value(attemptKey{}).(*attempt); ok && err != nil {
		a.failure = err
	}
	return t, err
}

// Pauses between attempts at a transaction. They grow, and are random, so that two that undo one another part.
const (
	minPause = 5 * time.Millisecond
	maxPause = time.Second
)

// retry implements engine. It tries again if others have undone the transaction, or if the connection was lost before it
// was stored. If it was lost in the moment of storing it asks whether it was stored.
func (e pgEngine) retry(ctx context.Context, try func(context.Context) error) error {
	began, warned := time.Now(), false
	for tries, pause := 1, minPause; ; tries, pause = tries+1, min(2*pause, maxPause) {
		a := &attempt{}
		err := try(context.WithValue(ctx, attemptKey{}, a))
		if err == nil {
			return nil
		}
		cause := causeOf(a.failure)
		if a.unknown != nil {
			stored, unknown := e.stored(ctx, a.xid, began)
			if stored || unknown != nil {
				return unknown
			}
			cause = ErrUnreachable
		}
		switch {
		case cause == nil, stateOf(a.failure) == taken && tries == 3:
			if errors.Is(err, errUndone) {
				err = errors.Join(err, a.failure)
			}
			return err
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), err)
		case a.stale && tries <= maxReaders: // others in the pool may be lost as well
			continue
		case time.Since(began) > e.lockTimeout:
			return fmt.Errorf("%w: %w", cause, err)
		case !warned && cause == ErrUnreachable:
			e.log.WarnContext(ctx, "PostgreSQL does not answer; trying again", "at_most", e.lockTimeout, "error", err)
			warned = true
		}
		_ = timeutil.Sleep(ctx, pause/2+rand.N(pause)) // the next round looks at the context
	}
}

// stored asks whether a transaction was stored. It returns ErrUnknown if it cannot find out.
func (e pgEngine) stored(ctx context.Context, xid string, began time.Time) (bool, error) {
	for {
		var status string
		err := e.write.QueryRowContext(context.WithoutCancel(ctx), "SELECT coalesce(pg_xact_status(CAST(CAST(? AS TEXT) AS xid8)), '')", xid).Scan(&status)
		switch {
		case err == nil && status == "committed":
			return true, nil
		case err == nil && status == "aborted":
			return false, nil
		case err == nil && status == "", err != nil && causeOf(err) == nil, time.Since(began) > e.lockTimeout+writeTimeout:
			return false, errors.Join(ErrUnknown, err)
		}
		_ = timeutil.Sleep(context.WithoutCancel(ctx), maxPause/4)
	}
}
