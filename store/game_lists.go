package store

import (
	"fmt"

	"stackmate/bot/data"
)

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
