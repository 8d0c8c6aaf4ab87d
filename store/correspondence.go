package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"stackmate/bot/data"
	"stackmate/bot/game"
)

// Vacations implements data.Tx.
func (t *tx) Vacations(player int64) ([]game.Span, error) {
	return collect(t, func(s scanner) (span game.Span, err error) {
		var from, to int64
		err = s.Scan(&from, &to)
		return game.Span{From: unstamp(from), To: unstamp(to)}, err
	}, "SELECT began, ended FROM vacations WHERE player = ? ORDER BY began", player)
}

// SetVacation implements data.Tx.
func (t *tx) SetVacation(player int64, v game.Span) error {
	_, err := t.exec(`INSERT INTO vacations (player, began, ended) VALUES (?, ?, ?)
		ON CONFLICT (player, began) DO UPDATE SET ended = excluded.ended`, player, stamp(v.From), stamp(v.To))
	return err
}

// Conditions implements data.Tx.
func (t *tx) Conditions(id, player int64) (list game.Conditions, err error) {
	var tree string
	err = t.row("SELECT tree FROM conditions WHERE game = ? AND player = ?", id, player).Scan(&tree)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(tree), &list); err != nil {
		return nil, fmt.Errorf("conditions of game %d: %w", id, err)
	}
	return list, nil
}

// SetConditions implements data.Tx.
func (t *tx) SetConditions(id, player int64, list game.Conditions) error {
	if len(list) == 0 {
		_, err := t.exec("DELETE FROM conditions WHERE game = ? AND player = ?", id, player)
		return err
	}
	tree, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO conditions (game, player, tree) VALUES (?, ?, ?)
		ON CONFLICT (game, player) DO UPDATE SET tree = excluded.tree`, id, player, string(tree))
	return err
}

// Watchers implements data.Tx.
func (t *tx) Watchers(id int64) ([]int64, error) {
	return collect(t, func(s scanner) (player int64, err error) { return player, s.Scan(&player) },
		"SELECT player FROM watchers WHERE game = ? ORDER BY player", id)
}

// Watch implements data.Tx.
func (t *tx) Watch(id, player int64, on bool) (changed bool, err error) {
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

// Note implements data.Tx.
func (t *tx) Note(id, player int64) (note string, err error) {
	err = t.row("SELECT note FROM notes WHERE game = ? AND player = ?", id, player).Scan(&note)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return note, err
}

// SetNote implements data.Tx.
func (t *tx) SetNote(id, player int64, note string) error {
	_, err := t.exec(`INSERT INTO notes (game, player, note) VALUES (?, ?, ?)
		ON CONFLICT (game, player) DO UPDATE SET note = excluded.note`, id, player, note)
	return err
}

// LogAdminAction implements data.Tx.
func (t *tx) LogAdminAction(i data.AdminAction) error {
	_, err := t.exec("INSERT INTO interventions (game, player, what, why, at) VALUES (?, ?, ?, ?, ?)",
		i.Game, i.Player, i.What, i.Why, stamp(i.At))
	return err
}

// AdminActions implements data.Tx.
func (t *tx) AdminActions(id int64) ([]data.AdminAction, error) {
	return collect(t, func(s scanner) (i data.AdminAction, err error) {
		var at int64
		err = s.Scan(&i.Game, &i.Player, &i.What, &i.Why, &at)
		i.At = unstamp(at)
		return i, err
	}, "SELECT game, player, what, why, at FROM interventions WHERE game = ? ORDER BY id", id)
}

// Server implements data.Tx.
func (t *tx) Server(id string) (s data.Server, err error) {
	var body string
	err = t.row("SELECT settings FROM servers WHERE id = ?", id).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		return s, fmt.Errorf("settings of server %s: %w", id, err)
	}
	return s, nil
}

// SetServer implements data.Tx.
func (t *tx) SetServer(id string, s data.Server) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO servers (id, settings) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET settings = excluded.settings`, id, string(body))
	return err
}

// Blocked implements data.Tx.
func (t *tx) Blocked(server string, player int64) (yes bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM blocks WHERE server = ? AND player = ?)", server, player).Scan(&yes)
	return yes, err
}

// Block implements data.Tx.
func (t *tx) Block(server string, player int64, on bool) error {
	query := "DELETE FROM blocks WHERE server = ? AND player = ?"
	if on {
		query = "INSERT OR IGNORE INTO blocks (server, player) VALUES (?, ?)"
	}
	_, err := t.exec(query, server, player)
	return err
}
