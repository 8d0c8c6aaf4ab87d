package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stackmate/bot/data"
)

// Computer implements data.Computers.
func (t *tx) Computer(level int, now time.Time) (data.Player, error) {
	var id int64
	err := orNotFound(t.row("SELECT id FROM players WHERE level = ?", level).Scan(&id))
	if errors.Is(err, data.ErrNotFound) {
		if id, err = t.insertPlayer(fmt.Sprintf("Stackmate level %d", level), now); err == nil {
			_, err = t.exec("UPDATE players SET level = ? WHERE id = ?", level, id)
		}
	}
	if err != nil {
		return data.Player{}, err
	}
	return t.Player(id)
}

// computerTurns selects the games in which the program has something to do. The indexes are named, since
// SQLite would read all running games of a level, also those in which people are to move.
const computerTurns = `
	SELECT g.id, p.level, 'white' AS color, g.black AS opponent, g.plies, g.moved, g.offer, g.turn FROM players AS p CROSS JOIN games AS g INDEXED BY games_waiting_white
		ON g.white = p.id WHERE p.level > 0 AND g.ended IS NULL AND g.turn = 'white' AND g.white <> g.black
	UNION ALL SELECT g.id, p.level, 'black' AS color, g.white, g.plies, g.moved, g.offer, g.turn FROM players AS p CROSS JOIN games AS g INDEXED BY games_waiting_black
		ON g.black = p.id WHERE p.level > 0 AND g.ended IS NULL AND g.turn = 'black' AND g.white <> g.black
	UNION ALL SELECT g.id, p.level, 'white' AS color, g.black, g.plies, g.moved, g.offer, g.turn FROM games AS g CROSS JOIN players AS p
		ON p.id = g.white WHERE g.ended IS NULL AND g.offer <> '' AND g.offer = 'black' AND g.turn = 'black' AND p.level > 0
	UNION ALL SELECT g.id, p.level, 'black' AS color, g.white, g.plies, g.moved, g.offer, g.turn FROM games AS g CROSS JOIN players AS p
		ON p.id = g.black WHERE g.ended IS NULL AND g.offer <> '' AND g.offer = 'white' AND g.turn = 'white' AND p.level > 0`

// ComputerTurns implements data.Computers. An offer is answered in the turn of the one who made
// it too.
func (t *tx) ComputerTurns(limit int) ([]data.ComputerTurn, error) {
	return collect(t, func(s scanner) (w data.ComputerTurn, err error) {
		var since int64
		var color, offer, turn string
		err = s.Scan(&w.Game, &w.Level, &color, &w.Opponent, &w.Plies, &since, &offer, &turn)
		if err != nil {
			return w, err
		}
		w.Since, w.Color = fromMillis(since), *parseColor(color)
		w.Offered, w.ToMove = offer == w.Color.Other().String(), turn == color
		return w, nil
	}, "SELECT id, level, color, opponent, plies, moved, offer, turn FROM ("+computerTurns+") AS turns ORDER BY moved, id LIMIT ?", limit)
}

// CountComputerGames implements data.Computers.
func (t *tx) CountComputerGames(player int64) (n int, err error) {
	err = t.row(`SELECT (SELECT count(*) FROM games AS g CROSS JOIN players AS p ON p.id = g.black WHERE g.white = ?1 AND g.ended IS NULL AND p.level > 0) +
		(SELECT count(*) FROM games AS g CROSS JOIN players AS p ON p.id = g.white WHERE g.black = ?1 AND g.ended IS NULL AND p.level > 0)`, player).Scan(&n)
	return n, err
}

// ComputerTallies implements data.Computers.
func (t *tx) ComputerTallies(player int64) (list []data.ComputerTally, err error) {
	_, err = collect(t, func(s scanner) (n int, err error) {
		var level int
		var variant, winner string
		if err = s.Scan(&variant, &level, &winner, &n); err != nil {
			return n, err
		}
		variant, _, _ = strings.Cut(variant, ":") // without its setup
		i := slices.IndexFunc(list, func(c data.ComputerTally) bool { return c.Level == level && c.Variant == variant })
		if i < 0 {
			i, list = len(list), append(list, data.ComputerTally{Level: level, Tally: data.Tally{Variant: variant}})
		}
		switch winner {
		case "player":
			list[i].Won += n
		case "program":
			list[i].Lost += n
		default:
			list[i].Drawn += n
		}
		return n, nil
	}, `SELECT g.variant, p.level, CASE g.outcome WHEN '1-0' THEN 'player' WHEN '0-1' THEN 'program' ELSE '' END AS winner, count(*)
			FROM games AS g CROSS JOIN players AS p ON p.id = g.black WHERE g.white = ?1 AND g.ended IS NOT NULL AND g.outcome <> '*' AND p.level > 0 GROUP BY 1, 2, 3
		UNION ALL SELECT g.variant, p.level, CASE g.outcome WHEN '0-1' THEN 'player' WHEN '1-0' THEN 'program' ELSE '' END AS winner, count(*)
			FROM games AS g CROSS JOIN players AS p ON p.id = g.white WHERE g.black = ?1 AND g.ended IS NOT NULL AND g.outcome <> '*' AND p.level > 0 GROUP BY 1, 2, 3`, player)
	return list, err
}
