package store

import "stackmate/bot/chat"

// AcceptsFrom implements data.Blocks.
func (t *tx) AcceptsFrom(player, other int64, mail bool) (bool, error) {
	var blocked bool
	err := t.row(`SELECT EXISTS (SELECT 1 FROM player_blocks WHERE player = ?1 AND blocked = ?2 AND address = '')
		OR ?3 = 1 AND EXISTS (SELECT 1 FROM addresses AS a JOIN player_blocks AS b ON b.player = ?1 AND b.blocked = 0 AND b.address = a.id
			WHERE a.player = ?2 AND a.transport = 'email')`, player, other, mail).Scan(&blocked)
	return !blocked, err
}

// SetBlocked implements data.Blocks.
func (t *tx) SetBlocked(player, blocked int64, address string, on bool) (changed bool, err error) {
	if !on && address != "" {
		if err := t.forgetRefusal(player, chat.Address{Transport: mailTransport, ID: address}); err != nil {
			return false, err
		}
	}
	return t.setRow(on, "INSERT INTO player_blocks (player, blocked, address) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
		"DELETE FROM player_blocks WHERE player = ? AND blocked = ? AND address = ?", player, blocked, address)
}

// CountBlocked implements data.Blocks.
func (t *tx) CountBlocked(player int64) (n int, err error) {
	err = t.row("SELECT count(*) FROM player_blocks WHERE player = ?", player).Scan(&n)
	return n, err
}
