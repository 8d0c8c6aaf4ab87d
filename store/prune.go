package store

import (
	"time"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// pruneStatements each delete the oldest ?2 rows of a table that are older than ?1, for one of the
// times in a Retention. What belongs to a running game or an open challenge is kept,
// and so is a challenge that a message is about which waits or is held.
var pruneStatements = []struct {
	kept  func(data.Retention) time.Duration
	query string
}{
	{keptMessages, `DELETE FROM inbound WHERE (transport, id) IN (SELECT transport, id FROM inbound WHERE at < ? ORDER BY at LIMIT ?)`},
	{keptDeleted, `DELETE FROM inbound WHERE transport = '` + deletedTransport + `' AND id IN (SELECT id FROM inbound WHERE transport = '` + deletedTransport + `' AND at < ? LIMIT ?)`},
	{keptOutbox, `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled < ? ORDER BY settled LIMIT ?)`},
	{keptChallenges, `DELETE FROM challenges WHERE id IN (SELECT id FROM challenges AS c WHERE state IN ('declined', 'cancelled') AND made < ?
		AND NOT EXISTS (SELECT 1 FROM outbox WHERE game = c.id AND settled IS NULL) AND id NOT IN (SELECT game FROM held) ORDER BY made LIMIT ?)`},
	{keptMessages, `DELETE FROM link_codes WHERE hash IN (SELECT hash FROM link_codes WHERE until < ? ORDER BY until LIMIT ?)`},
	{keptMessages, `DELETE FROM web_links WHERE hash IN (SELECT hash FROM web_links WHERE until < ? ORDER BY until LIMIT ?)`},
	{keptMessages, `DELETE FROM web_sessions WHERE hash IN (SELECT hash FROM web_sessions WHERE until < ? ORDER BY until LIMIT ?)`},
	{keptMessages, `DELETE FROM link_guesses WHERE rowid IN (SELECT rowid FROM link_guesses WHERE at < ? ORDER BY at LIMIT ?)`},
	{keptMessages, `DELETE FROM mail_heard WHERE id IN (SELECT id FROM mail_heard WHERE at < ? ORDER BY at LIMIT ?)`},
	{keptMessages, `DELETE FROM mail_failures WHERE id IN (SELECT id FROM mail_failures WHERE at < ? ORDER BY at LIMIT ?)`},
	{keptEmail, `DELETE FROM mail_tally WHERE rowid IN (SELECT rowid FROM mail_tally WHERE at < ? ORDER BY at LIMIT ?)`},
	{keptEmail, `DELETE FROM mail_threads WHERE (address, game) IN (SELECT address, game FROM mail_threads AS m WHERE at < ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE id = m.game AND ended IS NULL)
		AND NOT EXISTS (SELECT 1 FROM challenges WHERE id = m.game AND state = 'open') ORDER BY at LIMIT ?)`},
}

// Prune implements data.Tx.
func (t *tx) Prune(now time.Time, keep data.Retention, limit int) (more bool, err error) {
	for _, s := range pruneStatements {
		n, err := t.execCount(s.query, toMillis(now.Add(-s.kept(keep))), limit)
		if err != nil {
			return false, err
		}
		more = more || n == int64(limit)
	}
	return more, nil
}

// keptDeleted is longer than anybody takes to handle a message.
func keptDeleted(data.Retention) time.Duration { return timeutil.Day }

func keptMessages(r data.Retention) time.Duration   { return r.Messages }
func keptOutbox(r data.Retention) time.Duration     { return r.Outbox }
func keptChallenges(r data.Retention) time.Duration { return r.Challenges }
func keptEmail(r data.Retention) time.Duration      { return r.Email }
