package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/logging"
)

// Enqueue implements data.Outbox.
func (t *tx) Enqueue(m data.OutboxMessage) (int64, error) {
	body, err := json.Marshal(m.Reply)
	if err != nil {
		return 0, err
	}
	m.Trace = cmp.Or(m.Trace, logging.Trace(t.ctx))
	waiting := t.known["outbox"]
	delete(waiting, waitingKey{m.To, m.Reply.Game})
	err = t.row(`INSERT INTO outbox (transport, recipient, game, reply, not_before, due_since, leased_by, trace, head)
		VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, CASE WHEN NOT EXISTS (
			SELECT 1 FROM outbox WHERE settled IS NULL AND transport = ?1 AND recipient = ?2 AND game = ?3 AND game <> 0) THEN 1 ELSE 0 END) RETURNING id`,
		m.To.Transport, m.To.ID, m.Reply.Game, string(body), toMillis(m.NotBefore), m.LeasedBy, m.Trace).Scan(&m.ID)
	if err == nil {
		t.note("queued", m)
	}
	if waiting != nil { // what waits for others is as it was
		t.known["outbox"] = waiting
	}
	return m.ID, err
}

// messageColumns begins the queries that scanMessage reads.
const messageColumns = "SELECT id, transport, recipient, reply, not_before, attempts, panics, leased_by, trace, " + messagePart + " FROM outbox"

// messagePart is which of data.OutboxParts a message is in. Where processes share an outbox that follows from the whole address: see differences.
const messagePart = "CAST(coalesce(unicode(recipient), 0) % 16 AS INTEGER)"

// Due implements data.Outbox.
func (t *tx) Due(transport string, now time.Time, limit int, except ...string) ([]data.OutboxMessage, error) {
	return t.DueIn(transport, data.AllOutboxParts, now, limit, except...)
}

// DueIn implements data.Outbox.
func (t *tx) DueIn(transport string, parts data.PartSet, now time.Time, limit int, except ...string) ([]data.OutboxMessage, error) {
	if len(except) > data.MostExcepted {
		return nil, fmt.Errorf("%d recipients are left out, more than can be", len(except))
	}
	args := []any{transport, toMillis(now), limit}
	for i := range data.MostExcepted {
		recipient := "" // nobody's
		if i < len(except) {
			recipient = except[i]
		}
		args = append(args, recipient)
	}
	return collect(t, scanMessage, messageColumns+`
		WHERE settled IS NULL AND head = 1 AND transport = ?1 AND not_before <= ?2
		AND recipient NOT IN (?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) AND (CAST(?12 AS INTEGER) & (1 << `+messagePart+`)) <> 0 ORDER BY id LIMIT ?3`, append(args, int64(parts))...)
}

// waitingKey is what Waiting is recalled by.
type waitingKey struct {
	to   chat.Address
	game int64
}

// Waiting implements data.Outbox.
func (t *tx) Waiting(to chat.Address, game int64) ([]data.OutboxMessage, error) {
	list, err := recall(t, "outbox", waitingKey{to, game}, func() ([]data.OutboxMessage, error) {
		return collect(t, scanMessage, messageColumns+`
			WHERE settled IS NULL AND transport = ? AND recipient = ? AND game = ? ORDER BY id`, to.Transport, to.ID, game)
	})
	return slices.Clone(list), err
}

// scanMessage reads a row of messageColumns. A reply that cannot be read is the message's Damage.
func scanMessage(s scanner) (m data.OutboxMessage, err error) {
	var body string
	var notBefore int64
	if err := s.Scan(&m.ID, &m.To.Transport, &m.To.ID, &body, &notBefore, &m.Attempts, &m.Panics, &m.LeasedBy, &m.Trace, &m.Part); err != nil {
		return m, err
	}
	m.NotBefore = fromMillis(notBefore)
	if err := json.Unmarshal([]byte(body), &m.Reply); err != nil {
		m.Damage = fmt.Errorf("stored reply: %w", err)
	}
	return m, nil
}

// MarkDelivered implements data.Outbox. What a message said and to whom is forgotten.
func (t *tx) MarkDelivered(id int64, at time.Time) error {
	_, err := t.exec(`UPDATE outbox SET settled = ?, leased_by = '', reply = '{}', recipient = '', why = ''
		WHERE id = ? AND settled IS NULL`, toMillis(at), id)
	return err
}

// MarkMerged implements data.Outbox. The message is forgotten, as one that is delivered.
func (t *tx) MarkMerged(id int64, at time.Time) error {
	m := data.OutboxMessage{ID: id}
	err := t.row(`UPDATE outbox SET settled = ?, leased_by = '', reply = '{}', recipient = '', why = ''
		WHERE id = ? AND settled IS NULL RETURNING transport, game, trace`,
		toMillis(at), id).Scan(&m.To.Transport, &m.Reply.Game, &m.Trace)
	if err == nil {
		t.note("merged into a newer message", m)
	}
	return optional(err)
}

// Postpone implements data.Outbox.
func (t *tx) Postpone(id int64, until time.Time, why string) error {
	_, err := t.exec(`UPDATE outbox SET attempts = attempts + 1, not_before = ?, why = ?, leased_by = ''
		WHERE id = ? AND settled IS NULL`, toMillis(until), why, id)
	return err
}

// MarkUndeliverable implements data.Outbox. What a message said and to whom is forgotten, also
// where the error repeats the address.
func (t *tx) MarkUndeliverable(id int64, at time.Time, why string) error {
	_, err := t.exec(`UPDATE outbox SET attempts = attempts + 1, settled = ?1, refused = 1, leased_by = '', reply = '{}', recipient = '',
		why = CASE recipient WHEN '' THEN ?2 ELSE replace(?2, recipient, '…') END WHERE id = ?3 AND settled IS NULL`, toMillis(at), why, id)
	return err
}

// Lease implements data.Outbox.
func (t *tx) Lease(id int64, by string) error {
	_, err := t.exec("UPDATE outbox SET leased_by = ? WHERE id = ? AND settled IS NULL", by, id)
	return err
}

// CountPanic implements data.Outbox.
func (t *tx) CountPanic(id int64) (times int, err error) {
	err = t.row("UPDATE outbox SET panics = panics + 1 WHERE id = ? RETURNING panics", id).Scan(&times)
	return times, orNotFound(err)
}

// releaseMessages ends leases at a time, with a number of panics. The end of the statement says whose.
const releaseMessages = `UPDATE outbox SET not_before = CASE WHEN not_before < ?1 THEN not_before ELSE ?1 END,
	due_since = CASE WHEN due_since < ?1 THEN due_since ELSE ?1 END, panics = panics + ?2, leased_by = '' WHERE leased_by > '' AND `

// TakeOver implements data.Outbox.
func (t *tx) TakeOver(by string, now time.Time, panicked bool) (released, last int64, err error) {
	released, err = t.execCount(releaseMessages+"leased_by <> ?3 AND leased_by NOT IN (SELECT id FROM processes)", toMillis(now), panicked, by)
	if err != nil {
		return 0, 0, err
	}
	err = t.row("SELECT coalesce(max(id), 0) FROM outbox").Scan(&last)
	return released, last, err
}

// DueSince implements data.Outbox.
func (t *tx) DueSince(transport string, now time.Time) (time.Time, error) {
	var at sql.NullInt64
	err := t.row("SELECT min(due_since) FROM outbox WHERE settled IS NULL AND head = 1 AND transport = ? AND due_since <= ?",
		transport, toMillis(now)).Scan(&at)
	return fromMillisOrNull(at), err
}
