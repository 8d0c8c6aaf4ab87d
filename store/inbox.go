package store

import "time"

// MarkReceived implements data.Tx.
func (t *tx) MarkReceived(transport, id string, at time.Time) (bool, error) {
	result, err := t.exec("INSERT OR IGNORE INTO inbound (transport, id, at) VALUES (?, ?, ?)", transport, id, stamp(at))
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
