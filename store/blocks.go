package store

// AcceptsFrom implements data.Tx.
func (t *tx) AcceptsFrom(player, from int64, mail bool) (bool, error) {
	var blocked bool
	err := t.row(`SELECT EXISTS (SELECT 1 FROM player_blocks WHERE player = ?1 AND blocked = ?2 AND address = '')
		OR ?3 AND EXISTS (SELECT 1 FROM addresses AS a JOIN player_blocks AS b ON b.player = ?1 AND b.blocked = 0 AND b.address = a.id
			WHERE a.player = ?2 AND a.transport = 'email')`, player, from, mail).Scan(&blocked)
	return !blocked, err
}

// SetBlocked implements data.Tx.
func (t *tx) SetBlocked(player, blocked int64, address string, on bool) (changed bool, err error) {
	query := "DELETE FROM player_blocks WHERE player = ? AND blocked = ? AND address = ?"
	if on {
		query = "INSERT OR IGNORE INTO player_blocks (player, blocked, address) VALUES (?, ?, ?)"
	}
	result, err := t.exec(query, player, blocked, address)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// CountBlocked implements data.Tx.
func (t *tx) CountBlocked(player int64) (n int, err error) {
	err = t.row("SELECT count(*) FROM player_blocks WHERE player = ?", player).Scan(&n)
	return n, err
}
