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

// openPrepared opens a pool whose connections keep every statement prepared that they
// have run: making them costs more than running them. Only statements whose texts are
// few may be run there, and none for longer than a limit. Rows of a statement must be
// read before it is run again.
func openPrepared(dsn string, limit time.Duration) *sql.DB { return sql.OpenDB(connector{dsn, limit}) }

// connector makes connections to a data source, on which no statement takes longer than
// a limit.
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

// plainConn is what the driver's connections can do that we need.
type plainConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// prepared is what the driver's statements can do.
type prepared interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type conn struct {
	plainConn
	kept  map[string]prepared
	limit time.Duration
}

func (c *conn) statement(ctx context.Context, query string) (prepared, error) {
	if s := c.kept[query]; s != nil {
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c.kept[query] = s.(prepared)
	return c.kept[query], nil
}

// ExecContext implements driver.ExecerContext. A statement is interrupted when it takes
// longer than the limit.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, errSlow)
	defer cancel()
	result, err := s.ExecContext(ctx, args)
	return result, slow(ctx, err, query)
}

// QueryContext implements driver.QueryerContext. All rows must have been read within the
// limit.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, errSlow)
	list, err := s.QueryContext(ctx, args) // finds the first row, and with it does all that is done at once: sorting, counting
	if err != nil {
		cancel()
		return nil, slow(ctx, err, query)
	}
	return &rows{list, ctx, cancel, query}, nil
}

// rows ends with the time of its statement.
type rows struct {
	driver.Rows
	ctx    context.Context
	cancel context.CancelFunc
	query  string
}

// Next implements driver.Rows.
func (r *rows) Next(to []driver.Value) error {
	if err := r.ctx.Err(); err != nil {
		return slow(r.ctx, err, r.query)
	}
	return r.Rows.Next(to)
}

// Close implements driver.Rows.
func (r *rows) Close() error {
	r.cancel()
	return r.Rows.Close()
}

// errSlow says that a statement took longer than it may.
var errSlow = errors.New("a statement took too long and was interrupted")

// slow names the statement that was interrupted.
func slow(ctx context.Context, err error, query string) error {
	if err != nil && context.Cause(ctx) == errSlow {
		return fmt.Errorf("%w: %.60q", errSlow, query)
	}
	return err
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	var failed error
	for _, s := range c.kept {
		failed = errors.Join(failed, s.Close())
	}
	return errors.Join(failed, c.plainConn.Close())
}
