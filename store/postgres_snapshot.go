package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"

	"stackmate/bot/data"
	"stackmate/store/verify"
)

// pgSnapshot calls fn with connections that all see one state of a database in PostgreSQL, whatever is written meanwhile.
func pgSnapshot(ctx context.Context, name string, fn func(*sql.DB) error) error {
	config, err := pgConfig(name, 0)
	if err != nil {
		return err
	}
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "0"
	first, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer first.Close(context.WithoutCancel(ctx)) // and with it the transaction
	const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	var snapshot string
	if _, err := first.Exec(ctx, begin); err != nil {
		return err
	}
	if err := first.QueryRow(ctx, "SELECT pg_export_snapshot()").Scan(&snapshot); err != nil {
		return err
	}
	db := sql.OpenDB(pgConnector{config: config, opened: func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.PgConn().Exec(ctx, begin+"; SET TRANSACTION SNAPSHOT '"+snapshot+"'").ReadAll()
		return err
	}})
	defer db.Close()
	return fn(db)
}

// verifyPostgres is Verify for PostgreSQL, which itself keeps its files, references and indexes sound. Finished returns an error if
// the database may not be verified as it is.
func verifyPostgres(ctx context.Context, name string, o verify.Options, finished func(context.Context, string, rowReader) error) (report verify.Report, err error) {
	newest, err := newestSchema()
	if err == nil {
		err = pgSnapshot(ctx, name, func(db *sql.DB) error {
			if report.Schema, err = inspectPostgres(ctx, db, newest); err != nil {
				return err
			}
			switch {
			case report.Schema == 0:
				return fmt.Errorf("%w: it has no tables", ErrNotDatabase)
			case report.Schema < newest:
				return fmt.Errorf("%w: it has schema %d; start the bot, which brings it to schema %d", ErrOlder, report.Schema, newest)
			}
			if err := finished(ctx, name, db); err != nil {
				return err
			}
			return verify.Contents(ctx, db, o, &report)
		})
	}
	if ctx.Err() != nil {
		return report, context.Cause(ctx)
	}
	if err != nil {
		return report, fmt.Errorf("verify %s: %w", Safe(name), explain(err))
	}
	return report, nil
}

// overviewPostgres is Inspect for PostgreSQL.
func overviewPostgres(ctx context.Context, name string, now time.Time, transports []string) (o data.Overview, err error) {
	newest, err := newestSchema()
	if err != nil {
		return o, err
	}
	config, err := pgConfig(name, readTimeout)
	if err != nil {
		return o, err
	}
	db := sql.OpenDB(pgConnector{config: config, limit: readTimeout})
	defer func() { err = errors.Join(err, db.Close()) }()
	if version, err := inspectPostgres(ctx, db, newest); err != nil || version == 0 {
		if err == nil {
			err = fs.ErrNotExist
		}
		return o, fmt.Errorf("read database %s: %w", Safe(name), explain(err))
	}
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return o, err
	}
	defer t.Rollback()
	if o, err = (&tx{ctx: ctx, Tx: t}).Overview(now, transports); err != nil {
		err = fmt.Errorf("read database %s: %w", Safe(name), explain(err))
	}
	return o, err
}
