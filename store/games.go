package store

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// AddGame implements bot.Tx.
func (t *tx) AddGame(g *game.Game) error {
	terms, err := json.Marshal(g.Terms)
	if err != nil {
		return err
	}
	g.Version = 1
	_, err = t.exec(`INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server,
		plies, offer, outcome, reason, started, moved) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, 0, '', '*', '', ?, ?)`,
		g.ID, g.Variant.Key(), string(terms), g.Seats[rules.White], g.Seats[rules.Black],
		g.Home.Transport, g.Home.ID, g.Server, stamp(g.Started), stamp(g.Started))
	return err
}

// Game implements bot.Tx.
func (t *tx) Game(id int64) (*game.Game, error) {
	g := &game.Game{ID: id}
	var key, terms, offer, outcome string
	var started int64
	var ended sql.NullInt64
	err := found(t.row(`SELECT version, variant, terms, white, black, home_transport, home_id, server, offer, outcome,
		reason, started, ended FROM games WHERE id = ?`, id).Scan(&g.Version, &key, &terms, &g.Seats[rules.White],
		&g.Seats[rules.Black], &g.Home.Transport, &g.Home.ID, &g.Server, &offer, &outcome, &g.Reason, &started, &ended))
	if err != nil {
		return nil, err
	}
	if g.Variant, err = variant(key); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(terms), &g.Terms); err != nil {
		return nil, fmt.Errorf("terms of game %d: %w", id, err)
	}
	g.Outcome, g.Started, g.Ended = parseOutcome(outcome), unstamp(started), unstampMaybe(ended)
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if offer == c.String() {
			g.Offer = &c
		}
	}
	g.Plies, err = collect(t, func(s scanner) (p game.Ply, err error) {
		var at int64
		err = s.Scan(&p.Move, &at)
		p.At = unstamp(at)
		return p, err
	}, "SELECT move, at FROM moves WHERE game = ? ORDER BY ply", id)
	if err != nil {
		return nil, err
	}
	return g, g.Load()
}

// SaveGame implements bot.Tx.
func (t *tx) SaveGame(g *game.Game) error {
	var plies int
	if err := found(t.row("SELECT plies FROM games WHERE id = ?", g.ID).Scan(&plies)); err != nil {
		return err
	}
	offer, moved := "", g.Started
	if g.Offer != nil {
		offer = g.Offer.String()
	}
	if n := len(g.Plies); n > 0 {
		moved = g.Plies[n-1].At
	}
	err := t.execOne(bot.ErrConflict, `UPDATE games SET version = version + 1, plies = ?, offer = ?, outcome = ?,
		reason = ?, moved = ?, ended = ?, home_transport = ?, home_id = ? WHERE id = ? AND version = ?`,
		len(g.Plies), offer, g.Outcome.String(), string(g.Reason), stamp(moved), stampMaybe(g.Ended),
		g.Home.Transport, g.Home.ID, g.ID, g.Version)
	if err != nil {
		return err
	}
	g.Version++
	for i := plies; i < len(g.Plies); i++ {
		_, err := t.exec("INSERT INTO moves (game, ply, move, at) VALUES (?, ?, ?, ?)",
			g.ID, i+1, g.Plies[i].Move, stamp(g.Plies[i].At))
		if err != nil {
			return err
		}
	}
	return nil
}

const lineColumns = "SELECT id, variant, white, black, plies, outcome, reason, home_transport, home_id FROM games "

// GamesOf implements bot.Tx.
func (t *tx) GamesOf(player int64, running bool, limit int) ([]bot.GameLine, error) {
	return collect(t, scanLine, lineColumns+`WHERE (white = ? OR black = ?) AND (outcome = '*') = ?
		ORDER BY moved DESC, id DESC LIMIT ?`, player, player, running, limit)
}

// GamesIn implements bot.Tx.
func (t *tx) GamesIn(home chat.Address, running bool, limit int) ([]bot.GameLine, error) {
	return collect(t, scanLine, lineColumns+`WHERE home_transport = ? AND home_id = ? AND (outcome = '*') = ?
		ORDER BY moved DESC, id DESC LIMIT ?`, home.Transport, home.ID, running, limit)
}

func scanLine(s scanner) (l bot.GameLine, err error) {
	var key, outcome string
	err = s.Scan(&l.ID, &key, &l.Seats[0], &l.Seats[1], &l.Plies, &outcome, &l.Reason, &l.Home.Transport, &l.Home.ID)
	if err != nil {
		return l, err
	}
	l.Outcome = parseOutcome(outcome)
	l.Variant, err = variant(key)
	return l, err
}

// variant returns a stored game's rules.
func variant(key string) (*rules.Variant, error) {
	if v := rules.VariantByKey(key); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("stored variant %q is unknown", key)
}

func parseOutcome(s string) rules.Outcome {
	for _, o := range []rules.Outcome{rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if o.String() == s {
			return o
		}
	}
	return rules.Undecided
}
