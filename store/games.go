package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// AddGame implements data.Games.
func (t *tx) AddGame(g *game.Game) error {
	terms, err := json.Marshal(g.Terms)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server,
		plies, offer, outcome, reason, started, moved, origin) VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, 0, '', '*', '', ?, ?, ?)`,
		g.ID, g.Variant.Key(), string(terms), g.Seats[rules.White], g.Seats[rules.Black],
		g.Home.Transport, g.Home.ID, g.Server, toMillis(g.Started), toMillis(g.Started), g.Origin)
	if err != nil {
		return err
	}
	g.Version = 0
	return t.SaveGame(g)
}

// Game implements data.Games.
func (t *tx) Game(id int64) (*game.Game, error) {
	g := &game.Game{ID: id}
	var key, terms, offer, asked, outcome string
	var started, since, spent, leftWhite, leftBlack int64
	var ended sql.NullInt64
	err := orNotFound(t.row(`SELECT version, variant, terms, white, black, home_transport, home_id, server, offer, asked,
		outcome, reason, started, ended, origin, since, spent, left_white, left_black, reminders FROM games WHERE id = ?`, id).
		Scan(&g.Version, &key, &terms, &g.Seats[rules.White], &g.Seats[rules.Black], &g.Home.Transport, &g.Home.ID,
			&g.Server, &offer, &asked, &outcome, &g.Reason, &started, &ended, &g.Origin, &since, &spent, &leftWhite, &leftBlack,
			&g.Timing.Reminders))
	if err != nil {
		return nil, err
	}
	if g.Variant, err = variant(key); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(terms), &g.Terms); err != nil {
		return nil, fmt.Errorf("terms of game %d: %w", id, err)
	}
	g.DrawOfferBy, g.TakebackBy, g.Outcome = parseColor(offer), parseColor(asked), parseOutcome(outcome)
	g.Started, g.Ended, g.Timing.Since = fromMillis(started), fromMillisOrNull(ended), fromMillis(since)
	g.Timing.Spent = time.Duration(spent) * time.Millisecond
	g.Timing.Left = [2]time.Duration{time.Duration(leftWhite) * time.Millisecond, time.Duration(leftBlack) * time.Millisecond}
	if err := t.together(t.partsOf(g)...); err != nil {
		return nil, err
	}
	t.remember("games moves", id, storedGame{g.Version, len(g.Log)})
	return g, g.Load()
}

// partsOf returns the reads that complete a game whose row was read. Where each would be a round trip they include what a command
// that changes the game is about to ask.
func (t *tx) partsOf(g *game.Game) (reads []read) {
	reads = append(reads, func(t *tx) (err error) {
		g.Log, err = collect(t, func(s scanner) (p game.Ply, err error) {
			var at int64
			err = s.Scan(&p.Move, &p.Note, &at)
			p.At = fromMillis(at)
			return p, err
		}, "SELECT move, note, at FROM moves WHERE game = ? ORDER BY ply", g.ID)
		return err
	})
	if !g.Terms.Clock.IsZero() {
		for c, player := range g.Seats {
			reads = append(reads, func(t *tx) (err error) {
				g.Vacations[c], err = t.Vacations(player)
				return err
			}, func(t *tx) (err error) {
				g.Outages[c], err = t.outages(player, g.Timing.Since)
				return err
			})
		}
	}
	if !t.remote || !t.writes {
		return reads
	}
	waiting := func(to chat.Address) read {
		return ahead(func(t *tx) ([]data.OutboxMessage, error) { return t.Waiting(to, g.ID) })
	}
	reads = append(reads,
		ahead(func(t *tx) ([]int64, error) { return t.Watchers(g.ID) }),
		ahead(func(t *tx) (data.Server, error) { return t.Server(g.Server) }))
	if !g.Home.IsZero() {
		reads = append(reads, waiting(g.Home))
	}
	for _, player := range g.Seats {
		reads = append(reads,
			ahead(func(t *tx) (data.Player, error) { return t.Player(player) }),
			ahead(func(t *tx) (game.Conditions, error) { return t.Conditions(g.ID, player) }),
			ahead(func(t *tx) (string, error) { return t.Nickname(g.Server, player) }),
			ahead(func(t *tx) (bool, error) { return t.CannotSee(g.Home, player) }))
		if p, ok := known[data.Player](t, playerTables, player); ok && g.Home.IsZero() && len(p.Addresses) > 0 {
			reads = append(reads, waiting(p.Addresses[0]))
		}
	}
	return reads
}

// storedGame is what is stored of a game.
type storedGame struct {
	version int64
	entries int // of the log
}

// SaveGame implements data.Games. The stored moves are the game's log, which also has the moves
// that were taken back; column ply is the index in the log plus one.
func (t *tx) SaveGame(g *game.Game) error {
	stored, ok := known[storedGame](t, "games moves", g.ID)
	if !ok {
		stored.version = -1
		if err := t.row("SELECT coalesce(max(ply), 0) FROM moves WHERE game = ?", g.ID).Scan(&stored.entries); err != nil {
			return err
		}
	}
	moved := g.Started
	if n := len(g.Log); n > 0 {
		moved = g.Log[n-1].At
	}
	var alarm any
	if at, ok := g.NextAlarm(); ok {
		alarm = toMillis(at)
	}
	result, err := t.exec(`UPDATE games SET version = version + 1, plies = ?, turn = ?, offer = ?, asked = ?,
		outcome = ?, reason = ?, moved = ?, ended = ?, home_transport = ?, home_id = ?, since = ?, spent = ?, left_white = ?,
		left_black = ?, reminders = ?, alarm = ? WHERE id = ? AND version = ?`,
		len(g.Plies), g.Turn().String(), colorName(g.DrawOfferBy), colorName(g.TakebackBy), g.Outcome.String(), string(g.Reason),
		toMillis(moved), toMillisOrNull(g.Ended), g.Home.Transport, g.Home.ID, toMillis(g.Timing.Since),
		g.Timing.Spent.Milliseconds(), g.Timing.Left[0].Milliseconds(), g.Timing.Left[1].Milliseconds(), g.Timing.Reminders, alarm,
		g.ID, g.Version)
	if err == nil && g.Version != stored.version { // else it cannot have changed in this transaction
		err = one(data.ErrConflict, result)
	}
	if err != nil {
		return err
	}
	g.Version++
	for i := stored.entries; i < len(g.Log); i++ {
		_, err := t.exec("INSERT INTO moves (game, ply, move, note, at) VALUES (?, ?, ?, ?, ?)",
			g.ID, i+1, g.Log[i].Move, g.Log[i].Note, toMillis(g.Log[i].At))
		if err != nil {
			return err
		}
	}
	t.remember("games moves", g.ID, storedGame{g.Version, max(stored.entries, len(g.Log))})
	return nil
}

// SetHome implements data.Games.
func (t *tx) SetHome(id int64, home chat.Address) error {
	return t.execOne(data.ErrNotFound, "UPDATE games SET version = version + 1, home_transport = ?, home_id = ? WHERE id = ?",
		home.Transport, home.ID, id)
}

// colorName returns how a color is stored; empty for nil.
func colorName(c *rules.Color) string {
	if c == nil {
		return ""
	}
	return c.String()
}

// parseColor returns a stored color; nil if it is empty.
func parseColor(s string) *rules.Color {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if c.String() == s {
			return &c
		}
	}
	return nil
}

// variant returns the variant with a stored key.
func variant(key string) (*rules.Variant, error) {
	if v := rules.VariantByKey(key); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("stored variant %q is unknown", key)
}

// parseOutcome returns a stored outcome.
func parseOutcome(s string) rules.Outcome {
	for _, o := range []rules.Outcome{rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if o.String() == s {
			return o
		}
	}
	return rules.Undecided
}

// Note implements data.Games.
func (t *tx) Note(id, player int64) (note string, err error) {
	err = t.row("SELECT note FROM notes WHERE game = ? AND player = ?", id, player).Scan(&note)
	return note, optional(err)
}

// SetNote implements data.Games.
func (t *tx) SetNote(id, player int64, note string) error {
	_, err := t.exec(`INSERT INTO notes (game, player, note) VALUES (?, ?, ?)
		ON CONFLICT (game, player) DO UPDATE SET note = excluded.note`, id, player, note)
	return err
}
