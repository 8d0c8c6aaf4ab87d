package store

import (
	"context"
	"errors"
	"time"

	"modernc.org/sqlite"

	"stackmate/bot/data"
)

// Transaction is what a Meter is told about a transaction that has ended.
type Transaction struct {
	// Write is whether the transaction might write.
	Write bool
	// Job is what it was for; see data.ForJob.
	Job string
	// Waited is how long it waited for its turn, and Took how long it lasted then, until its
	// changes were on disk. Took is 0 if it did not get its turn.
	Waited, Took time.Duration
	// Statements is how many statements it ran the last time.
	Statements int
	// RoundTrips is how often it waited for PostgreSQL that time, with its beginning and its end; 0 for SQLite.
	RoundTrips int
	// Failure is one of Failures if the database is at fault, else empty.
	Failure string
}

// Failures are the faults of a database that a Transaction can have.
var Failures = []string{"full", "readonly", "locked", "busy", "damaged", "timeout", "unreachable", "conflict", "unknown", "other"}

// WithMeter makes a store report each transaction when it has ended.
func WithMeter(report func(Transaction)) Option { return func(s *Store) { s.meter = report } }

// measure reports a transaction to the meter. Began is zero if it did not get its turn.
func (s *Store) measure(ctx context.Context, t Transaction, asked, began time.Time, err error) {
	if s.meter == nil {
		return
	}
	t.Job = data.JobOf(ctx)
	if now := time.Now(); began.IsZero() {
		t.Waited = now.Sub(asked)
	} else {
		t.Waited, t.Took = began.Sub(asked), now.Sub(began)
	}
	if err != nil {
		t.Failure = failureOf(err, t.Write, began.IsZero())
	}
	s.meter(t)
}

// failureOf returns which of Failures an error of a transaction is; empty if it is not the
// database's fault. Waiting is whether the transaction did not get its turn.
func failureOf(err error, write, waiting bool) string {
	var e *sqlite.Error
	switch {
	case errors.Is(err, ErrFull):
		return "full"
	case errors.Is(err, ErrLocked):
		return "locked"
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrDamaged):
		return "damaged"
	case errors.Is(err, data.ErrReadOnly):
		if write {
			return "readonly"
		}
		return "" // the caller tries again with a transaction that writes
	case waiting && errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, ErrUnreachable):
		return "unreachable"
	case errors.Is(err, ErrConflicts):
		return "conflict"
	case errors.Is(err, ErrUnknown):
		return "unknown"
	case errors.As(err, &e), stateOf(err) != "":
		return "other"
	}
	return ""
}
