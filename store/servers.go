package store

import (
	"encoding/json"
	"fmt"

	"stackmate/bot/data"
)

// LogAdminAction implements data.Servers.
func (t *tx) LogAdminAction(a data.AdminAction) error {
	_, err := t.exec("INSERT INTO interventions (game, player, what, why, at) VALUES (?, ?, ?, ?, ?)",
		a.Game, a.Player, a.Action, a.Reason, toMillis(a.At))
	return err
}

// AdminActions implements data.Servers.
func (t *tx) AdminActions(game int64) ([]data.AdminAction, error) {
	return collect(t, func(s scanner) (a data.AdminAction, err error) {
		var at int64
		err = s.Scan(&a.Game, &a.Player, &a.Action, &a.Reason, &at)
		a.At = fromMillis(at)
		return a, err
	}, "SELECT game, player, what, why, at FROM interventions WHERE game = ? ORDER BY id", game)
}

// Server implements data.Servers.
func (t *tx) Server(id string) (s data.Server, err error) {
	if err := optionalJSON(t, &s, "servers", id, "SELECT settings FROM servers WHERE id = ?", id); err != nil {
		return s, fmt.Errorf("settings of server %s: %w", id, err)
	}
	return s, nil
}

// SetServer implements data.Servers.
func (t *tx) SetServer(id string, s data.Server) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO servers (id, settings) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET settings = excluded.settings`, id, string(body))
	return err
}

// Banned implements data.Servers.
func (t *tx) Banned(server string, player int64) (yes bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM blocks WHERE server = ? AND player = ?)", server, player).Scan(&yes)
	return yes, err
}

// SetBanned implements data.Servers.
func (t *tx) SetBanned(server string, player int64, on bool) error {
	_, err := t.setRow(on, "INSERT INTO blocks (server, player) VALUES (?, ?) ON CONFLICT DO NOTHING",
		"DELETE FROM blocks WHERE server = ? AND player = ?", server, player)
	return err
}
