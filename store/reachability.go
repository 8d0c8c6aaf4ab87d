package store

import (
	"time"

	"stackmate/bot/chat"
)

// SetUnreachable implements data.Tx.
func (t *tx) SetUnreachable(a chat.Address, until time.Time) error {
	var at any
	if !until.IsZero() {
		at = stamp(until)
	}
	_, err := t.exec("UPDATE addresses SET refused_until = ? WHERE transport = ? AND id = ? AND refused_until IS NOT ?",
		at, a.Transport, a.ID, at)
	return err
}

// Unreachable implements data.Tx.
func (t *tx) Unreachable(a chat.Address, now time.Time) (refused bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM addresses WHERE transport = ? AND id = ? AND refused_until > ?)",
		a.Transport, a.ID, stamp(now)).Scan(&refused)
	return refused, err
}

// MarkReportedUnreachable implements data.Tx.
func (t *tx) MarkReportedUnreachable(game, player int64) (first bool, err error) {
	result, err := t.exec("INSERT OR IGNORE INTO unreached (game, player) VALUES (?, ?)", game, player)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// ForgetUnreachable implements data.Tx.
func (t *tx) ForgetUnreachable(now time.Time) error {
	_, err := t.exec("UPDATE addresses SET refused_until = NULL WHERE refused_until <= ?", stamp(now))
	return err
}
