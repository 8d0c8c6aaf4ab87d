package store

// Invited implements data.Tx.
func (t *tx) Invited(game, player int64) (yes bool, err error) {
	err = t.row(`SELECT EXISTS (SELECT 1 FROM guests WHERE game = ?1 AND player = ?2)
		OR EXISTS (SELECT 1 FROM watchers WHERE game = ?1 AND player = ?2)`, game, player).Scan(&yes)
	return yes, err
}

// Invite implements data.Tx.
func (t *tx) Invite(game, player int64) (changed bool, err error) {
	result, err := t.exec("INSERT OR IGNORE INTO guests (game, player) VALUES (?, ?)", game, player)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// CountInvited implements data.Tx.
func (t *tx) CountInvited(game int64) (n int, err error) {
	err = t.row("SELECT count(*) FROM guests WHERE game = ?", game).Scan(&n)
	return n, err
}

// Uninvite implements data.Tx.
func (t *tx) Uninvite(game, player int64) error {
	for _, query := range []string{"DELETE FROM guests WHERE game = ? AND player = ?", "DELETE FROM watchers WHERE game = ? AND player = ?"} {
		if _, err := t.exec(query, game, player); err != nil {
			return err
		}
	}
	return nil
}

// Watchers implements data.Tx.
func (t *tx) Watchers(id int64) ([]int64, error) {
	return collect(t, func(s scanner) (player int64, err error) { return player, s.Scan(&player) },
		"SELECT player FROM watchers WHERE game = ? ORDER BY player", id)
}

// SetWatching implements data.Tx.
func (t *tx) SetWatching(id, player int64, on bool) (changed bool, err error) {
	query := "DELETE FROM watchers WHERE game = ? AND player = ?"
	if on {
		query = "INSERT OR IGNORE INTO watchers (game, player) VALUES (?, ?)"
	}
	result, err := t.exec(query, id, player)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
