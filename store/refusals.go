package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"stackmate/bot/chat"
)

// mailTransport is the transport of mail addresses.
const mailTransport = "email"

// refusalHash returns the hash by which refusals know an address; empty if there are none yet.
func (t *tx) refusalHash(a chat.Address) (string, error) {
	var key []byte
	if err := t.row("SELECT key FROM refusal_key WHERE id = 1").Scan(&key); err != nil {
		return "", optional(err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%q %q", a.Transport, a.ID)
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// keepRefusals stores who refuses to have to do with a player, under the hash of an address.
func (t *tx) keepRefusals(player int64, a chat.Address) error {
	hash, err := t.refusalHash(a)
	if err != nil {
		return err
	}
	return t.execAll([]string{
		"INSERT INTO refusals (hash, server, player) SELECT ?1, server, 0 FROM blocks WHERE player = ?2 ON CONFLICT DO NOTHING",
		"INSERT INTO refusals (hash, server, player) SELECT ?1, '', player FROM player_blocks WHERE blocked = ?2 ON CONFLICT DO NOTHING",
		`INSERT INTO refusals (hash, server, player) SELECT ?1, '', player FROM player_blocks
			WHERE address = ?3 AND address <> '' AND player <> ?2 ON CONFLICT DO NOTHING`,
		"INSERT INTO refusals (hash, server, player) SELECT ?1, '', 0 FROM mail_people WHERE address = ?3 AND muted = 1 ON CONFLICT DO NOTHING",
	}, hash, player, a.ID)
}

// restoreRefusals gives a new player the bans and blocks that its address had before.
func (t *tx) restoreRefusals(player int64, a chat.Address) error {
	hash, err := t.refusalHash(a)
	if err != nil || hash == "" {
		return err
	}
	return t.execAll([]string{
		"INSERT INTO blocks (server, player) SELECT server, ?2 FROM refusals WHERE hash = ?1 AND server <> '' ON CONFLICT DO NOTHING",
		`INSERT INTO player_blocks (player, blocked, address) SELECT player, ?2, '' FROM refusals WHERE hash = ?1 AND player > 0 ON CONFLICT DO NOTHING`,
		"DELETE FROM refusals WHERE hash = ?1 AND (server <> '' OR player > 0)",
	}, hash, player)
}

// forgetRefusal deletes that a player refuses an address; with player 0, that the address wants no
// mail.
func (t *tx) forgetRefusal(player int64, a chat.Address) error {
	hash, err := t.refusalHash(a)
	if err != nil || hash == "" {
		return err
	}
	_, err = t.exec("DELETE FROM refusals WHERE hash = ? AND server = '' AND player = ?", hash, player)
	return err
}

// wantsNoMail reports whether somebody at a mail address who has deleted everything wants no mail.
func (t *tx) wantsNoMail(address string) (yes bool, err error) {
	hash, err := t.refusalHash(chat.Address{Transport: mailTransport, ID: address})
	if err != nil || hash == "" {
		return false, err
	}
	err = t.row("SELECT EXISTS (SELECT 1 FROM refusals WHERE hash = ? AND server = '' AND player = 0)", hash).Scan(&yes)
	return yes, err
}
