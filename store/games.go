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

// AddGame implements data.Tx.
func (t *tx) AddGame(g *game.Game) error {
	terms, err := json.Marshal(g.Terms)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server,
		plies, offer, outcome, reason, started, moved, origin) VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, 0, '', '*', '', ?, ?, ?)`,
		g.ID, g.Variant.Key(), string(terms), g.Seats[rules.White], g.Seats[rules.Black],
		g.Home.Transport, g.Home.ID, g.Server, stamp(g.Started), stamp(g.Started), g.Origin)
	if err != nil {
		return err
	}
	g.Version = 0
	return t.SaveGame(g)
}

// Game implements data.Tx.
func (t *tx) Game(id int64) (*game.Game, error) {
	g := &game.Game{ID: id}
	var key, terms, offer, asked, outcome string
	var started, since, spent, leftWhite, leftBlack int64
	var ended sql.NullInt64
	err := found(t.row(`SELECT version, variant, terms, white, black, home_transport, home_id, server, offer, asked,
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
	g.DrawOfferBy, g.TakebackBy, g.Outcome = colorNamed(offer), colorNamed(asked), parseOutcome(outcome)
	g.Started, g.Ended, g.Timing.Since = unstamp(started), unstampMaybe(ended), unstamp(since)
	g.Timing.Spent = time.Duration(spent) * time.Millisecond
	g.Timing.Left = [2]time.Duration{time.Duration(leftWhite) * time.Millisecond, time.Duration(leftBlack) * time.Millisecond}
	g.Log, err = collect(t, func(s scanner) (p game.Ply, err error) {
		var at int64
		err = s.Scan(&p.Move, &p.Note, &at)
		p.At = unstamp(at)
		return p, err
	}, "SELECT move, note, at FROM moves WHERE game = ? ORDER BY ply", id)
	if err != nil {
		return nil, err
	}
	if !g.Terms.Clock.IsZero() {
		for c, player := range g.Seats {
			if g.Vacations[c], err = t.Vacations(player); err != nil {
				return nil, err
			}
			if g.Outages[c], err = t.outages(player, g.Timing.Since); err != nil {
				return nil, err
			}
		}
	}
	return g, g.Load()
}

// SaveGame implements data.Tx. The ply of a stored move counts what was recorded,
// so that moves taken back stay and those that replace them have numbers of their own.
func (t *tx) SaveGame(g *game.Game) error {
	var recorded int
	if err := t.row("SELECT coalesce(max(ply), 0) FROM moves WHERE game = ?", g.ID).Scan(&recorded); err != nil {
		return err
	}
	moved := g.Started
	if n := len(g.Log); n > 0 {
		moved = g.Log[n-1].At
	}
	var alarm any
	if at, ok := g.NextAlarm(); ok {
		alarm = stamp(at)
	}
	err := t.execOne(data.ErrConflict, `UPDATE games SET version = version + 1, plies = ?, turn = ?, offer = ?, asked = ?,
		outcome = ?, reason = ?, moved = ?, ended = ?, home_transport = ?, home_id = ?, since = ?, spent = ?, left_white = ?,
		left_black = ?, reminders = ?, alarm = ? WHERE id = ? AND version = ?`,
		len(g.Plies), g.Turn().String(), colorName(g.DrawOfferBy), colorName(g.TakebackBy), g.Outcome.String(), string(g.Reason),
		stamp(moved), stampMaybe(g.Ended), g.Home.Transport, g.Home.ID, stamp(g.Timing.Since),
		g.Timing.Spent.Milliseconds(), g.Timing.Left[0].Milliseconds(), g.Timing.Left[1].Milliseconds(), g.Timing.Reminders, alarm, g.ID, g.Version)
	if err != nil {
		return err
	}
	g.Version++
	for i := recorded; i < len(g.Log); i++ {
		_, err := t.exec("INSERT INTO moves (game, ply, move, note, at) VALUES (?, ?, ?, ?, ?)",
			g.ID, i+1, g.Log[i].Move, g.Log[i].Note, stamp(g.Log[i].At))
		if err != nil {
			return err
		}
	}
	return nil
}

