package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
)

// openPrepared opens a pool whose connections keep every statement prepared that they
// have run: making them costs more than running them. Only statements whose texts are
// few may be run there. Rows of a statement must be read before it is run again.
func openPrepared(dsn string) *sql.DB { return sql.OpenDB(connector(dsn)) }

// connector makes connections to a data source.
type connector string

// Driver implements driver.Connector.
func (connector) Driver() driver.Driver { return new(sqlite.Driver) }

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) {
	inner, err := c.Driver().Open(string(c))
	if err != nil {
		return nil, err
	}
	return &conn{inner.(plainConn), map[string]prepared{}}, nil
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
	kept map[string]prepared
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

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args)
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args)
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	var failed error
	for _, s := range c.kept {
		failed = errors.Join(failed, s.Close())
	}
	return errors.Join(failed, c.plainConn.Close())
}
