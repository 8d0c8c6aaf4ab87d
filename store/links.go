package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// hashCode is what is kept of a code.
func hashCode(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

// codeHandle is how many characters of a code find it; the rest must be known.
const codeHandle = 4

// handleOf returns the messages by which a code is found.
func handleOf(code string) string { return code[:min(codeHandle, len(code))] }

// AddLinkCode implements data.Tx.
func (t *tx) AddLinkCode(code string, player int64, told chat.Address, until time.Time) error {
	if _, err := t.exec("DELETE FROM link_codes WHERE player = ?", player); err != nil {
		return err
	}
	_, err := t.exec("INSERT OR REPLACE INTO link_codes (hash, handle, player, told_transport, told_id, until) VALUES (?, ?, ?, ?, ?, ?)",
		hashCode(code), handleOf(code), player, told.Transport, told.ID, stamp(until))
	return err
}

// TryLinkCode implements data.Tx.
func (t *tx) TryLinkCode(code string, attempts int, now time.Time) (l data.LinkCode, err error) {
	err = found(t.row(`SELECT player, told_transport, told_id, claim_transport, claim_id FROM link_codes
		WHERE handle = ? AND hash = ? AND until > ?`, handleOf(code), hashCode(code), stamp(now)).
		Scan(&l.Player, &l.Told.Transport, &l.Told.ID, &l.Claim.Transport, &l.Claim.ID))
	if !errors.Is(err, data.ErrNotFound) {
		return l, err
	}
	if _, err := t.exec("UPDATE link_codes SET attempts = attempts + 1 WHERE handle = ?", handleOf(code)); err != nil {
		return l, err
	}
	if _, err := t.exec("DELETE FROM link_codes WHERE handle = ? AND attempts >= ?", handleOf(code), attempts); err != nil {
		return l, err
	}
	return l, data.ErrNotFound
}

// ClaimLinkCode implements data.Tx.
func (t *tx) ClaimLinkCode(code string, by chat.Address, until time.Time) error {
	return t.execOne(data.ErrNotFound, `UPDATE link_codes SET claim_transport = ?, claim_id = ?, until = ?
		WHERE handle = ? AND hash = ? AND claim_id = ''`, by.Transport, by.ID, stamp(until), handleOf(code), hashCode(code))
}

// DropLinkCodes implements data.Tx.
func (t *tx) DropLinkCodes(player int64) error {
	_, err := t.exec("DELETE FROM link_codes WHERE player = ?", player)
	return err
}

// LinkGuesses implements data.Tx.
func (t *tx) LinkGuesses(player int64, since time.Time) (n int, err error) {
	err = t.row("SELECT count(*) FROM link_guesses WHERE player = ? AND at > ?", player, stamp(since)).Scan(&n)
	return n, err
}

// AddLinkGuess implements data.Tx.
func (t *tx) AddLinkGuess(player int64, at time.Time) error {
	_, err := t.exec("INSERT INTO link_guesses (player, at) VALUES (?, ?)", player, stamp(at))
	return err
}

// HavePlayed implements data.Tx.
func (t *tx) HavePlayed(a, b int64) (yes bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM games WHERE white = ?1 AND black = ?2 OR white = ?2 AND black = ?1)", a, b).Scan(&yes)
	return yes, err
}

