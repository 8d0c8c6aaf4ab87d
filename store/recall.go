package store

import (
	"context"
	"errors"
	"strings"

	"stackmate/bot/data"
)

// recall returns what read has returned for a key before in the same transaction, unless a statement that names one of the tables
// has changed something since. A command asks for the same few players again and again.
func recall[K comparable, V any](t *tx, tables string, key K, read func() (V, error)) (V, error) {
	if v, ok := known[V](t, tables, key); ok {
		return v, nil
	}
	value, err := read()
	if err == nil && !t.asking {
		t.remember(tables, key, value)
	}
	return value, err
}

// known returns what is remembered for a key.
func known[V any](t *tx, tables string, key any) (value V, ok bool) {
	value, ok = t.known[tables][key].(V)
	return value, ok
}

// remember keeps a value for recall, until a statement that names one of the tables changes something.
func (t *tx) remember(tables string, key, value any) {
	if t.known == nil {
		t.known = map[string]map[any]any{}
	}
	if t.known[tables] == nil {
		t.known[tables] = map[any]any{}
	}
	t.known[tables][key] = value
}

// ran counts a statement, and forgets what it may change.
func (t *tx) ran(query string) {
	t.statements++
	if len(t.known) == 0 || strings.HasPrefix(query, "SELECT") {
		return
	}
	for tables := range t.known {
		for _, table := range strings.Fields(tables) {
			if strings.Contains(query, table) {
				delete(t.known, tables)
				break
			}
		}
	}
}

// read is one of several reads that do not depend on one another. It may be called twice.
type read = func(*tx) error

// together makes several reads: in one round trip where each would be one.
func (t *tx) together(reads ...read) error {
	if t.remote {
		ask := *t
		ask.ctx, ask.asking = context.WithValue(t.ctx, askedKey{}, true), true
		for _, r := range reads {
			_ = r(&ask) // it finds nothing yet
		}
	}
	for _, r := range reads {
		if err := r(t); err != nil {
			return err
		}
	}
	return nil
}

// ahead is a read of something that is remembered for later, if it is there.
func ahead[V any](ask func(*tx) (V, error)) read {
	return func(t *tx) error {
		if _, err := ask(t); !errors.Is(err, data.ErrNotFound) {
			return err
		}
		return nil
	}
}
