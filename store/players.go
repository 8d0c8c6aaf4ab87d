package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// PlayerAt implements data.Players.
func (t *tx) PlayerAt(p chat.Person, now time.Time) (data.Player, error) {
	var id int64
	var name string
	err := orNotFound(t.row("SELECT player, name FROM addresses WHERE transport = ? AND id = ?", p.Transport, p.ID).Scan(&id, &name))
	switch {
	case errors.Is(err, data.ErrNotFound):
		return t.addPlayer(p, now)
	case err != nil:
		return data.Player{}, err
	}
	if name != p.Name && p.Name != "" {
		if _, err := t.exec("UPDATE addresses SET name = ? WHERE transport = ? AND id = ?", p.Name, p.Transport, p.ID); err != nil {
			return data.Player{}, err
		}
		if _, err := t.exec("UPDATE players SET name = ? WHERE id = ?", p.Name, id); err != nil {
			return data.Player{}, err
		}
	}
	return t.Player(id)
}

// FindPlayer implements data.Players.
func (t *tx) FindPlayer(a chat.Address) (data.Player, error) {
	var id int64
	err := t.row("SELECT player FROM addresses WHERE transport = ? AND id = ?", a.Transport, a.ID).Scan(&id)
	if err != nil {
		return data.Player{}, orNotFound(err)
	}
	return t.Player(id)
}

// addPlayer adds a player with a person's address and name, or a numbered name if the person
// has none.
func (t *tx) addPlayer(p chat.Person, now time.Time) (data.Player, error) {
	id, err := t.insertPlayer(p.Name, now)
	if err != nil {
		return data.Player{}, err
	}
	name := p.Name
	if name == "" {
		name = data.NumberedName(id)
		if _, err := t.exec("UPDATE players SET name = ? WHERE id = ?", name, id); err != nil {
			return data.Player{}, err
		}
	}
	_, err = t.exec("INSERT INTO addresses (transport, id, player, name, created) VALUES (?, ?, ?, ?, ?)",
		p.Transport, p.ID, id, name, toMillis(now))
	if err != nil {
		return data.Player{}, err
	}
	return data.Player{ID: id, Name: name, Addresses: []chat.Address{p.Address}}, t.restoreRefusals(id, p.Address)
}

// insertPlayer adds a player without addresses and returns its id, which was never given before.
func (t *tx) insertPlayer(name string, now time.Time) (id int64, err error) {
	err = t.row(`INSERT INTO players (id, name, created) SELECT max(id), ?, ? FROM (
		SELECT coalesce(max(id), 0) + 1 AS id FROM players UNION ALL SELECT max(next_player) FROM restores) AS free RETURNING id`,
		name, toMillis(now)).Scan(&id)
	return id, err
}

// Rename implements data.Players.
func (t *tx) Rename(player int64, transport, name string) error {
	if _, err := t.exec("UPDATE addresses SET name = ? WHERE player = ? AND transport = ?", name, player, transport); err != nil {
		return err
	}
	_, err := t.exec(`UPDATE players SET name = ?1 WHERE id = ?2
		AND NOT EXISTS (SELECT 1 FROM addresses WHERE player = ?2 AND transport <> ?3)`, name, player, transport)
	return err
}

// Player implements data.Players.
func (t *tx) Player(id int64) (data.Player, error) {
	p, err := recall(t, "players addresses", id, func() (data.Player, error) { return t.readPlayer(id) })
	p.Addresses = slices.Clone(p.Addresses)
	return p, err
}

