package store

import "time"

// Prune implements bot.Tx. Letters are settled about in the order of their numbers,
// so that it suffices to look at the oldest; an index would cost every move.
func (t *tx) Prune(before time.Time, limit int) (more bool, err error) {
	for _, query := range []string{
		`DELETE FROM inbound WHERE (transport, id) IN (SELECT transport, id FROM inbound WHERE at < ? LIMIT ?)`,
		`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled < ?1 AND id IN
			(SELECT id FROM outbox WHERE settled IS NOT NULL ORDER BY id LIMIT ?2))`,
	} {
		result, err := t.exec(query, stamp(before), limit)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return false, err
		}
		more = more || n == int64(limit)
	}
	return more, nil
}
