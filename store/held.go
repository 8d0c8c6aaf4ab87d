package store

import (
	"context"
	"time"

	"stackmate/bot/data"
)

// heldBatch is how many held messages one transaction sends or drops, so that others need not wait
// for long.
const heldBatch = 500

// holdAll takes all messages that wait out of the outbox and holds them.
func (t *tx) holdAll() error {
	return t.execAll([]string{
		`INSERT INTO held (id, transport, recipient, game, reply, due_since)
			SELECT id, transport, recipient, game, reply, due_since FROM outbox WHERE settled IS NULL`,
		"DELETE FROM outbox WHERE settled IS NULL",
	})
}

// held returns which messages are held, by transport.
func (t *tx) held() ([]data.HeldMessages, error) {
	return collect(t, func(s scanner) (h data.HeldMessages, err error) {
		var oldest int64
		err = s.Scan(&h.Transport, &h.Count, &oldest)
		h.Oldest = fromMillis(oldest)
		return h, err
	}, "SELECT transport, count(*), min(due_since) FROM held GROUP BY transport ORDER BY transport")
}

// Held returns which messages are held since a restore, by transport; nothing sends them until
// SendHeld.
func (s *Store) Held(ctx context.Context) (list []data.HeldMessages, err error) {
	err = s.transact(ctx, s.read, s.readers, func(t *tx) (err error) {
		list, err = t.held()
		return err
	})
	return list, err
}

// SendHeld puts all held messages back into the outbox, to be sent now under the ids that they had:
// a transport that remembers the first sending can recognise the second. It returns how many there
// were, also with an error.
func (s *Store) SendHeld(ctx context.Context, now time.Time) (int, error) {
	return s.eachHeld(ctx, func(t *tx, id int64) error {
		// Messages about a game leave in the order of their ids, also before newer ones that wait.
		return t.execAll([]string{
			`UPDATE outbox SET head = 0 WHERE settled IS NULL AND id > ?1 AND game <> 0
				AND (transport, recipient, game) = (SELECT transport, recipient, game FROM held WHERE id = ?1)`,
			`INSERT INTO outbox (id, transport, recipient, game, reply, not_before, due_since, head)
				SELECT id, transport, recipient, game, reply, ?2, ?2, CASE WHEN game = 0 OR NOT EXISTS (
					SELECT 1 FROM outbox AS o WHERE settled IS NULL AND o.transport = held.transport
					AND o.recipient = held.recipient AND o.game = held.game AND o.id < held.id) THEN 1 ELSE 0 END
				FROM held WHERE id = ?1`,
		}, id, toMillis(now))
	})
}

// DropHeld forgets all held messages. It returns how many there were, also with an error.
func (s *Store) DropHeld(ctx context.Context) (int, error) {
	return s.eachHeld(ctx, func(*tx, int64) error { return nil })
}

// eachHeld calls do for each held message, the oldest first, and then stops holding it.
func (s *Store) eachHeld(ctx context.Context, do func(t *tx, id int64) error) (count int, err error) {
	for more := true; more; {
		var batch []int64
		err := s.transact(ctx, s.write, s.writers, func(t *tx) (err error) {
			if batch, err = collect(t, scanValue[int64], "SELECT id FROM held ORDER BY id LIMIT ?", heldBatch); err != nil {
				return err
			}
			for _, id := range batch {
				if err := do(t, id); err != nil {
					return err
				}
				if _, err := t.exec("DELETE FROM held WHERE id = ?", id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return count, err
		}
		count += len(batch)
		more = len(batch) == heldBatch
	}
	return count, nil
}
