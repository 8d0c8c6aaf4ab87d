package store

import "slices"

// Invited implements data.Watchers.
func (t *tx) Invited(game, player int64) (yes bool, err error) {
	err = t.row(`SELECT EXISTS (SELECT 1 FROM guests WHERE game = ?1 AND player = ?2)
		OR EXISTS (SELECT 1 FROM watchers WHERE game = ?1 AND player = ?2)`, game, player).Scan(&yes)
	return yes, err
}

// Invite implements data.Watchers.
func (t *tx) Invite(game, player int64) (changed bool, err error) {
	n, err := t.execCount("INSERT INTO guests (game, player) VALUES (?, ?) ON CONFLICT DO NOTHING", game, player)
	return n > 0, err
}

// CountInvited implements data.Watchers.
func (t *tx) CountInvited(game int64) (n int, err error) {
	err = t.row("SELECT count(*) FROM guests WHERE game = ?", game).Scan(&n)
	return n, err
}

// Uninvite implements data.Watchers.
func (t *tx) Uninvite(game, player int64) error {
	return t.execAll([]string{
		"DELETE FROM guests WHERE game = ? AND player = ?",
		"DELETE FROM watchers WHERE game = ? AND player = ?",
	}, game, player)
}

// Watchers implements data.Watchers.
func (t *tx) Watchers(game int64) ([]int64, error) {
	list, err := recall(t, "watchers", game, func() ([]int64, error) {
		return collect(t, scanValue[int64], "SELECT player FROM watchers WHERE game = ? ORDER BY player", game)
	})
	return slices.Clone(list), err
}

// SetWatching implements data.Watchers.
func (t *tx) SetWatching(game, player int64, on bool) (changed bool, err error) {
	return t.setRow(on, "INSERT INTO watchers (game, player) VALUES (?, ?) ON CONFLICT DO NOTHING",
		"DELETE FROM watchers WHERE game = ? AND player = ?", game, player)
}
