package store

import (
	"database/sql"
	"errors"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
)

// Received implements mailstore.Inbox.
func (t mailTx) Received(id string, at time.Time) (p mailstore.Progress, err error) {
	if _, err := t.exec("INSERT INTO mail_heard (id, done, ended, at) VALUES (?, 0, 0, ?) ON CONFLICT DO NOTHING", id, toMillis(at)); err != nil {
		return p, err
	}
	err = t.row("SELECT done, ended FROM mail_heard WHERE id = ?", id).Scan(&p.Commands, &p.Done)
	return p, err
}

// Began implements mailstore.Inbox.
func (t mailTx) Began(id string) (yes bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM mail_heard WHERE id = ?)", id).Scan(&yes)
	return yes, err
}

// SetProgress implements mailstore.Inbox.
func (t mailTx) SetProgress(id string, p mailstore.Progress) error {
	return t.execOne(data.ErrNotFound, "UPDATE mail_heard SET done = ?, ended = ? WHERE id = ?", p.Commands, p.Done, id)
}

// CountFailure implements mailstore.Inbox.
func (t mailTx) CountFailure(id string, at time.Time, span time.Duration) (times int, err error) {
	err = t.row(`INSERT INTO mail_failures (id, times, at) VALUES (?1, 1, ?2)
		ON CONFLICT (id) DO UPDATE SET
			times = mail_failures.times + CASE WHEN mail_failures.at <= ?3 THEN 1 ELSE 0 END,
			at = CASE WHEN mail_failures.at <= ?3 THEN ?2 ELSE mail_failures.at END RETURNING times`,
		id, toMillis(at), toMillis(at.Add(-span))).Scan(&times)
	return times, err
}

// Mailbox implements mailstore.Inbox.
func (t mailTx) Mailbox(name string, validity, next uint32, now time.Time) (firstUID uint32, opened time.Time, err error) {
	var known uint32
	var ms int64
	err = t.row("SELECT validity, first, began FROM mail_boxes WHERE name = ?", name).Scan(&known, &firstUID, &ms)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		var received sql.NullInt64
		if err := t.row("SELECT max(at) FROM mail_heard WHERE NOT EXISTS (SELECT 1 FROM mail_boxes)").Scan(&received); err != nil {
			return 0, time.Time{}, err
		}
		firstUID, ms = next, toMillis(now)
		if received.Valid {
			firstUID, ms = 1, 0
		}
	case err != nil || known == validity:
		return firstUID, fromMillis(ms), err
	default:
		firstUID = 0
	}
	_, err = t.exec(`INSERT INTO mail_boxes (name, validity, first, began) VALUES (?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET validity = excluded.validity, first = excluded.first`, name, validity, firstUID, ms)
	return firstUID, fromMillis(ms), err
}
