package store

import "strings"

// recall returns what read has returned for a key before in the same transaction, unless a statement that names one of the tables
// has changed something since. A command asks for the same few players again and again.
func recall[K comparable, V any](t *tx, tables string, key K, read func() (V, error)) (V, error) {
	if known, ok := t.known[tables][key].(V); ok {
		return known, nil
	}
	value, err := read()
	if err != nil {
		return value, err
	}
	if t.known == nil {
		t.known = map[string]map[any]any{}
	}
	if t.known[tables] == nil {
		t.known[tables] = map[any]any{}
	}
	t.known[tables][key] = value
	return value, nil
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
