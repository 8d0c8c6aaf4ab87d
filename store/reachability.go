package store

import (
	"time"

	"stackmate/bot/chat"
)

// SetUnreachable implements data.Reachability.
func (t *tx) SetUnreachable(a chat.Address, until time.Time) error {
	at := toMillisOrNull(until)
	_, err := t.exec("UPDATE addresses SET refused_until = ? WHERE transport = ? AND id = ? AND refused_until IS DISTINCT FROM ?",
		at, a.Transport, a.ID, at)
	return err
}

// Unreachable implements data.Reachability.
func (t *tx) Unreachable(a chat.Address, now time.Time) (yes bool, err error) {
	until, err := recall(t, "addresses", a, func() (until int64, err error) {
		err = t.row("SELECT coalesce(refused_until, 0) FROM addresses WHERE transport = ? AND id = ?", a.Transport, a.ID).Scan(&until)
		return until, optional(err)
	})
	return until > toMillis(now), err
}

// MarkReportedUnreachable implements data.Reachability.
func (t *tx) MarkReportedUnreachable(game, player int64) (first bool, err error) {
	n, err := t.execCount("INSERT INTO unreached (game, player) VALUES (?, ?) ON CONFLICT DO NOTHING", game, player)
	return n > 0, err
}

// ForgetUnreachable implements data.Reachability.
func (t *tx) ForgetUnreachable(now time.Time) error {
	_, err := t.exec("UPDATE addresses SET refused_until = NULL WHERE refused_until <= ?", toMillis(now))
	return err
}
