package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"

	"stackmate/store/verify"
)

// errEmpty means that a file has nothing in it.
var errEmpty = fmt.Errorf("%w: the file is empty", ErrNotDatabase)

// MaxUpgradeInMemory is how large a database with an older schema may be to be verified: it is
// copied into memory, where it is upgraded.
const MaxUpgradeInMemory = 512 << 20

// Verify reads a whole database and reports what is wrong in it. It changes nothing in the file or
// its directory, needs no other, and may run while a bot uses the file. Damage is no error: the
// errors are ErrNotDatabase, ErrNewer, ErrUnfinished, those of the file system and of the context.
func Verify(ctx context.Context, path string, o verify.Options) (report verify.Report, err error) {
	if IsPostgres(path) {
		return verifyPostgres(ctx, path, o, isFinished)
	}
	if err := exists(path); err != nil {
		return report, fmt.Errorf("verify %s: %w", path, err)
	}
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return report, err
	}
	newest, err := newestSchema()
	if err != nil {
		return report, err
	}
	var lost string
	inUse := owned(path)
	if !inUse {
		lost = lostChanges(path)
		err = preflight(ctx, path, newest)
	}
	if err == nil {
		err = snapshot(ctx, path, func(conn *sql.Conn) error {
			report = verify.Report{}
			return verifyAll(ctx, conn, migrations, newest, o, &report)
		})
	}
	if ctx.Err() != nil {
		return report, context.Cause(ctx)
	}
	if lost != "" {
		report.Add(verify.Problem{What: lost + ", so that the last changes may be lost", Do: "Put the -wal file back that belongs to it, or restore a backup"})
	}
	if err = explain(err); errors.Is(err, ErrDamaged) {
		report.Add(verify.Problem{What: "it cannot be read any further: " + unwrapAll(err).Error(), Do: verify.DoRestore})
		return report, nil
	}
	if err != nil {
		return report, fmt.Errorf("verify %s: %w", path, err)
	}
	return report, nil
}

// verifyAll verifies what a connection sees.
func verifyAll(ctx context.Context, conn *sql.Conn, migrations fs.FS, newest int64, o verify.Options, report *verify.Report) error {
	if err := conn.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version").Scan(&report.Schema); err != nil {
		return err
	}
	if err := verify.File(ctx, conn, o, report); err != nil {
		return err
	}
	if report.Schema == newest {
		wanted, err := wantedSchema()
		if err != nil {
			return err
		}
		if complete, err := verify.Schema(ctx, conn, wanted, report); err != nil || !complete {
			return err
		}
		return verify.Contents(ctx, conn, o, report)
	}
	report.Upgraded = true
	var pages, pageSize int64
	if err := errors.Join(conn.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages), conn.QueryRowContext(ctx, "PRAGMA page_size").Scan(&pageSize)); err != nil {
		return err
	}
	if pages*pageSize > MaxUpgradeInMemory {
		return fmt.Errorf("it has schema %d, an older one than %d, and is too large to be upgraded in memory: "+
			"copy it with stackmate restore, which upgrades the copy, and verify that", report.Schema, newest)
	}
	return inMemory(ctx, conn, func(copied *sql.DB) error {
		if err := upgrade(ctx, copied, migrations); err != nil && ctx.Err() == nil {
			report.Add(verify.Problem{What: fmt.Sprintf("it has schema %d and cannot be brought to schema %d: %v", report.Schema, newest, err), Do: verify.DoRestore})
			return nil
		}
		fresh, err := copied.Conn(ctx)
		if err != nil {
			return err
		}
		defer fresh.Close()
		return verify.Contents(ctx, fresh, o, report)
	})
}

// wantedSchema returns the schema that the migrations make.
var wantedSchema = sync.OnceValues(func() (map[string]string, error) {
	ctx := context.Background()
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := upgrade(ctx, db, migrations); err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return verify.Objects(ctx, conn)
})

// upgrade brings a database to the newest schema.
func upgrade(ctx context.Context, db *sql.DB, migrations fs.FS) error {
	p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// inMemory runs fn on a copy in memory of what a connection sees.
func inMemory(ctx context.Context, conn *sql.Conn, fn func(*sql.DB) error) error {
	var copied driver.Conn
	err := conn.Raw(func(c any) error {
		b, err := c.(interface {
			NewBackup(string) (*sqlite.Backup, error)
		}).NewBackup(":memory:")
		if err != nil {
			return err
		}
		if _, err := b.Step(-1); err != nil {
			return errors.Join(err, b.Finish())
		}
		copied, err = b.Commit()
		return err
	})
	if err != nil {
		return err
	}
	db := sql.OpenDB(openConn{copied})
	db.SetMaxOpenConns(1)
	defer db.Close()
	return fn(db)
}

// openConn implements driver.Connector for one connection that is open already.
type openConn struct{ conn driver.Conn }

// Connect implements driver.Connector.
func (c openConn) Connect(context.Context) (driver.Conn, error) { return c.conn, nil }

// Driver implements driver.Connector.
func (openConn) Driver() driver.Driver { return new(sqlite.Driver) }

// unwrapAll returns SQLite's error in a chain, else the error itself.
func unwrapAll(err error) error {
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e
	}
	return err
}
