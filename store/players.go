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
	player, name, err := t.playerAt(p.Address)
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
		if _, err := t.exec("UPDATE players SET name = ? WHERE id = ?", p.Name, player.ID); err != nil {
			return data.Player{}, err
		}
		player.Name = p.Name
	}
	return player, nil
}

// addressed is the player with an address, and the name that is stored with that.
type addressed struct {
	player data.Player
	name   string
}

// playerAt returns the player with an address, and the name that is stored with that.
func (t *tx) playerAt(a chat.Address) (p data.Player, name string, err error) {
	found, err := recall(t, playerTables, a, func() (addressed, error) {
		p, names, err := t.readPlayer(playerColumns+`addresses AS my JOIN players AS p ON p.id = my.player LEFT JOIN addresses AS a ON a.player = p.id
			WHERE my.transport = ? AND my.id = ?`+addressOrder, a.Transport, a.ID)
		if err == nil {
			t.remember(playerTables, p.ID, p)
		}
		return addressed{p, names[a]}, err
	})
	found.player.Addresses = slices.Clone(found.player.Addresses)
	return found.player, found.name, err
}

// FindPlayer implements data.Players.
func (t *tx) FindPlayer(a chat.Address) (data.Player, error) {
	p, _, err := t.playerAt(a)
	return p, err
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
	p, err := recall(t, playerTables, id, func() (data.Player, error) {
		p, _, err := t.readPlayer(playerColumns+"players AS p LEFT JOIN addresses AS a ON a.player = p.id WHERE p.id = ?"+addressOrder, id)
		return p, err
	})
	p.Addresses = slices.Clone(p.Addresses)
	return p, err
}

// Parts of the queries of readPlayer, and the tables that they read.
const (
	playerColumns = `SELECT p.id, p.name, p.settings, p.former, coalesce(p.level, 0), a.transport, a.id, a.name, coalesce(a.refused_until, 0) FROM `
	addressOrder  = " ORDER BY a.refused_until IS NOT NULL, a.created, a.transport, a.id"
	playerTables  = "players addresses"
)

// readPlayer returns the player that a query finds, and the names that are stored with the addresses.
func (t *tx) readPlayer(query string, args ...any) (p data.Player, names map[chat.Address]string, err error) {
	var settings string
	names = map[chat.Address]string{}
	rows, err := collect(t, func(s scanner) (a chat.Address, err error) {
		var transport, address, name sql.NullString
		var refused int64
		err = s.Scan(&p.ID, &p.Name, &settings, &p.Former, &p.Level, &transport, &address, &name, &refused)
		if a = (chat.Address{Transport: transport.String, ID: address.String}); !a.IsZero() {
			names[a] = name.String
			p.Addresses = append(p.Addresses, a)
			t.remember("addresses", a, refused)
		}
		return a, err
	}, query, args...)
	if err != nil {
		return p, nil, err
	}
	if len(rows) == 0 {
		return p, nil, data.ErrNotFound
	}
	if err := json.Unmarshal([]byte(settings), &p.Settings); err != nil {
		return p, nil, fmt.Errorf("settings of player %d: %w", p.ID, err)
	}
	slices.SortStableFunc(p.Addresses, func(a, b chat.Address) int {
		return addressRank(a, p.Settings.Notices) - addressRank(b, p.Settings.Notices)
	})
	return p, names, nil
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
