package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// hashCode returns what is stored of a code.
func hashCode(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

// codePrefixLength is the number of characters that find a code. Wrong attempts are counted
// for the codes that begin like them, so that the rest cannot be guessed.
const codePrefixLength = 4

// codePrefix returns the characters that find a code.
func codePrefix(code string) string { return code[:min(codePrefixLength, len(code))] }

// AddLinkCode implements data.LinkCodes.
func (t *tx) AddLinkCode(code string, player int64, issuedTo chat.Address, until time.Time) error {
	if _, err := t.exec("DELETE FROM link_codes WHERE player = ?", player); err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM link_codes WHERE handle = ?", codePrefix(code)); err != nil { // another player's
		return err
	}
	_, err := t.exec(`INSERT INTO link_codes (hash, handle, player, told_transport, told_id, until)
		VALUES (?, ?, ?, ?, ?, ?)`,
		hashCode(code), codePrefix(code), player, issuedTo.Transport, issuedTo.ID, toMillis(until))
	return err
}

// TryLinkCode implements data.LinkCodes.
func (t *tx) TryLinkCode(code string, attempts int, now time.Time) (l data.LinkCode, err error) {
	err = orNotFound(t.row(`SELECT player, told_transport, told_id, claim_transport, claim_id FROM link_codes
		WHERE handle = ? AND hash = ? AND until > ?`, codePrefix(code), hashCode(code), toMillis(now)).
		Scan(&l.Player, &l.IssuedTo.Transport, &l.IssuedTo.ID, &l.ClaimedBy.Transport, &l.ClaimedBy.ID))
	if !errors.Is(err, data.ErrNotFound) {
		return l, err
	}
	if _, err := t.exec("UPDATE link_codes SET attempts = attempts + 1 WHERE handle = ?", codePrefix(code)); err != nil {
		return l, err
	}
	if _, err := t.exec("DELETE FROM link_codes WHERE handle = ? AND attempts >= ?", codePrefix(code), attempts); err != nil {
		return l, err
	}
	return l, data.ErrNotFound
}

// ClaimLinkCode implements data.LinkCodes.
func (t *tx) ClaimLinkCode(code string, by chat.Address, until time.Time) error {
	return t.execOne(data.ErrNotFound, `UPDATE link_codes SET claim_transport = ?, claim_id = ?, until = ?
		WHERE handle = ? AND hash = ? AND claim_id = ''`, by.Transport, by.ID, toMillis(until), codePrefix(code), hashCode(code))
}

// DropLinkCodes implements data.LinkCodes.
func (t *tx) DropLinkCodes(player int64) error {
	_, err := t.exec("DELETE FROM link_codes WHERE player = ?", player)
	return err
}

// CountLinkGuesses implements data.LinkCodes.
func (t *tx) CountLinkGuesses(player int64, since time.Time) (n int, err error) {
	err = t.row("SELECT count(*) FROM link_guesses WHERE player = ? AND at > ?", player, toMillis(since)).Scan(&n)
	return n, err
}

// AddLinkGuess implements data.LinkCodes.
func (t *tx) AddLinkGuess(player int64, at time.Time) error {
	_, err := t.exec("INSERT INTO link_guesses (player, at) VALUES (?, ?)", player, toMillis(at))
	return err
}
