package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// Bounds of waiting.
const (
	// busyTimeout is how long SQLite itself waits for a lock. What waits longer is asked
	// again, so that it ends with its context.
	busyTimeout = 250 * time.Millisecond
	// lockedAtMost is how long another program may keep the file locked.
	lockedAtMost = 30 * time.Second
	// readAtMost is how long one statement may take that only reads; then it is
	// interrupted.
	readAtMost = 5 * time.Second
	// writeAtMost is the same for those of transactions that write: a move is not given up
	// because the disk is slow for a moment.
	writeAtMost = 30 * time.Second
	// turnAtMost is how long a transaction that only reads waits for others that do.
	turnAtMost = 10 * time.Second
)

// Close closes the file. Transactions must have ended.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Update implements data.Store.
func (s *Store) Update(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.write, s.writers, func(t *tx) error { return fn(t) })
}

// View implements data.Store.
func (s *Store) View(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.read, s.readers, func(t *tx) error { return fn(t) })
}

func (s *Store) transact(ctx context.Context, db *sql.DB, turns chan struct{}, fn func(*tx) error) (err error) {
	if err := s.turn(ctx, db, turns); err != nil {
		return err
	}
	defer func() { <-turns }()
	var t *sql.Tx
	if err := s.patiently(ctx, func() (err error) { t, err = begin(ctx, db, db == s.read); return err }); err != nil {
		return fmt.Errorf("begin: %w", explained(err))
	}
	defer t.Rollback() // after a commit nothing happens
	// The statements of a transaction that has begun are not cut off with its caller, but
	// each has a time of its own.
	if err := fn(&tx{ctx: context.WithoutCancel(ctx), Tx: t}); err != nil {
		return explained(err)
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", explained(err))
	}
	return nil
}

// turn waits until a transaction may begin. Those that only read do not wait for ever
// behind slow ones.
func (s *Store) turn(ctx context.Context, db *sql.DB, turns chan struct{}) error {
	select {
	case turns <- struct{}{}:
		return nil
	default:
	}
	if db == s.read {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, turnAtMost, ErrBusy)
		defer cancel()
	}
	select {
	case turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ErrBusy says that too much is being read at once.
var ErrBusy = errors.New("too many read the database at once")

// begin begins a transaction. One that only reads sees the state of this moment.
func begin(ctx context.Context, db *sql.DB, readOnly bool) (*sql.Tx, error) {
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil || !readOnly {
		return t, err
	}
	var at int64
	err = t.QueryRowContext(context.WithoutCancel(ctx), "SELECT coalesce(max(id), 0) FROM pulse").Scan(&at)
	if err != nil {
		t.Rollback()
		return nil, err
	}
	return t, nil
}

// patiently does something again while another program has the file locked.
func (s *Store) patiently(ctx context.Context, do func() error) error {
	began, told := time.Now(), false
	for {
		err := do()
		if err == nil || !hasCode(err, sqlite3.SQLITE_BUSY) {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), err)
		case time.Since(began) > s.patience:
			return fmt.Errorf("%w: %w", ErrLocked, err)
		case !told:
			s.log.Warn("another program has locked the database; waiting for it", "at_most", s.patience)
			told = true
		}
		_ = timeutil.Sleep(ctx, busyTimeout/5) // the next turn sees whether the context ended
	}
}

// explained adds to an error of SQLite what it means, and what can be done about it.
func explained(err error) error {
	if hasCode(err, sqlite3.SQLITE_READONLY) {
		return fmt.Errorf("%w: %w", data.ErrReadOnly, err)
	}
	if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotDatabase) &&
		(hasCode(err, sqlite3.SQLITE_CORRUPT) || hasCode(err, sqlite3.SQLITE_NOTADB)) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// hasCode reports whether an error is one of SQLite's with a primary code.
func hasCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}

// tx implements data.Tx.
type tx struct {
	ctx context.Context
	*sql.Tx
}

func (t *tx) exec(query string, args ...any) (sql.Result, error) {
	return t.ExecContext(t.ctx, query, args...)
}

func (t *tx) row(query string, args ...any) *sql.Row { return t.QueryRowContext(t.ctx, query, args...) }

// execOne runs a statement that must change exactly one row, else it returns missing.
func (t *tx) execOne(missing error, query string, args ...any) error {
	result, err := t.exec(query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return missing
}

// collect reads all rows of a query.
func collect[T any](t *tx, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.QueryContext(t.ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

type scanner interface{ Scan(...any) error }

// found makes data.ErrNotFound of the absence of a row.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return data.ErrNotFound
	}
	return err
}
