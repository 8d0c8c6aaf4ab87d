package store

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// pipeline is what a transaction has not sent yet. A statement whose answer nobody needs so far waits for the next one whose answer
// is needed, or for the end of the transaction. They are sent together, which is one round trip to the server. The error of one is
// returned to the caller for whom they were sent; the transaction can then only be undone.
type pipeline struct {
	readOnly bool
	opening  int          // how many statements begin the transaction
	begun    bool         // they were sent
	first    int          // how many round trips there were before
	queue    []*pipelined // what was not sent, in its order
	asked    []*pipelined // queries that were asked before their answers are needed; see tx.together
}

// newPipeline returns the pipeline of a transaction that is about to begin. One that writes asks for its number, by which it can be
// asked later whether it was stored.
func newPipeline(readOnly bool, trips int) *pipeline {
	p := &pipeline{readOnly: readOnly, first: trips}
	if readOnly {
		p.add("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", nil)
	} else {
		p.add("BEGIN ISOLATION LEVEL SERIALIZABLE", nil)
		p.add("SELECT CAST(pg_current_xact_id() AS TEXT)", nil)
	}
	p.opening = len(p.queue)
	return p
}

// pipelined is a statement in a pipeline, and its answer. It implements driver.Result and driver.Rows.
type pipelined struct {
	text    string
	args    []driver.NamedValue
	answer  func() error // sends it with all that waits
	done    bool
	err     error // why it, or one before it, has failed
	tag     pgconn.CommandTag
	columns []string
	rows    [][]driver.Value // that were not read yet
}

// add puts a statement into the pipeline.
func (p *pipeline) add(text string, args []driver.NamedValue) *pipelined {
	s := &pipelined{text: text, args: args}
	p.queue = append(p.queue, s)
	return s
}

// askedKey marks the context of queries that are asked before their answers are needed.
type askedKey struct{}

// execLater runs a statement together with the next one, or when somebody asks what it has changed.
func (c *pgConn) execLater(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s := c.add(query, args)
	c.asked = nil // the answers may have changed
	here := c.pipeline
	s.answer = func() error {
		if c.pipeline != here { // the transaction has ended meanwhile
			return errUndone
		}
		return c.flush(ctx)
	}
	if c.readOnly {
		return s, s.answer()
	}
	return s, nil
}

// queryNow runs a query, and everything that waits. A query that is only asked has no rows yet.
func (c *pgConn) queryNow(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if ctx.Value(askedKey{}) != nil {
		c.asked = append(c.asked, c.add(query, args))
		return &pipelined{}, nil
	}
	i := slices.IndexFunc(c.asked, func(s *pipelined) bool { return s.text == query && reflect.DeepEqual(s.args, args) })
	if i < 0 {
		s := c.add(query, args)
		if !strings.HasPrefix(query, "SELECT") {
			c.asked = nil
		}
		return s, c.flush(ctx)
	}
	s := c.asked[i]
	c.asked = slices.Delete(c.asked, i, i+1)
	if !s.done {
		return s, c.flush(ctx)
	}
	return s, s.err
}

// flush sends what is in the pipeline, and waits for all answers. It sends nothing after a failure, when the transaction may not
// even have begun.
func (c *pgConn) flush(ctx context.Context) error {
	if c.now.failure != nil {
		return errUndone
	}
	ctx, cancel := c.within(ctx)
	defer cancel()
	sent, batch := c.queue, &pgx.Batch{}
	c.queue = nil
	for _, s := range sent {
		values := make([]any, len(s.args))
		for i, a := range s.args {
			values[i] = a.Value
		}
		batch.Queue(s.text, values...)
	}
	results := c.inner.Conn().SendBatch(ctx, batch)
	var failed error
	var query string
	for _, s := range sent {
		if failed == nil {
			query, failed = s.text, s.read(results)
		}
		s.done, s.err = true, failed
	}
	failed = cmp.Or(failed, results.Close())
	c.now.trips = c.trips.since(c.first)
	if failed != nil {
		c.now.stale = !c.begun && c.inner.Conn().IsClosed()
		if pgconn.SafeToRetry(failed) {
			failed = driver.ErrBadConn
		}
		return c.failed(cutShort(failed, query))
	}
	if !c.begun && !c.readOnly {
		c.now.xid = sent[1].rows[0][0].(string)
	}
	c.begun = true
	return nil
}

// read waits for the answer to a statement.
func (s *pipelined) read(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for _, f := range rows.FieldDescriptions() {
		s.columns = append(s.columns, f.Name)
	}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		row := make([]driver.Value, len(values))
		for i, v := range values {
			if row[i], err = plain(v); err != nil {
				return err
			}
		}
		s.rows = append(s.rows, row)
	}
	s.tag = rows.CommandTag()
	return rows.Err()
}

// plain returns a value that pgx has read as database/sql knows it.
func plain(value any) (driver.Value, error) {
	switch v := value.(type) {
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case driver.Valuer: // numeric
		return v.Value()
	}
	return value, nil
}

// RowsAffected implements driver.Result.
func (s *pipelined) RowsAffected() (int64, error) {
	if !s.done {
		if err := s.answer(); err != nil {
			return 0, err
		}
	}
	return s.tag.RowsAffected(), s.err
}

// LastInsertId implements driver.Result.
func (s *pipelined) LastInsertId() (int64, error) {
	return 0, errors.New("PostgreSQL tells what it has inserted with RETURNING")
}

// Columns implements driver.Rows.
func (s *pipelined) Columns() []string { return s.columns }

// Close implements driver.Rows.
func (s *pipelined) Close() error { return nil }

// Next implements driver.Rows.
func (s *pipelined) Next(to []driver.Value) error {
	if len(s.rows) == 0 {
		return io.EOF
	}
	copy(to, s.rows[0])
	s.rows = s.rows[1:]
	return nil
}

// pgTx implements driver.Tx.
type pgTx struct{ *pgConn }

// errUndone means that PostgreSQL has undone a transaction that was to be stored.
var errUndone = errors.New("the transaction was undone")

// Commit implements driver.Tx. What still waits is sent with it.
func (t pgTx) Commit() error {
	defer t.end()
	switch {
	case t.now.failure != nil:
		return errUndone
	case !t.begun && len(t.queue) == t.opening:
		return nil // nothing was done
	case !t.begun && !t.readOnly: // its number must be known before it is stored
		if err := t.flush(context.Background()); err != nil {
			return err
		}
	}
	commit := t.add("COMMIT", nil)
	err := t.flush(context.Background())
	switch {
	case err != nil && t.inner.Conn().IsClosed() && !t.readOnly:
		t.now.unknown = err
	case err == nil && commit.tag.String() == "ROLLBACK":
		return t.failed(errUndone)
	}
	return err
}

// Rollback implements driver.Tx.
func (t pgTx) Rollback() error { return t.end() }

// end ends the pipeline, and undoes the transaction unless it has ended.
func (c *pgConn) end() error {
	defer func() { c.now.trips, c.pipeline = c.trips.since(c.first), nil }()
	if conn := c.inner.Conn(); !conn.IsClosed() && conn.PgConn().TxStatus() != 'I' {
		ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
		defer cancel()
		return conn.PgConn().Exec(ctx, "ROLLBACK").Close()
	}
	return nil
}