// merges give everything of one player to another; where both have the same thing,
// the other's stays.
var merges = []string{
	"UPDATE addresses SET player = ?2 WHERE player = ?1",
	`INSERT INTO results (player, variant, won, drawn, lost) SELECT ?2, variant, won, drawn, lost FROM results WHERE player = ?1
		ON CONFLICT (player, variant) DO UPDATE SET won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost`,
	"UPDATE games SET white = ?2 WHERE white = ?1",
	"UPDATE games SET black = ?2 WHERE black = ?1",
	"UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND challenger = ?1 AND opponent = ?2",
	"UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND challenger = ?2 AND opponent = ?1",
	"UPDATE challenges SET challenger = ?2 WHERE challenger = ?1",
	"UPDATE challenges SET opponent = ?2 WHERE opponent = ?1",
	"UPDATE interventions SET player = ?2 WHERE player = ?1",
	`INSERT INTO vacations (player, began, ended) SELECT ?2, began, ended FROM vacations WHERE player = ?1
		ON CONFLICT (player, began) DO UPDATE SET ended = max(ended, excluded.ended)`,
	"UPDATE OR IGNORE conditions SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE watchers SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE guests SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE player_blocks SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE player_blocks SET blocked = ?2 WHERE blocked = ?1",
	"DELETE FROM player_blocks WHERE player = ?2 AND blocked = ?2",
	"UPDATE OR IGNORE names SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE absences SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE unreached SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE notes SET player = ?2 WHERE player = ?1",
	"UPDATE OR IGNORE blocks SET player = ?2 WHERE player = ?1",
	"UPDATE rated SET player = ?2 WHERE player = ?1",
	// Of two ratings in one game the one with more games stands.
	`DELETE FROM ratings WHERE player = ?2 AND games < (SELECT o.games FROM ratings AS o
		WHERE o.player = ?1 AND o.variant = ratings.variant)`,
	"UPDATE OR IGNORE ratings SET player = ?2 WHERE player = ?1",
	"UPDATE ratings SET listed = (SELECT coalesce(json_extract(settings, '$.listed'), 0) FROM players WHERE id = ?2) WHERE player = ?2",
	"UPDATE OR IGNORE server_ratings SET player = ?2 WHERE player = ?1",
	`UPDATE server_ratings SET rating = (SELECT r.rating FROM ratings AS r WHERE r.player = ?2 AND r.variant = server_ratings.variant)
		WHERE player = ?2`,
}

// forgets remove what is left of a player.
var forgets = []string{
	"DELETE FROM vacations WHERE player = ?",
	"DELETE FROM conditions WHERE player = ?",
	"DELETE FROM watchers WHERE player = ?",
	"DELETE FROM guests WHERE player = ?1",
	"DELETE FROM player_blocks WHERE player = ?1",
	"DELETE FROM player_blocks WHERE blocked = ?1",
	"DELETE FROM link_guesses WHERE player = ?1",
	"DELETE FROM names WHERE player = ?",
	"DELETE FROM absences WHERE player = ?",
	"DELETE FROM unreached WHERE player = ?",
	"DELETE FROM notes WHERE player = ?",
	"DELETE FROM blocks WHERE player = ?",
	"DELETE FROM ratings WHERE player = ?",
	"DELETE FROM server_ratings WHERE player = ?",
	"DELETE FROM results WHERE player = ?",
	"DELETE FROM link_codes WHERE player = ?",
}

// Merge implements data.Tx.
func (t *tx) Merge(from, into int64) error {
	for _, query := range merges {
		if _, err := t.exec(query, from, into); err != nil {
			return err
		}
	}
	for _, query := range forgets {
		if _, err := t.exec(query, from); err != nil {
			return err
		}
	}
	return t.execOne(data.ErrNotFound, "DELETE FROM players WHERE id = ?", from)
}

// OpenToMail implements data.Tx.
func (t *tx) OpenToMail(name string) ([]data.Player, error) {
	ids, err := collect(t, func(s scanner) (id int64, err error) { return id, s.Scan(&id) },
		`SELECT DISTINCT p.id FROM addresses AS a JOIN players AS p ON p.id = a.player
		WHERE a.name = ? COLLATE NOCASE AND json_extract(p.settings, '$.open_to_mail') LIMIT 3`, name)
	if err != nil {
		return nil, err
	}
	return t.players(ids)
}

// players returns the players with these numbers.
func (t *tx) players(ids []int64) (list []data.Player, err error) {
	for _, id := range ids {
		p, err := t.Player(id)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}
