package store

import (
	"context"
	"database/sql"
	"time"

	"stackmate/bot/data"
)

// Running returns how many games of each variant are not over, by the key of the variant.
func (s *Store) Running(ctx context.Context) (map[string]int, error) {
	games := map[string]int{}
	err := s.transact(ctx, s.read, s.readers, func(t *tx) error {
		_, err := collect(t, func(s scanner) (struct{}, error) {
			var variant string
			var n int
			err := s.Scan(&variant, &n)
			games[variant] = n
			return struct{}{}, err
		}, "SELECT variant, games FROM running")
		return err
	})
	return games, err
}

// Backlog returns how many messages of a transport are due, at most 10,000, and since when the
// first has been, also if it has failed and waits for its next attempt; zero if none is. What waits
// behind another message about its game is not due.
func (s *Store) Backlog(ctx context.Context, transport string, now time.Time) (due int, since time.Time, err error) {
	err = s.transact(ctx, s.read, s.readers, func(t *tx) (err error) {
		due, since, err = t.backlog(transport, now)
		return err
	})
	return due, since, err
}

// backlog is Store.Backlog within a transaction.
func (t *tx) backlog(transport string, now time.Time) (due int, since time.Time, err error) {
	var at sql.NullInt64
	err = t.row(`SELECT count(*) FILTER (WHERE not_before <= ?2), min(due_since) FROM (SELECT not_before, due_since FROM outbox
		WHERE settled IS NULL AND head = 1 AND transport = ?1 AND due_since <= ?2 ORDER BY id LIMIT ?3) AS waiting`,
		transport, toMillis(now), data.MaxCounted).Scan(&due, &at)
	return due, fromMillisOrNull(at), err
}
