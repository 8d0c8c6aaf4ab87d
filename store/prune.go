package store

import "time"

// pruneStatements each delete the oldest ?2 rows of a table that are older than ?1. What
// belongs to a running game or an open challenge is kept.
var pruneStatements = []string{
	`DELETE FROM inbound WHERE (transport, id) IN (SELECT transport, id FROM inbound WHERE at < ? ORDER BY at LIMIT ?)`,
	`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled < ? ORDER BY settled LIMIT ?)`,
	`DELETE FROM challenges WHERE id IN (SELECT id FROM challenges WHERE state IN ('declined', 'cancelled') AND made < ?
		ORDER BY made LIMIT ?)`,
	`DELETE FROM link_codes WHERE hash IN (SELECT hash FROM link_codes WHERE until < ? ORDER BY until LIMIT ?)`,
	`DELETE FROM link_guesses WHERE rowid IN (SELECT rowid FROM link_guesses WHERE at < ? ORDER BY at LIMIT ?)`,
	`DELETE FROM mail_heard WHERE id IN (SELECT id FROM mail_heard WHERE at < ? ORDER BY at LIMIT ?)`,
	`DELETE FROM mail_failures WHERE id IN (SELECT id FROM mail_failures WHERE at < ? ORDER BY at LIMIT ?)`,
	`DELETE FROM mail_tally WHERE rowid IN (SELECT rowid FROM mail_tally WHERE at < ? ORDER BY at LIMIT ?)`,
	`DELETE FROM mail_threads WHERE (address, game) IN (SELECT address, game FROM mail_threads AS m WHERE at < ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE id = m.game AND ended IS NULL)
		AND NOT EXISTS (SELECT 1 FROM challenges WHERE id = m.game AND state = 'open') ORDER BY at LIMIT ?)`,
}

// Prune implements data.Tx.
func (t *tx) Prune(before time.Time, limit int) (more bool, err error) {
	for _, query := range pruneStatements {
		n, err := t.execCount(query, toMillis(before), limit)
		if err != nil {
			return false, err
		}
		more = more || n == int64(limit)
	}
	return more, nil
}
