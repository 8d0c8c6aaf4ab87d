package store

import "stackmate/bot/data"

// NameIn implements data.Tx.
func (t *tx) NameIn(server string, player int64) (name string, err error) {
	err = t.row("SELECT name FROM names WHERE server = ? AND player = ?", server, player).Scan(&name)
	return name, found(err)
}

// SetNameIn implements data.Tx.
func (t *tx) SetNameIn(server string, player int64, name string) error {
	if name == "" {
		_, err := t.exec("DELETE FROM names WHERE server = ? AND player = ?", server, player)
		return err
	}
	_, err := t.exec(`INSERT INTO names (server, player, name) VALUES (?, ?, ?)
		ON CONFLICT (server, player) DO UPDATE SET name = excluded.name`, server, player, name)
	return err
}

// PlayersCalled implements data.Tx.
func (t *tx) PlayersCalled(server, name string) ([]data.Player, error) {
	ids, err := collect(t, func(s scanner) (id int64, err error) { return id, s.Scan(&id) },
		"SELECT player FROM names WHERE name = ? COLLATE NOCASE AND server = ? LIMIT 3", name, server)
	if err != nil {
		return nil, err
	}
	return t.players(ids)
}
