package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"stackmate/store/verify"
)

// unfinishedCopy is a table that is in a database while a copy is made in it.
const unfinishedCopy = "unfinished_copy"

// isFinished returns ErrUnfinished for a database in which a copy was interrupted.
func isFinished(ctx context.Context, name string, q rowReader) error {
	if !IsPostgres(name) {
		return nil // a file has another name until it is complete
	}
	n, err := readNumber(ctx, q, "SELECT count(to_regclass('"+unfinishedCopy+"'))")
	if err == nil && n > 0 {
		err = ErrUnfinished
	}
	return err
}

// pgTarget is a database in PostgreSQL that a copy is made in.
type pgTarget struct {
	name string
	conn *pgx.Conn
}

// copyToPostgres makes a copy in an empty database, or in one in which a copy was interrupted.
func copyToPostgres(ctx context.Context, name string, fn func(copyTarget) error) (err error) {
	config, err := pgConfig(name, 0)
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s := &Store{log: slog.New(slog.DiscardHandler)}
	if _, err := s.migratePostgres(ctx, name); err != nil {
		return err
	}
	var interrupted, used bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass('"+unfinishedCopy+"') IS NOT NULL, EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM outbox) "+
		"OR EXISTS (SELECT 1 FROM servers) OR EXISTS (SELECT 1 FROM pulse)").Scan(&interrupted, &used); err != nil {
		return err
	}
	if used && !interrupted {
		return ErrNotEmpty
	}
	if _, err := conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+unfinishedCopy+" ()"); err != nil {
		return err
	}
	if err := fn(pgTarget{name, conn}); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "DROP TABLE "+unfinishedCopy)
	return err
}

// fill implements copyTarget.
func (p pgTarget) fill(ctx context.Context, copyRows func(storeRows) error, last map[string]int64) error {
	t, err := p.conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer t.Rollback(context.WithoutCancel(ctx)) // does nothing after a commit
	var tables []string
	err = copyRows(func(table string, columns []string, next func() ([]any, error)) error {
		// What triggers have made is copied. What a copy that failed to be the same has left is replaced.
		if _, err := t.Exec(ctx, "ALTER TABLE "+table+" DISABLE TRIGGER USER"); err != nil {
			return err
		}
		if len(tables) == 0 {
			if _, err := t.Exec(ctx, "TRUNCATE "+table+" CASCADE"); err != nil { // all the others refer to the first, or are emptied below
				return err
			}
		}
		if _, err := t.Exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
		tables = append(tables, table)
		_, err := t.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(next))
		return err
	})
	if err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := t.Exec(ctx, "ALTER TABLE "+table+" ENABLE TRIGGER USER"); err != nil {
			return err
		}
	}
	for table, n := range last {
		if _, err := t.Exec(ctx, "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, 1), $2::bigint > 0)", table, n); err != nil {
			return err
		}
	}
	if err := t.Commit(ctx); err != nil {
		return err
	}
	_, err = p.conn.Exec(ctx, "ANALYZE")
	return err
}

// read implements copyTarget.
func (p pgTarget) read(ctx context.Context, fn func(rowReader) error) error {
	return reading(ctx, p.name, fn)
}

// verify implements copyTarget.
func (p pgTarget) verify(ctx context.Context, o verify.Options) (verify.Report, error) {
	return verifyPostgres(ctx, p.name, o, func(context.Context, string, rowReader) error { return nil }) // it is not finished
}

// backupPostgres writes a backup of a database in PostgreSQL to a file of SQLite. Meanwhile there is also a file whose name ends
// with “.part”, which tells other programs that somebody writes this one.
func backupPostgres(ctx context.Context, name, to string) (size int64, err error) {
	part, err := takePart(to + ".part")
	if err != nil {
		return 0, fmt.Errorf("back up %s to %s: %w", Safe(name), to, err)
	}
	defer func() {
		if runtime.GOOS == "windows" { // where an open file cannot be removed
			part.Close()
		}
		os.Remove(part.Name())
		part.Close()
	}()
	if _, err := Copy(ctx, name, to, Check{}); err != nil {
		return 0, err
	}
	info, err := os.Stat(to)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// restorePostgres makes a database in PostgreSQL from a backup, by way of a temporary file.
func restorePostgres(ctx context.Context, backup, name string, now time.Time, check Check, options []Option) (r Restored, err error) {
	folder, remove, err := temporaryFolder(now)
	if err != nil {
		return r, err
	}
	defer remove()
	file := filepath.Join(folder, "stackmate.db")
	if r, err = Restore(ctx, backup, file, now, check, options...); err != nil {
		return r, err
	}
	owner, err := Own(ctx, name, now)
	if err != nil {
		return r, err
	}
	_, err = Copy(ctx, file, name, Check{Options: check.Options})
	return r, errors.Join(err, owner.Release())
}
