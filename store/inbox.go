package store

import (
	"database/sql"
	"time"

	"stackmate/bot/chat"
)

// MarkReceived implements data.Inbox.
func (t *tx) MarkReceived(transport, id string, at time.Time) (fresh bool, err error) {
	n, err := t.execCount("INSERT INTO inbound (transport, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", transport, id, toMillis(at))
	return n > 0, err
}

// deletedTransport is in the place of a transport where inbound has no message, but the hash of an address, all messages from
// which until that time are of no use any more.
const deletedTransport = "deleted"

// MarkDeleted implements data.Inbox.
func (t *tx) MarkDeleted(a chat.Address, at time.Time) error {
	hash, err := t.refusalHash(a)
	if err != nil || hash == "" {
		return err
	}
	_, err = t.exec("INSERT INTO inbound (transport, id, at) VALUES (?, ?, ?) ON CONFLICT (transport, id) DO UPDATE SET at = excluded.at", deletedTransport, hash, toMillis(at))
	return err
}

// DeletedAt implements data.Inbox.
func (t *tx) DeletedAt(a chat.Address) (time.Time, error) {
	hash, err := t.refusalHash(a)
	if err != nil || hash == "" {
		return time.Time{}, err
	}
	var at sql.NullInt64
	err = optional(t.row("SELECT at FROM inbound WHERE transport = ? AND id = ?", deletedTransport, hash).Scan(&at))
	return fromMillisOrNull(at), err
}
