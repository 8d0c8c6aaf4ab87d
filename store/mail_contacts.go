package store

import (
	"database/sql"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email/mailstore"
)

// Contact implements mailstore.Contacts.
func (t mailTx) Contact(address string) (c mailstore.Contact, err error) {
	err = t.row("SELECT confirmed IS NOT NULL, muted, dead IS NOT NULL FROM mail_people WHERE address = ?", address).
		Scan(&c.Confirmed, &c.Muted, &c.Dead)
	if err = optional(err); err != nil || c.Muted {
		return c, err
	}
	c.Muted, err = t.wantsNoMail(address)
	return c, err
}

// Confirm implements mailstore.Contacts.
func (t mailTx) Confirm(address string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_people (address, confirmed) VALUES (?1, ?2)
		ON CONFLICT (address) DO UPDATE SET confirmed = coalesce(mail_people.confirmed, ?2), muted = 0, dead = NULL`, address, toMillis(at))
	if err != nil {
		return err
	}
	return t.forgetRefusal(0, chat.Address{Transport: mailTransport, ID: address})
}

// Mute implements mailstore.Contacts.
func (t mailTx) Mute(address string) error {
	_, err := t.exec("INSERT INTO mail_people (address, muted) VALUES (?, 1) ON CONFLICT (address) DO UPDATE SET muted = 1", address)
	return err
}

// MarkDead implements mailstore.Contacts.
func (t mailTx) MarkDead(address string, at time.Time) error {
	_, err := t.exec(`INSERT INTO mail_people (address, dead) VALUES (?1, ?2)
		ON CONFLICT (address) DO UPDATE SET dead = coalesce(mail_people.dead, ?2)`, address, toMillis(at))
	return err
}

// LastConversation implements mailstore.Contacts.
func (t mailTx) LastConversation(address string) (c mailstore.Conversation, err error) {
	var ms int64
	err = t.row("SELECT talk_game, talk_id, talk_subject, talk_at FROM mail_people WHERE address = ?", address).
		Scan(&c.Game, &c.ID, &c.Subject, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return mailstore.Conversation{}, nil
	}
	c.At = fromMillis(ms)
	return c, err
}

// SetLastConversation implements mailstore.Contacts.
func (t mailTx) SetLastConversation(address string, c mailstore.Conversation) error {
	_, err := t.exec(`INSERT INTO mail_people (address, talk_game, talk_id, talk_subject, talk_at) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (address) DO UPDATE SET talk_game = ?2, talk_id = ?3, talk_subject = ?4, talk_at = ?5`,
		address, c.Game, c.ID, c.Subject, toMillis(c.At))
	return err
}

// countedFor is how long an event is kept: two days, since limits are per day.
const countedFor = 48 * time.Hour

// CountEvent implements mailstore.Counters.
func (t mailTx) CountEvent(address, event string, at time.Time) error {
	if _, err := t.exec("DELETE FROM mail_tally WHERE address = ? AND at < ?", address, toMillis(at.Add(-countedFor))); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO mail_tally (address, kind, at) VALUES (?, ?, ?)", address, event, toMillis(at))
	return err
}

// Events implements mailstore.Counters.
func (t mailTx) Events(address, event string, after time.Time) (n int, err error) {
	err = t.row("SELECT count(*) FROM mail_tally WHERE address = ? AND kind = ? AND at > ?", address, event, toMillis(after)).Scan(&n)
	return n, err
}

// ResetEvents implements mailstore.Counters.
func (t mailTx) ResetEvents(address, event string) error {
	_, err := t.exec("DELETE FROM mail_tally WHERE address = ? AND kind = ?", address, event)
	return err
}
