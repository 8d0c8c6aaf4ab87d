package store

import (
	"context"
	"time"

	"stackmate/bot/email/mailstore"
)

// mailTx implements mailstore.Tx. The methods of the outbox, and those that note received
// messages and unreachable addresses, are the desk's own.
type mailTx struct{ *tx }

// UpdateMail implements mailstore.Store.
func (s *Store) UpdateMail(ctx context.Context, fn func(mailstore.Tx) error) error {
	return s.transact(ctx, s.write, s.writers, func(t *tx) error { return fn(mailTx{t}) })
}

// ViewMail implements mailstore.Store.
func (s *Store) ViewMail(ctx context.Context, fn func(mailstore.Tx) error) error {
	return s.transact(ctx, s.read, s.readers, func(t *tx) error { return fn(mailTx{t}) })
}

// Release implements mailstore.Outbox.
func (t mailTx) Release(id int64, at time.Time) error {
	_, err := t.exec(`UPDATE outbox SET not_before = CASE WHEN not_before < ?1 THEN not_before ELSE ?1 END,
		due_since = CASE WHEN due_since < ?1 THEN due_since ELSE ?1 END, leased_by = ''
		WHERE id = ?2 AND settled IS NULL`, toMillis(at), id)
	return err
}
