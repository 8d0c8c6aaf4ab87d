package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/logging"
)

// How long things may take.
const (
	// lockTimeout is how long another program may keep the file locked, and how long a transaction is tried
	// again while PostgreSQL does not answer or undoes it.
	lockTimeout = 30 * time.Second
	// readTimeout is how long a statement may run in a View before it is interrupted.
	readTimeout = 5 * time.Second
	// writeTimeout is how long a statement may run in an Update. It is longer, since a move
	// should not be lost because the disk is slow for a moment.
	writeTimeout = 30 * time.Second
	// slotTimeout is how long a View waits for other views to end.
	slotTimeout = 10 * time.Second
)

// Close closes the database. All transactions must have ended.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Update implements data.Store. It may also return ErrLocked or ErrDamaged.
func (s *Store) Update(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.write, s.writers, func(t *tx) error { return fn(t) })
}

// View implements data.Store. It may also return ErrBusy, ErrLocked or ErrDamaged.
func (s *Store) View(ctx context.Context, fn func(data.Tx) error) error {
	return s.transact(ctx, s.read, s.readers, func(t *tx) error { return fn(t) })
}

// transact runs fn in a transaction on one of the pools, once it has a slot of that pool. fn may run again if others
// have undone the transaction.
func (s *Store) transact(ctx context.Context, db *sql.DB, slots chan struct{}, fn func(*tx) error) (err error) {
	asked, began, measured := time.Now(), time.Time{}, Transaction{Write: db == s.write}
	defer func() { s.measure(ctx, measured, asked, began, err) }()
	if err := s.acquire(ctx, db, slots); err != nil {
		return err
	}
	defer func() { <-slots }()
	var notes []note
	err = s.retry(ctx, func(ctx context.Context) error {
		t, err := s.begin(ctx, db, db == s.read)
		if err != nil {
			return fmt.Errorf("begin: %w", explain(err))
		}
		if began.IsZero() {
			began = time.Now()
		}
		// The end of the context no longer interrupts the statements; each has its own timeout.
		a, remote := ctx.Value(attemptKey{}).(*attempt)
		work := &tx{ctx: context.WithoutCancel(ctx), Tx: t, writes: db == s.write, remote: remote}
		defer func() {
			t.Rollback() // does nothing after a commit
			if measured.Statements = work.statements; remote {
				measured.RoundTrips = a.trips
			}
		}()
		if err := fn(work); err != nil {
			return explain(err)
		}
		notes = work.notes
		if err := t.Commit(); err != nil {
			return fmt.Errorf("commit: %w", explain(err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, n := range notes {
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

// explain wraps an error of a database in data.ErrReadOnly, ErrFull, ErrDamaged or another error of this package if it
// means that.
func explain(err error) error { return explainPostgres(explainSQLite(err)) }