// readPlayer is Player from the database.
func (t *tx) readPlayer(id int64) (data.Player, error) {
	p := data.Player{ID: id}
	var settings string
	all, err := collect(t, func(s scanner) (a chat.Address, err error) {
		var transport, address sql.NullString
		err = s.Scan(&p.Name, &settings, &p.Former, &p.Level, &transport, &address)
		return chat.Address{Transport: transport.String, ID: address.String}, err
	}, `SELECT p.name, p.settings, p.former, coalesce(p.level, 0), a.transport, a.id FROM players AS p LEFT JOIN addresses AS a ON a.player = p.id
		WHERE p.id = ? ORDER BY a.refused_until IS NOT NULL, a.created, a.transport, a.id`, id)
	if err != nil {
		return p, err
	}
	if len(all) == 0 {
		return p, data.ErrNotFound
	}
	if err := json.Unmarshal([]byte(settings), &p.Settings); err != nil {
		return p, fmt.Errorf("settings of player %d: %w", id, err)
	}
	if !all[0].IsZero() {
		p.Addresses = all
	}
	slices.SortStableFunc(p.Addresses, func(a, b chat.Address) int {
		return addressRank(a, p.Settings.Notices) - addressRank(b, p.Settings.Notices)
	})
	return p, nil
}

// addressRank is 0 for an address of the transport that a player prefers, which comes first,
// and 1 for others.
func addressRank(a chat.Address, preferred string) int {
	if a.Transport == preferred {
		return 0
	}
	return 1
}

// SavePlayer implements data.Players.
func (t *tx) SavePlayer(p data.Player) error {
	settings, err := json.Marshal(p.Settings)
	if err != nil {
		return err
	}
	if err := t.execOne(data.ErrNotFound, "UPDATE players SET settings = ? WHERE id = ?", string(settings), p.ID); err != nil {
		return err
	}
	_, err = t.exec("UPDATE ratings SET listed = ?1 WHERE player = ?2 AND listed <> ?1", p.Settings.Listed, p.ID)
	return err
}

// PlayersNamed implements data.Players.
func (t *tx) PlayersNamed(transport, name string) ([]data.Player, error) {
	return t.players("SELECT DISTINCT player FROM addresses WHERE transport = ? AND name = ? COLLATE NOCASE LIMIT 3", transport, name)
}

// HavePlayed implements data.Players.
func (t *tx) HavePlayed(a, b int64) (yes bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM games WHERE white = ?1 AND black = ?2 OR white = ?2 AND black = ?1)", a, b).Scan(&yes)
	return yes, err
}

// PlayersOpenToMail implements data.Players.
func (t *tx) PlayersOpenToMail(name string) ([]data.Player, error) {
	return t.players(`SELECT DISTINCT p.id FROM addresses AS a JOIN players AS p ON p.id = a.player
		WHERE a.name = ? COLLATE NOCASE AND coalesce(json_extract(p.settings, '$.open_to_mail'), 0) = 1 LIMIT 3`, name)
}

// players returns the players whose ids a query returns.
func (t *tx) players(query string, args ...any) (list []data.Player, err error) {
	ids, err := collect(t, scanValue[int64], query, args...)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		p, err := t.Player(id)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Nickname implements data.Players.
func (t *tx) Nickname(server string, player int64) (name string, err error) {
	type key struct {
		server string
		player int64
	}
	name, err = recall(t, "names", key{server, player}, func() (name string, err error) {
		err = t.row("SELECT name FROM names WHERE server = ? AND player = ?", server, player).Scan(&name)
		return name, optional(err)
	})
	if err == nil && name == "" {
		err = data.ErrNotFound
	}
	return name, err
}

// SetNickname implements data.Players.
func (t *tx) SetNickname(server string, player int64, name string) error {
	if name == "" {
		_, err := t.exec("DELETE FROM names WHERE server = ? AND player = ?", server, player)
		return err
	}
	_, err := t.exec(`INSERT INTO names (server, player, name) VALUES (?, ?, ?)
		ON CONFLICT (server, player) DO UPDATE SET name = excluded.name`, server, player, name)
	return err
}

// PlayersNicknamed implements data.Players.
func (t *tx) PlayersNicknamed(server, name string) ([]data.Player, error) {
	return t.players("SELECT player FROM names WHERE name = ? COLLATE NOCASE AND server = ? LIMIT 3", name, server)
}
