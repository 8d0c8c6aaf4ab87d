package store

import (
	"time"
)

// MailIssue stores the hashes of a new token for an address in a game, and of the
// secret that ends all mail. The oldest beyond keep are forgotten.
func (t *tx) MailIssue(address string, game int64, hash, stop string, at time.Time, keep int) error {
	_, err := t.exec("INSERT OR IGNORE INTO mail_tokens (hash, stop, address, game, issued) VALUES (?, ?, ?, ?, ?)",
		hash, stop, address, game, stamp(at))
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM mail_tokens WHERE address = ?1 AND game = ?2 AND hash NOT IN (
		SELECT hash FROM mail_tokens WHERE address = ?1 AND game = ?2 ORDER BY issued DESC, hash LIMIT ?3)`, address, game, keep)
	return err
}

// MailSeat returns for whom, in which game and when a token was issued, or bot.ErrNotFound.
func (t *tx) MailSeat(hash string) (address string, game int64, issued time.Time, err error) {
	var ms int64
	err = found(t.row("SELECT address, game, issued FROM mail_tokens WHERE hash = ?", hash).Scan(&address, &game, &ms))
	return address, game, unstamp(ms), err
}

// MailStopper returns whose mail a secret ends, or bot.ErrNotFound.
func (t *tx) MailStopper(stop string) (address string, err error) {
	err = found(t.row("SELECT address FROM mail_tokens WHERE stop = ?", stop).Scan(&address))
	return address, err
}

// MailRevoke forgets every token of an address.
func (t *tx) MailRevoke(address string) error {
	_, err := t.exec("DELETE FROM mail_tokens WHERE address = ?", address)
	return err
}

// MailBury forgets the tokens of a game.
func (t *tx) MailBury(game int64) error {
	_, err := t.exec("DELETE FROM mail_tokens WHERE game = ?", game)
	return err
}
