package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
)

// openCached opens a pool whose connections keep every statement that they have run prepared,
// since preparing one takes longer than running it. Statements are never dropped, so their
// texts must be constants. A statement that runs for longer than limit is interrupted. All
// rows of a statement must be read before it is run again.
func openCached(dsn string, limit time.Duration) *sql.DB { return sql.OpenDB(connector{dsn, limit}) }

// connector implements driver.Connector for openCached.
type connector struct {
	dsn   string
	limit time.Duration
}

// Driver implements driver.Connector.
func (connector) Driver() driver.Driver { return new(sqlite.Driver) }

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) {
	inner, err := c.Driver().Open(c.dsn)
	if err != nil {
		return nil, err
	}
	return &conn{inner.(plainConn), map[string]prepared{}, c.limit}, nil
}

// plainConn is what we need of the driver's connections.
type plainConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// prepared is what we need of the driver's statements.
type prepared interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// conn is a connection that keeps its statements prepared, by their text.
type conn struct {
	plainConn
	statements map[string]prepared
	limit      time.Duration
}

// statement returns the prepared statement with a text.
func (c *conn) statement(ctx context.Context, query string) (prepared, error) {
	if s := c.statements[query]; s != nil {
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c.statements[query] = s.(prepared)
	return c.statements[query], nil
}

// ExecContext implements driver.ExecerContext. It returns errTimeout for a statement that was
// interrupted.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, errTimeout)
	defer cancel()
	result, err := s.ExecContext(ctx, args)
	return result, interrupted(ctx, err, query)
}

// QueryContext implements driver.QueryerContext. The limit is for reading all rows; it and Next
// return errTimeout once it has passed.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, errTimeout)
	list, err := s.QueryContext(ctx, args) // finds the first row, for which SQLite may have to sort or count all of them
	if err != nil {
		cancel()
		return nil, interrupted(ctx, err, query)
	}
	return &rows{list, ctx, cancel, query}, nil
}

// rows are the rows of a statement whose limit ends with ctx.
type rows struct {
	driver.Rows
	ctx    context.Context
	cancel context.CancelFunc
	query  string
}

// Next implements driver.Rows.
func (r *rows) Next(to []driver.Value) error {
	if err := r.ctx.Err(); err != nil {
		return interrupted(r.ctx, err, r.query)
	}
	return r.Rows.Next(to)
}

// Close implements driver.Rows.
func (r *rows) Close() error {
	r.cancel()
	return r.Rows.Close()
}

// errTimeout means that a statement was interrupted at its limit.
var errTimeout = errors.New("a statement took too long and was interrupted")

// interrupted returns errTimeout with the beginning of the statement if it was interrupted at
// its limit, else err.
func interrupted(ctx context.Context, err error, query string) error {
	if err != nil && context.Cause(ctx) == errTimeout {
		return fmt.Errorf("%w: %.60q", errTimeout, query)
	}
	return err
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	var failed error
	for _, s := range c.statements {
		failed = errors.Join(failed, s.Close())
	}
	return errors.Join(failed, c.plainConn.Close())
}
