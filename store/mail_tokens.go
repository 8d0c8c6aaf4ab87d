package store

import (
	"stackmate/bot/email/mailstore"
)

// TokenKey implements mailstore.Tokens.
func (t mailTx) TokenKey(fresh []byte) (key []byte, err error) {
	err = t.row("INSERT INTO mail_key (id, key) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET key = mail_key.key RETURNING key", fresh).Scan(&key)
	return key, err
}

// Renewals implements mailstore.Tokens.
func (t mailTx) Renewals(address string) (n int, err error) {
	err = t.row("SELECT renewals FROM mail_people WHERE address = ?", address).Scan(&n)
	return n, optional(err)
}

// SaveToken implements mailstore.Tokens.
func (t mailTx) SaveToken(token mailstore.Token, keep int) error {
	_, err := t.exec(`INSERT INTO mail_tokens (hash, stop, address, game, issued) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (hash) DO UPDATE SET issued = CASE WHEN mail_tokens.issued > excluded.issued THEN mail_tokens.issued ELSE excluded.issued END`,
		token.Hash, token.StopHash, token.Address, token.Game, toMillis(token.Sent))
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM mail_tokens WHERE address = ?1 AND game = ?2 AND hash NOT IN (
		SELECT hash FROM mail_tokens WHERE address = ?1 AND game = ?2 ORDER BY issued DESC, hash LIMIT ?3)`, token.Address, token.Game, keep)
	return err
}

// Token implements mailstore.Tokens.
func (t mailTx) Token(hash string) (token mailstore.Token, err error) {
	var ms int64
	err = orNotFound(t.row("SELECT hash, stop, address, game, issued FROM mail_tokens WHERE hash = ?", hash).
		Scan(&token.Hash, &token.StopHash, &token.Address, &token.Game, &ms))
	token.Sent = fromMillis(ms)
	return token, err
}

// StopAddress implements mailstore.Tokens.
func (t mailTx) StopAddress(stopHash string) (address string, err error) {
	err = orNotFound(t.row("SELECT address FROM mail_tokens WHERE stop = ?", stopHash).Scan(&address))
	return address, err
}

// RevokeTokens implements mailstore.Tokens.
func (t mailTx) RevokeTokens(address string) error {
	if _, err := t.exec(`INSERT INTO mail_people (address, renewals) VALUES (?, 1)
		ON CONFLICT (address) DO UPDATE SET renewals = mail_people.renewals + 1`, address); err != nil {
		return err
	}
	if _, err := t.exec("UPDATE mail_threads SET subject = '' WHERE address = ?", address); err != nil { // it may hold a token
		return err
	}
	return t.execAll([]string{ // browsers were signed in by links in mails
		"DELETE FROM web_links WHERE transport = 'email' AND id = ?1",
		"DELETE FROM web_sessions WHERE transport = 'email' AND id = ?1",
		"DELETE FROM mail_tokens WHERE address = ?1",
	}, address)
}

// RevokeGameTokens implements mailstore.Tokens.
func (t mailTx) RevokeGameTokens(game int64) error {
	_, err := t.exec("DELETE FROM mail_tokens WHERE game = ?", game)
	return err
}
