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
	inner, err := stdlib.GetConnector(*c.config).Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := &pgConn{inner: inner.(*stdlib.Conn), limit: c.limit, pinned: c.opened != nil}
	if c.opened != nil {
		if err := c.opened(ctx, conn.inner.Conn()); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// pgConn is a connection that takes the statements of SQLite. pgx keeps them prepared.
type pgConn struct {
	inner  *stdlib.Conn
	limit  time.Duration
	now    *attempt
	pinned bool // it is in a transaction for good
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

// ResetSession implements driver.SessionResetter.
func (c *pgConn) ResetSession(ctx context.Context) error {
	if c.now = nil; c.pinned {
		return nil
	}
	return c.inner.ResetSession(ctx)
}

// IsValid implements driver.Validator.
func (c *pgConn) IsValid() bool { return !c.inner.Conn().IsClosed() }

// BeginTx implements driver.ConnBeginTx. A transaction that writes asks for its number at the same time, by which it
// can be asked later whether it was stored.
func (c *pgConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	c.now, _ = ctx.Value(attemptKey{}).(*attempt)
	begin := "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_xact_id()"
	if o.ReadOnly {
		begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
	defer cancel()
	results, err := c.inner.Conn().PgConn().Exec(ctx, begin).ReadAll()
	switch {
	case err != nil && c.inner.Conn().IsClosed():
		return nil, driver.ErrBadConn // nothing has happened on it: database/sql takes another one
	case err != nil:
		return nil, err
	case c.now != nil && !o.ReadOnly:
		c.now.xid = string(results[1].Rows[0][0])
	}
	return pgTx{c}, nil
}

// pgTx implements driver.Tx.
type pgTx struct{ *pgConn }

// errUndone means that PostgreSQL has undone a transaction that was to be stored.
var errUndone = errors.New("the transaction was undone")

// Commit implements driver.Tx.
func (t pgTx) Commit() error {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	results, err := t.inner.Conn().PgConn().Exec(ctx, "COMMIT").ReadAll()
	if err == nil && results[0].CommandTag.String() == "ROLLBACK" {
		err = errUndone
	}
	if err != nil && t.inner.Conn().IsClosed() && t.now != nil {
		t.now.unknown = err
		return err
	}
	return t.failed(err)
}

// Rollback implements driver.Tx.
func (t pgTx) Rollback() error {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	return t.inner.Conn().PgConn().Exec(ctx, "ROLLBACK").Close()
}

// failed notes an error by which a transaction can no longer be stored.
func (c *pgConn) failed(err error) error {
	if err != nil && c.now != nil && c.now.failure == nil {
		c.now.failure = err
	}
	return err
}

// ExecContext implements driver.ExecerContext.
func (c *pgConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	t := translate(query)
	ctx, cancel := c.within(ctx)
	defer cancel()
	result, err := c.inner.ExecContext(ctx, t.text, t.values(args))
	return result, c.failed(cutShort(err, query))
}

// QueryContext implements driver.QueryerContext.
func (c *pgConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	t := translate(query)
	ctx, cancel := c.within(ctx)
	list, err := c.inner.QueryContext(ctx, t.text, t.values(args))
	if err != nil {
		cancel()
		return nil, c.failed(cutShort(err, query))
	}
	return &pgRows{list, c, cancel, query}, nil
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

// pgRows are the rows of a statement.
type pgRows struct {
	driver.Rows
	conn   *pgConn
	cancel context.CancelFunc
	query  string
}

// Next implements driver.Rows.
func (r *pgRows) Next(to []driver.Value) error {
	err := r.Rows.Next(to)
	var e *pgconn.PgError
	if errors.As(err, &e) || r.conn.inner.Conn().IsClosed() {
		return r.conn.failed(cutShort(err, r.query))
	}
	return err
}

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
