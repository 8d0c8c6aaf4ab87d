package store

import (
	"database/sql"
	"errors"
	"time"
)

// MailKey returns the key of which tokens are made: the one given, unless there is one already.
func (t *tx) MailKey(fresh []byte) (key []byte, err error) {
	err = t.row("INSERT INTO mail_key (id, key) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET key = key RETURNING key", fresh).Scan(&key)
	return key, err
}

// MailRenewals returns how often the tokens of an address have been revoked.
func (t *tx) MailRenewals(address string) (n int, err error) {
	err = t.row("SELECT renewals FROM mail_people WHERE address = ?", address).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return n, err
}

// MailIssue stores the hashes of a token for an address in a game, and of the secret
// that ends all mail, or notes that they were sent once more. Those sent longest ago
// beyond keep are forgotten.
func (t *tx) MailIssue(address string, game int64, hash, stop string, at time.Time, keep int) error {
	_, err := t.exec(`INSERT INTO mail_tokens (hash, stop, address, game, issued) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (hash) DO UPDATE SET issued = max(issued, excluded.issued)`,
		hash, stop, address, game, stamp(at))
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM mail_tokens WHERE address = ?1 AND game = ?2 AND hash NOT IN (
		SELECT hash FROM mail_tokens WHERE address = ?1 AND game = ?2 ORDER BY issued DESC, hash LIMIT ?3)`, address, game, keep)
	return err
}

// MailSeat returns for whom, in which game and when a token was last sent, or data.ErrNotFound.
func (t *tx) MailSeat(hash string) (address string, game int64, issued time.Time, err error) {
	var ms int64
	err = found(t.row("SELECT address, game, issued FROM mail_tokens WHERE hash = ?", hash).Scan(&address, &game, &ms))
	return address, game, unstamp(ms), err
}

// MailStopper returns whose mail a secret ends, or data.ErrNotFound.
func (t *tx) MailStopper(stop string) (address string, err error) {
	err = found(t.row("SELECT address FROM mail_tokens WHERE stop = ?", stop).Scan(&address))
	return address, err
}

// MailRevoke forgets every token of an address, so that others are made from now on.
func (t *tx) MailRevoke(address string) error {
	if _, err := t.exec(`INSERT INTO mail_people (address, renewals) VALUES (?, 1)
		ON CONFLICT (address) DO UPDATE SET renewals = renewals + 1`, address); err != nil {
		return err
	}
	if _, err := t.exec("UPDATE mail_threads SET subject = '' WHERE address = ?", address); err != nil { // one may be in it
		return err
	}
	_, err := t.exec("DELETE FROM mail_tokens WHERE address = ?", address)
	return err
}

// MailBury forgets the tokens of a game.
func (t *tx) MailBury(game int64) error {
	_, err := t.exec("DELETE FROM mail_tokens WHERE game = ?", game)
	return err
}
