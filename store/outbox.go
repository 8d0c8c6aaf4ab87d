package store

import (
	"encoding/json"
	"fmt"
	"time"

	"stackmate/bot"
)

// Post implements bot.Outbox.
func (t *tx) Post(l bot.Letter) (int64, error) {
	body, err := json.Marshal(l.Reply)
	if err != nil {
		return 0, err
	}
	result, err := t.exec("INSERT INTO outbox (transport, recipient, game, reply, not_before) VALUES (?, ?, ?, ?, ?)",
		l.To.Transport, l.To.ID, l.Reply.Game, string(body), stamp(l.NotBefore))
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// Due implements bot.Outbox.
func (t *tx) Due(transport string, now time.Time, limit int) ([]bot.Letter, error) {
	return collect(t, func(s scanner) (l bot.Letter, err error) {
		var body string
		var notBefore int64
		if err := s.Scan(&l.ID, &l.To.Transport, &l.To.ID, &body, &notBefore, &l.Attempts); err != nil {
			return l, err
		}
		l.NotBefore = unstamp(notBefore)
		if err := json.Unmarshal([]byte(body), &l.Reply); err != nil {
			return l, fmt.Errorf("letter %d: %w", l.ID, err)
		}
		return l, nil
	}, `SELECT id, transport, recipient, reply, not_before, attempts FROM outbox AS o
		WHERE settled IS NULL AND transport = ? AND not_before <= ? AND (game = 0 OR NOT EXISTS (
			SELECT 1 FROM outbox AS e WHERE e.settled IS NULL AND e.transport = o.transport
			AND e.recipient = o.recipient AND e.game = o.game AND e.id < o.id))
		ORDER BY id LIMIT ?`, transport, stamp(now), limit)
}

// Delivered implements bot.Outbox.
func (t *tx) Delivered(id int64, at time.Time) error {
	_, err := t.exec("UPDATE outbox SET settled = ? WHERE id = ? AND settled IS NULL", stamp(at), id)
	return err
}

// Postpone implements bot.Outbox.
func (t *tx) Postpone(id int64, until time.Time, why string) error {
	_, err := t.exec("UPDATE outbox SET attempts = attempts + 1, not_before = ?, why = ? WHERE id = ? AND settled IS NULL",
		stamp(until), why, id)
	return err
}

// Refused implements bot.Outbox.
func (t *tx) Refused(id int64, at time.Time, why string) error {
	_, err := t.exec("UPDATE outbox SET attempts = attempts + 1, settled = ?, refused = 1, why = ? WHERE id = ? AND settled IS NULL",
		stamp(at), why, id)
	return err
}
