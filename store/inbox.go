package store

import "time"

// MarkReceived implements data.Inbox.
func (t *tx) MarkReceived(transport, id string, at time.Time) (fresh bool, err error) {
	n, err := t.execCount("INSERT INTO inbound (transport, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", transport, id, toMillis(at))
	return n > 0, err
}
