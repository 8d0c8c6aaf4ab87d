package store

import (
	"fmt"
	"math"

	"stackmate/bot/data"
)

// summaryColumns begins the queries that scanSummary reads.
const summaryColumns = `SELECT id, variant, white, black, plies, turn, outcome, reason, home_transport, home_id, server,
	alarm IS NOT NULL FROM games `

// GameSummary implements data.Games.
func (t *tx) GameSummary(id int64) (data.GameSummary, error) {
	return recall(t, "games", id, func() (data.GameSummary, error) {
		l, err := scanSummary(t.row(summaryColumns+"WHERE id = ?", id))
		return l, orNotFound(err)
	})
}

// Orders of games in lists. Indexes have the same order. In newestFirst, games that have ended
// are ordered by their end and running games by their last move.
const (
	newestFirst  = " ORDER BY ended DESC, moved DESC, id DESC LIMIT ?2"
	longestFirst = " ORDER BY moved, id LIMIT ?2"
)

// Parts of queries. byWhite and byBlack find the games of player ?1, an analysis only by white.
// asWhite and asBlack find those with two players, in place ?4 of transport ?3 unless that is
// empty.
const (
	byWhite = "SELECT id FROM games WHERE white = ?1 AND "
	byBlack = "SELECT id FROM games WHERE black = ?1 AND white <> ?1 AND "
	inPlace = "white <> black AND (?3 = '' OR home_transport = ?3 AND home_id = ?4) AND "
	asWhite = byWhite + inPlace
	asBlack = "SELECT id FROM games WHERE black = ?1 AND " + inPlace
)

// gamesOfPlayer lists the first ?2 games of player ?1, by kind.
var gamesOfPlayer = map[data.GameKind]string{
	data.Running: summaryColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NULL" + newestFirst +
		") AS w UNION ALL SELECT * FROM (" + asBlack + "ended IS NULL" + newestFirst + ") AS b)" + newestFirst,
	data.Waiting: summaryColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NULL AND turn = 'white'" + longestFirst +
		") AS w UNION ALL SELECT * FROM (" + asBlack + "ended IS NULL AND turn = 'black'" + longestFirst + ") AS b)" + longestFirst,
	data.Ended: summaryColumns + "WHERE id IN (SELECT * FROM (" + asWhite + "ended IS NOT NULL" + newestFirst +
		") AS w UNION ALL SELECT * FROM (" + asBlack + "ended IS NOT NULL" + newestFirst + ") AS b)" + newestFirst,
	data.Analyses: summaryColumns + "WHERE white = ?1 AND black = ?1 AND ended IS NULL" + newestFirst,
}

// gamesInPlace lists the first ?2 games of all players in place ?4 of transport ?3, by kind.
var gamesInPlace = map[data.GameKind]string{
	data.Running: summaryColumns + "WHERE home_transport = ?3 AND home_id = ?4 AND ended IS NULL" + newestFirst,
	data.Ended:   summaryColumns + "WHERE home_transport = ?3 AND home_id = ?4 AND ended IS NOT NULL" + newestFirst,
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
	limit := math.MaxInt32
	if f.Limit > 0 {
		limit = f.Limit + 1
	}
	l.Games, err = collect(t, scanSummary, query, f.Player, limit, f.Home.Transport, f.Home.ID)
	for _, g := range l.Games {
		t.remember("games", g.ID, g)
	}
	if l.More = f.Limit > 0 && len(l.Games) > f.Limit; l.More {
		l.Games = l.Games[:f.Limit]
	}
	return l, err
}

// scanSummary reads a row of summaryColumns.
func scanSummary(s scanner) (l data.GameSummary, err error) {
	var key, turn, outcome string
	err = s.Scan(&l.ID, &key, &l.Seats[0], &l.Seats[1], &l.Plies, &turn, &outcome, &l.Reason, &l.Home.Transport,
		&l.Home.ID, &l.Server, &l.Clocked)
	if err != nil {
		return l, err
	}
	l.Turn, l.Outcome = *parseColor(turn), parseOutcome(outcome)
	l.Variant, err = variant(key)
	return l, err
}