// SetHome implements data.Tx.
func (t *tx) SetHome(id int64, home chat.Address) error {
	return t.execOne(data.ErrNotFound, "UPDATE games SET version = version + 1, home_transport = ?, home_id = ? WHERE id = ?",
		home.Transport, home.ID, id)
}

func colorName(c *rules.Color) string {
	if c == nil {
		return ""
	}
	return c.String()
}

func colorNamed(s string) *rules.Color {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if c.String() == s {
			return &c
		}
	}
	return nil
}

const lineColumns = `SELECT id, variant, white, black, plies, turn, outcome, reason, home_transport, home_id, server,
	alarm IS NOT NULL FROM games `

// GameSummary implements data.Tx.
func (t *tx) GameSummary(id int64) (data.GameSummary, error) {
	l, err := scanLine(t.row(lineColumns+"WHERE id = ?", id))
	return l, found(err)
}

// Orders of lists of games: running ones as they were moved in, ended ones as they ended,
// and those that wait, the longest first. They are those of the indexes.
const (
	lastFirst    = " ORDER BY ended DESC, moved DESC, id DESC LIMIT ?2"
	longestFirst = " ORDER BY moved, id LIMIT ?2"
)

// byWhite and byBlack choose the games of player ?1, each once; asWhite and asBlack those
// against others, at home in place ?4 of transport ?3 if a transport is named.
const (
	byWhite = "SELECT id FROM games WHERE white = ?1 AND "
	byBlack = "SELECT id FROM games WHERE black = ?1 AND white <> ?1 AND "
	inPlace = "white <> black AND (?3 = '' OR home_transport = ?3 AND home_id = ?4) AND "
	asWhite = byWhite + inPlace
	asBlack = "SELECT id FROM games WHERE black = ?1 AND " + inPlace
)

// gamesOfPlayer lists the first ?2 games of player ?1.
var gamesOfPlayer = map[data.GameKind]string{
	data.Running: lineColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NULL" + lastFirst +
		") UNION ALL SELECT * FROM (" + asBlack + "ended IS NULL" + lastFirst + "))" + lastFirst,
	data.Waiting: lineColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NULL AND turn = 'white'" + longestFirst +
		") UNION ALL SELECT * FROM (" + asBlack + "ended IS NULL AND turn = 'black'" + longestFirst + "))" + longestFirst,
	data.Ended: lineColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NOT NULL" + lastFirst +
		") UNION ALL SELECT * FROM (" + asBlack + "ended IS NOT NULL" + lastFirst + "))" + lastFirst,
	data.Analyses: lineColumns + "WHERE white = ?1 AND black = ?1 AND ended IS NULL" + lastFirst,
}

// gamesInPlace lists the first ?2 games at home in place ?4 of transport ?3.
var gamesInPlace = map[data.GameKind]string{
	data.Running: lineColumns + "WHERE home_transport = ?3 AND home_id = ?4 AND ended IS NULL" + lastFirst,
	data.Ended:   lineColumns + "WHERE home_transport = ?3 AND home_id = ?4 AND ended IS NOT NULL" + lastFirst,
}

// FindGames implements data.Games. It asks for one game more than it returns, to know
// whether there are more.
func (t *tx) FindGames(f data.GameFilter) (l data.GameList, err error) {
	queries := gamesOfPlayer
	if f.Everyone {
		queries = gamesInPlace
	}
	query, ok := queries[f.Kind]
	if !ok {
		return l, fmt.Errorf("no list of games of kind %d", f.Kind)
	}
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit + 1
	}
	l.Games, err = collect(t, scanLine, query, f.Player, limit, f.Home.Transport, f.Home.ID)
	if l.More = f.Limit > 0 && len(l.Games) > f.Limit; l.More {
		l.Games = l.Games[:f.Limit]
	}
	return l, err
}

func scanLine(s scanner) (l data.GameSummary, err error) {
	var key, turn, outcome string
	err = s.Scan(&l.ID, &key, &l.Seats[0], &l.Seats[1], &l.Plies, &turn, &outcome, &l.Reason, &l.Home.Transport,
		&l.Home.ID, &l.Server, &l.Clocked)
	if err != nil {
		return l, err
	}
	l.Turn, l.Outcome = *colorNamed(turn), parseOutcome(outcome)
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
