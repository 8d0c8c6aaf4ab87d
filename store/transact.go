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
	"stackmate/bot/logging"
	"stackmate/bot/timeutil"
)

// How long things may take.
const (
	// busyTimeout is how long SQLite itself waits for a lock. retryLocked then tries again, so
	// that waiting ends with the context.
	busyTimeout = 250 * time.Millisecond
	// lockTimeout is how long another program may keep the file locked.
	lockTimeout = 30 * time.Second
	// readTimeout is how long a statement may run in a View before it is interrupted.
	readTimeout = 5 * time.Second
	// writeTimeout is how long a statement may run in an Update. It is longer, since a move
	// should not be lost because the disk is slow for a moment.
	writeTimeout = 30 * time.Second
	// slotTimeout is how long a View waits for other views to end.
	slotTimeout = 10 * time.Second
)

// Close closes the file. All transactions must have ended.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Update implements data.Store. It may also return ErrLocked or ErrDamaged.
func (s *Store) Update(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.write, s.writers, func(t *tx) error { return fn(t) })
}

// View implements data.Store. It may also return ErrBusy, ErrLocked or ErrDamaged.
func (s *Store) View(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.read, s.readers, func(t *tx) error { return fn(t) })
}

// transact runs fn in a transaction on one of the pools, once it has a slot of that pool.
func (s *Store) transact(ctx context.Context, db *sql.DB, slots chan struct{}, fn func(*tx) error) (err error) {
	asked, began := time.Now(), time.Time{}
	defer func() { s.measure(ctx, db == s.write, asked, began, err) }()
	if err := s.acquire(ctx, db, slots); err != nil {
		return err
	}
	defer func() { <-slots }()
	var t *sql.Tx
	if err := s.retryLocked(ctx, func() (err error) { t, err = begin(ctx, db, db == s.read); return err }); err != nil {
		return fmt.Errorf("begin: %w", explain(err))
	}
	began = time.Now()
	defer t.Rollback() // does nothing after a commit
	// The end of the context no longer interrupts the statements; each has its own timeout.
	work := &tx{ctx: context.WithoutCancel(ctx), Tx: t}
	if err := fn(work); err != nil {
		return explain(err)
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", explain(err))
	}
	for _, n := range work.notes {
		s.log.InfoContext(logging.WithTrace(ctx, n.message.Trace), n.event, "message", n.message.ID, "transport", n.message.To.Transport, "game", n.message.Reply.Game)
	}
	return nil
}

// acquire waits for a slot. A View gets ErrBusy after slotTimeout.
func (s *Store) acquire(ctx context.Context, db *sql.DB, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	default:
	}
	if db == s.read {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, slotTimeout, ErrBusy)
		defer cancel()
	}
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// begin begins a transaction. One that only reads runs a statement at once, since its snapshot
// is taken by the first one.
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

// retryLocked calls do until it returns something else than SQLite's "busy", which means that
// another program has locked the file. It returns ErrLocked after s.lockTimeout, and the
// context's error if that ends first.
func (s *Store) retryLocked(ctx context.Context, do func() error) error {
	began, warned := time.Now(), false
	for {
		err := do()
		if err == nil || !hasCode(err, sqlite3.SQLITE_BUSY) {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), err)
		case time.Since(began) > s.lockTimeout:
			return fmt.Errorf("%w: %w", ErrLocked, err)
		case !warned:
			s.log.WarnContext(ctx, "another program has locked the database; waiting for it", "at_most", s.lockTimeout)
			warned = true
		}
		_ = timeutil.Sleep(ctx, busyTimeout/5) // the next round looks at the context
	}
}

// explain wraps an error of SQLite in data.ErrReadOnly, ErrFull or ErrDamaged if it means that.
func explain(err error) error {
	if hasCode(err, sqlite3.SQLITE_READONLY) {
		return fmt.Errorf("%w: %w", data.ErrReadOnly, err)
	}
	if hasCode(err, sqlite3.SQLITE_FULL) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotDatabase) &&
		(hasCode(err, sqlite3.SQLITE_CORRUPT) || hasCode(err, sqlite3.SQLITE_NOTADB)) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// hasCode reports whether an error is SQLite's with that primary result code.
func hasCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}
