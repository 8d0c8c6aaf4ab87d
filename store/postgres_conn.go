package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// attempt is one attempt at a transaction in PostgreSQL. Its connection finds it in the context.
type attempt struct {
	xid     string // of a transaction that writes
	failure error  // why it can only be undone; nil if it can be stored
	unknown error  // why it is not known whether it is stored; nil if it is known
	stale   bool   // its connection had been lost before it began
	trips   int    // how often it has waited for the server
}

type attemptKey struct{}

// pgConnector implements driver.Connector for PostgreSQL.
type pgConnector struct {
	config *pgx.ConnConfig
	limit  time.Duration                          // how long a statement may run; 0 for ever
	opened func(context.Context, *pgx.Conn) error // called with each new connection, which stays in its transaction; may be nil
}

// Driver implements driver.Connector.
func (c pgConnector) Driver() driver.Driver { return stdlib.GetDefaultDriver() }

// connectTimeout is how long opening a connection may take.
const connectTimeout = 10 * time.Second

// Connect implements driver.Connector.
func (c pgConnector) Connect(ctx context.Context) (driver.Conn, error) {
	config, trips := c.config.Copy(), new(tripCounter)
	config.DialFunc = trips.dial(config.DialFunc)
	inner, err := stdlib.GetConnector(*config).Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := &pgConn{inner: inner.(*stdlib.Conn), trips: trips, limit: c.limit, pinned: c.opened != nil, used: time.Now()}
	if c.opened != nil {
		if err := c.opened(ctx, conn.inner.Conn()); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// pgConn is a connection that takes the statements of SQLite. pgx keeps them prepared. In a transaction statements wait in a
// pipeline until an answer is needed.
type pgConn struct {
	inner  *stdlib.Conn
	trips  *tripCounter
	limit  time.Duration
	now    *attempt
	pinned bool      // it is in a transaction for good
	used   time.Time // when it was last used outside of transactions

	*pipeline // nil outside of transactions
}

// within returns a context that ends when an answer to a statement is overdue.
func (c *pgConn) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.limit+answerTimeout)
}

// answerTimeout is how much longer than its limit a statement is waited for: PostgreSQL itself ends it at its limit.
const answerTimeout = 5 * time.Second

// Prepare implements driver.Conn. Nothing here prepares statements by hand.
func (c *pgConn) Prepare(query string) (driver.Stmt, error) {
	return c.inner.Prepare(translate(query).text)
}

// Close implements driver.Conn.
func (c *pgConn) Close() error { return c.inner.Close() }

// Begin implements driver.Conn.
func (c *pgConn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

// Ping implements driver.Pinger.
func (c *pgConn) Ping(ctx context.Context) error { return c.inner.Ping(ctx) }

// ResetSession implements driver.SessionResetter. It does not ask the server whether the connection is alive, as pgx does: a
// transaction finds out with its first statements, and begins again.
func (c *pgConn) ResetSession(context.Context) error {
	c.now = nil
	if !c.pinned && (c.inner.Conn().IsClosed() || c.inner.Conn().PgConn().TxStatus() != 'I') {
		return driver.ErrBadConn
	}
	return nil
}

// alive returns driver.ErrBadConn, after which database/sql takes another connection, if one that was idle outside of
// transactions no longer answers.
func (c *pgConn) alive(ctx context.Context) error {
	idle := time.Since(c.used)
	if c.used = time.Now(); !c.pinned && idle > time.Second && c.inner.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	return nil
}

// IsValid implements driver.Validator.
func (c *pgConn) IsValid() bool { return !c.inner.Conn().IsClosed() }

// BeginTx implements driver.ConnBeginTx. The transaction begins with its first statement.
func (c *pgConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if c.now, _ = ctx.Value(attemptKey{}).(*attempt); c.now == nil {
		c.now = &attempt{}
	}
	c.pipeline = newPipeline(o.ReadOnly, c.trips.since(0))
	return pgTx{c}, nil
}

// failed notes an error by which a transaction can no longer be stored.
func (c *pgConn) failed(err error) error {
	if err != nil && c.now.failure == nil {
		c.now.failure = err
	}
	return err
}

// ExecContext implements driver.ExecerContext.
func (c *pgConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	t := translate(query)
	args = t.values(args)
	if c.pipeline != nil {
		return c.execLater(ctx, t.text, args)
	}
	if err := c.alive(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := c.within(ctx)
	defer cancel()
	result, err := c.inner.ExecContext(ctx, t.text, args)
	return result, cutShort(err, query)
}

// QueryContext implements driver.QueryerContext.
func (c *pgConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	t := translate(query)
	args = t.values(args)
	if c.pipeline != nil {
		return c.queryNow(ctx, t.text, args)
	}
	if err := c.alive(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := c.within(ctx)
	list, err := c.inner.QueryContext(ctx, t.text, args)
	if err != nil {
		cancel()
		return nil, cutShort(err, query)
	}
	return &pgRows{list, cancel, query}, nil
}

// values returns the arguments of a statement in the order of its placeholders, as PostgreSQL stores them: truth as a
// number, and texts without what it cannot store.
func (t translated) values(args []driver.NamedValue) []driver.NamedValue {
	list := make([]driver.NamedValue, len(t.args))
	for i, n := range t.args {
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: storable(args[n].Value)}
	}
	return list
}

// storable returns a value as PostgreSQL can store it. Texts have no zero bytes and are UTF-8 there.
func storable(value any) any {
	switch v := value.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case string:
		return strings.ToValidUTF8(strings.ReplaceAll(v, "\x00", ""), "\uFFFD")
	}
	return value
}

// pgRows are the rows of a statement outside of transactions.
type pgRows struct {
	driver.Rows
	cancel context.CancelFunc
	query  string
}

// Next implements driver.Rows.
func (r *pgRows) Next(to []driver.Value) error { return cutShort(r.Rows.Next(to), r.query) }

// Close implements driver.Rows.
func (r *pgRows) Close() error {
	defer r.cancel()
	return r.Rows.Close()
}

// cutShort returns errTimeout with the beginning of the statement if PostgreSQL has ended it at its limit, else err.
func cutShort(err error, query string) error {
	if stateOf(err) == "57014" || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %.60q", errTimeout, query)
	}
	return err
}

// stateOf returns the code of an error of PostgreSQL; empty for others. See https://www.postgresql.org/docs/current/errcodes-appendix.html.
func stateOf(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
