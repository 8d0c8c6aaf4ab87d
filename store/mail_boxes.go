package store

import (
	"database/sql"
	"errors"
	"time"
)

// MailBox returns from which number on the mails in a mailbox are the bot's, and when it
// first looked there. At the first time that is now and next, the number of the mail to
// come, unless mail was heard before anybody noted such numbers. With another validity
// the mailbox has numbered its mails anew: then first is 0, and only their dates tell.
func (t *tx) MailBox(name string, validity, next uint32, now time.Time) (first uint32, began time.Time, err error) {
	var known uint32
	var ms int64
	err = t.row("SELECT validity, first, began FROM mail_boxes WHERE name = ?", name).Scan(&known, &first, &ms)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		var heard sql.NullInt64
		if err := t.row("SELECT max(at) FROM mail_heard WHERE NOT EXISTS (SELECT 1 FROM mail_boxes)").Scan(&heard); err != nil {
			return 0, time.Time{}, err
		}
		first, ms = next, stamp(now)
		if heard.Valid {
			first, ms = 1, 0
		}
	case err != nil || known == validity:
		return first, unstamp(ms), err
	default:
		first = 0
	}
	_, err = t.exec(`INSERT INTO mail_boxes (name, validity, first, began) VALUES (?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET validity = excluded.validity, first = excluded.first`, name, validity, first, ms)
	return first, unstamp(ms), err
}
