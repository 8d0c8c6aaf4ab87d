package store

import (
	"time"

	"stackmate/bot/email/mailstore"
)

// Thread implements mailstore.Threads.
func (t mailTx) Thread(address string, game int64) (thread mailstore.Thread, err error) {
	err = t.row("SELECT first, last FROM mail_threads WHERE address = ? AND game = ?", address, game).Scan(&thread.First, &thread.Last)
	return thread, optional(err)
}

// SetThread implements mailstore.Threads.
func (t mailTx) SetThread(address string, game int64, thread mailstore.Thread, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_threads (address, game, first, last, at) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (address, game) DO UPDATE SET first = CASE mail_threads.first WHEN '' THEN ?3 ELSE mail_threads.first END, last = ?4, at = ?5`,
		address, game, thread.First, thread.Last, toMillis(at))
	return err
}

// ThreadSubject implements mailstore.Threads.
func (t mailTx) ThreadSubject(address string, game int64, subject string, at time.Time) (kept string, err error) {
	err = t.row(`INSERT INTO mail_threads (address, game, first, last, subject, at) VALUES (?1, ?2, '', '', ?3, ?4)
		ON CONFLICT (address, game) DO UPDATE SET subject = CASE mail_threads.subject WHEN '' THEN ?3 ELSE mail_threads.subject END RETURNING subject`,
		address, game, subject, toMillis(at)).Scan(&kept)
	return kept, err
}
