package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// tx implements data.Tx.
type tx struct {
	ctx context.Context
	*sql.Tx
	notes      []note                 // for the log, if the transaction is committed
	known      map[string]map[any]any // see recall
	statements int                    // how many were run
	writes     bool                   // it may write
	remote     bool                   // each answer that is waited for is a round trip; see together
	asking     bool                   // it only asks
}

// note is a line of the log about a message of the outbox.
type note struct {
	event   string
	message data.OutboxMessage // without its reply's texts
}

// note keeps a line for the log until the transaction is committed.
func (t *tx) note(event string, m data.OutboxMessage) {
	t.notes = append(t.notes, note{event, data.OutboxMessage{ID: m.ID, To: m.To, Trace: m.Trace, Reply: chat.Reply{Game: m.Reply.Game}}})
}

// exec runs a statement that returns no rows.
func (t *tx) exec(query string, args ...any) (sql.Result, error) {
	t.ran(query)
	return t.ExecContext(t.ctx, query, args...)
}

// row runs a query that returns at most one row.
func (t *tx) row(query string, args ...any) *sql.Row {
	t.ran(query)
	return t.QueryRowContext(t.ctx, query, args...)
}

// execCount runs a statement and returns how many rows it has changed.
func (t *tx) execCount(query string, args ...any) (int64, error) {
	result, err := t.exec(query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// execOne runs a statement that should change one row. It returns missing if it changes none.
func (t *tx) execOne(missing error, query string, args ...any) error {
	result, err := t.exec(query, args...)
	if err != nil {
		return err
	}
	return one(missing, result)
}

// one returns missing if a statement has changed no row.
func one(missing error, result sql.Result) error {
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return missing
	}
	return err
}

// execAll runs statements that have the same arguments.
func (t *tx) execAll(queries []string, args ...any) error {
	for _, query := range queries {
		if _, err := t.exec(query, args...); err != nil {
			return err
		}
	}
	return nil
}

// setRow runs add if a row is to be there, else remove. It reports whether that changed
// anything.
func (t *tx) setRow(there bool, add, remove string, args ...any) (changed bool, err error) {
	query := remove
	if there {
		query = add
	}
	n, err := t.execCount(query, args...)
	return n > 0, err
}

// collect returns all rows of a query.
func collect[T any](t *tx, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	t.ran(query)
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

// scanner is a row: a *sql.Row or the current one of *sql.Rows.
type scanner interface{ Scan(...any) error }

// scanValue reads a row of one column.
func scanValue[T any](s scanner) (value T, err error) {
	err = s.Scan(&value)
	return value, err
}

// orNotFound returns data.ErrNotFound for the error of a query without rows, and other errors as
// they are.
func orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return data.ErrNotFound
	}
	return err
}

// optional returns nil for the error of a query without rows, and other errors as they are.
func optional(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// optionalJSON unmarshals the row of a query with one column, which it recalls. It leaves value as it is if there is no row.
func optionalJSON[K comparable](t *tx, value any, table string, key K, query string, args ...any) error {
	text, err := recall(t, table, key, func() (text string, err error) {
		err = t.row(query, args...).Scan(&text)
		return text, optional(err)
	})
	if err != nil || text == "" {
		return err
	}
	return json.Unmarshal([]byte(text), value)
}

// toMillis returns how a time is stored: as milliseconds since 1970.
func toMillis(t time.Time) int64 { return t.UnixMilli() }

// fromMillis returns a stored time.
func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// toMillisOrNull returns how a time is stored in a column that is NULL for the zero time.
func toMillisOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return toMillis(t)
}

// fromMillisOrNull returns a stored time; zero for NULL.
func fromMillisOrNull(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return fromMillis(ms.Int64)
}
