package store

import (
	"database/sql"
	"errors"
	"stackmate/bot/data"
	"time"
)

// The methods of a transaction that begin with Mail are for the front end for mail,
// which says in an interface of its own what it needs.

// MailPerson returns what is known of an address: whether it has ever answered a
// mail, whether it wants none, and the last message that it gets nevertheless.
func (t *tx) MailPerson(address string) (confirmed, muted bool, farewell int64, err error) {
	err = t.row("SELECT confirmed IS NOT NULL, muted, farewell FROM mail_people WHERE address = ?", address).
		Scan(&confirmed, &muted, &farewell)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return confirmed, muted, farewell, err
}

// MailConfirm notes that an address has answered, and that it wants mail.
func (t *tx) MailConfirm(address string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_people (address, confirmed) VALUES (?1, ?2)
		ON CONFLICT (address) DO UPDATE SET confirmed = ifnull(confirmed, ?2), muted = 0, farewell = 0, dead = NULL`, address, stamp(at))
	return err
}

// MailDead notes that mail to an address comes back, until MailConfirm.
func (t *tx) MailDead(address string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_people (address, dead) VALUES (?1, ?2)
		ON CONFLICT (address) DO UPDATE SET dead = ifnull(dead, ?2)`, address, stamp(at))
	return err
}

// IsMailDead reports whether mail to an address comes back.
func (t *tx) IsMailDead(address string) (dead bool, err error) {
	err = t.row("SELECT dead IS NOT NULL FROM mail_people WHERE address = ?", address).Scan(&dead)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return dead, err
}

// MailMute notes that an address wants no mail after the message with a number.
func (t *tx) MailMute(address string, farewell int64) error {
	_, err := t.exec(`INSERT INTO mail_people (address, muted, farewell) VALUES (?1, 1, ?2)
		ON CONFLICT (address) DO UPDATE SET muted = 1, farewell = ?2`, address, farewell)
	return err
}

// MailTalk returns what the last mail from an address was about.
func (t *tx) MailTalk(address string) (game int64, id, subject string, at time.Time, err error) {
	var ms int64
	err = t.row("SELECT talk_game, talk_id, talk_subject, talk_at FROM mail_people WHERE address = ?", address).
		Scan(&game, &id, &subject, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, "", "", time.Time{}, nil
	}
	return game, id, subject, unstamp(ms), err
}

// SetMailTalk replaces that.
func (t *tx) SetMailTalk(address string, game int64, id, subject string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_people (address, talk_game, talk_id, talk_subject, talk_at) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (address) DO UPDATE SET talk_game = ?2, talk_id = ?3, talk_subject = ?4, talk_at = ?5`,
		address, game, id, subject, stamp(at))
	return err
}

// MailCount returns how often something of a kind was said to an address since then.
func (t *tx) MailCount(address, kind string, since time.Time) (n int, err error) {
	err = t.row("SELECT count(*) FROM mail_tally WHERE address = ? AND kind = ? AND at > ?", address, kind, stamp(since)).Scan(&n)
	return n, err
}

// MailTally notes that something was said, and forgets what was said two days ago.
func (t *tx) MailTally(address, kind string, at time.Time) error {
	if _, err := t.exec("DELETE FROM mail_tally WHERE address = ? AND at < ?", address, stamp(at.Add(-48*time.Hour))); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO mail_tally (address, kind, at) VALUES (?, ?, ?)", address, kind, stamp(at))
	return err
}

// MailForget forgets what was said to an address of a kind.
func (t *tx) MailForget(address, kind string) error {
	_, err := t.exec("DELETE FROM mail_tally WHERE address = ? AND kind = ?", address, kind)
	return err
}

// MailThread returns the id of the mail that began a game's thread in a mailbox and that
// of the latest mail in it; both are empty if there is none.
func (t *tx) MailThread(address string, game int64) (first, last string, err error) {
	err = t.row("SELECT first, last FROM mail_threads WHERE address = ? AND game = ?", address, game).Scan(&first, &last)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return first, last, err
}

// SetMailThread replaces the ids of a thread. The first one stays what it is once it is known.
func (t *tx) SetMailThread(address string, game int64, first, last string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_threads (address, game, first, last, at) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (address, game) DO UPDATE SET first = iif(first = '', ?3, first), last = ?4, at = ?5`,
		address, game, first, last, stamp(at))
	return err
}

// MailSubject returns the subject of a game's thread in a mailbox: the one given, unless
// there is one already.
func (t *tx) MailSubject(address string, game int64, subject string, at time.Time) (kept string, err error) {
	err = t.row(`INSERT INTO mail_threads (address, game, first, last, subject, at) VALUES (?1, ?2, '', '', ?3, ?4)
		ON CONFLICT (address, game) DO UPDATE SET subject = iif(subject = '', ?3, subject) RETURNING subject`, address, game, subject, stamp(at)).Scan(&kept)
	return kept, err
}

// MailHeard notes that a mail was let in, and returns how far it was done before.
func (t *tx) MailHeard(id string, at time.Time) (done int, ended bool, err error) {
	if _, err := t.exec("INSERT OR IGNORE INTO mail_heard (id, done, ended, at) VALUES (?, 0, 0, ?)", id, stamp(at)); err != nil {
		return 0, false, err
	}
	err = t.row("SELECT done, ended FROM mail_heard WHERE id = ?", id).Scan(&done, &ended)
	return done, ended, found(err)
}

// MailDone notes how many commands of a mail have been done, and whether that is all.
func (t *tx) MailDone(id string, done int, ended bool) error {
	return t.execOne(data.ErrNotFound, "UPDATE mail_heard SET done = ?, ended = ? WHERE id = ?", done, ended, id)
}

// MailFailed notes that a mail could not be handled, unless that was noted less than span
// ago, and returns how often it was noted.
func (t *tx) MailFailed(id string, at time.Time, span time.Duration) (times int, err error) {
	err = t.row(`INSERT INTO mail_failures (id, times, at) VALUES (?1, 1, ?2)
		ON CONFLICT (id) DO UPDATE SET times = times + (at <= ?3), at = iif(at <= ?3, ?2, at) RETURNING times`,
		id, stamp(at), stamp(at.Add(-span))).Scan(&times)
	return times, err
}

// MailRelease lets a message go out that was kept back for a direct answer.
func (t *tx) MailRelease(letter int64, at time.Time) error {
	_, err := t.exec(`UPDATE outbox SET not_before = min(not_before, ?1), due_since = min(due_since, ?1), leased_by = ''
		WHERE id = ?2 AND settled IS NULL`, stamp(at), letter)
	return err
}
