package store

import (
	"database/sql"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/rating"
)

// attemptColumns begins the queries that scanAttempt reads.
const attemptColumns = "SELECT player, puzzle, variant, shown, line, state, won, before, after, solved FROM puzzle_attempts "

func scanAttempt(s scanner) (a data.PuzzleAttempt, err error) {
	var shown int64
	var won sql.NullBool
	var solved sql.NullInt64
	err = s.Scan(&a.Player, &a.Puzzle, &a.Variant, &shown, &a.Line, &a.State, &won, &a.Before, &a.After, &solved)
	a.Shown, a.Tried, a.Won, a.Solved = fromMillis(shown), won.Valid, won.Bool, fromMillisOrNull(solved)
	return a, err
}

// PuzzleAttempt implements data.Puzzles.
func (t *tx) PuzzleAttempt(player int64, puzzle string) (data.PuzzleAttempt, error) {
	a, err := scanAttempt(t.row(attemptColumns+"WHERE player = ? AND puzzle = ?", player, puzzle))
	return a, orNotFound(err)
}

// LastPuzzle implements data.Puzzles.
func (t *tx) LastPuzzle(player int64) (data.PuzzleAttempt, error) {
	a, err := scanAttempt(t.row(attemptColumns+"WHERE player = ? ORDER BY shown DESC LIMIT 1", player))
	return a, orNotFound(err)
}

// PuzzleAttempts implements data.Puzzles.
func (t *tx) PuzzleAttempts(player int64) ([]data.PuzzleAttempt, error) {
	return collect(t, scanAttempt, attemptColumns+"WHERE player = ? ORDER BY shown", player)
}

// SavePuzzleAttempt implements data.Puzzles.
func (t *tx) SavePuzzleAttempt(a data.PuzzleAttempt) error {
	_, err := t.exec(`INSERT INTO puzzle_attempts (player, puzzle, variant, shown, line, state, won, before, after, solved)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, puzzle) DO UPDATE SET variant = excluded.variant, shown = excluded.shown,
		line = excluded.line, state = excluded.state, won = excluded.won, before = excluded.before, after = excluded.after, solved = excluded.solved`, a.Player, a.Puzzle, a.Variant, toMillis(a.Shown), a.Line, a.State,
		sql.NullBool{Bool: a.Won, Valid: a.Tried}, a.Before, a.After, sql.NullInt64{Int64: toMillis(a.Solved), Valid: !a.Solved.IsZero()})
	return err
}

// CountSolvers implements data.Puzzles.
func (t *tx) CountSolvers(puzzle string, since time.Time) (n int, err error) {
	err = t.row("SELECT count(*) FROM puzzle_attempts WHERE puzzle = ? AND solved >= ?", puzzle, toMillis(since)).Scan(&n)
	return n, err
}

// AddPuzzleDay implements data.Puzzles.
func (t *tx) AddPuzzleDay(player, day int64) error {
	_, err := t.exec("INSERT INTO puzzle_days (player, day) VALUES (?, ?) ON CONFLICT DO NOTHING", player, day)
	return err
}

// longestStreak is up to how many days a streak is counted.
const longestStreak = 10_000

// PuzzleStreak implements data.Puzzles.
func (t *tx) PuzzleStreak(player, day int64) (n int, err error) {
	days, err := collect(t, scanValue[int64], "SELECT day FROM puzzle_days WHERE player = ? AND day <= ? ORDER BY day DESC LIMIT ?", player, day, longestStreak)
	for n < len(days) && days[n] == day-int64(n) {
		n++
	}
	return n, err
}

// PuzzleRatings implements data.PuzzleRatings.
func (t *tx) PuzzleRatings(variant string) (map[string]rating.Rating, error) {
	found := map[string]rating.Rating{}
	_, err := collect(t, func(s scanner) (r rating.Rating, err error) {
		var id string
		err = s.Scan(&id, &r.Value, &r.Deviation, &r.Volatility)
		found[id] = r
		return r, err
	}, "SELECT puzzle, rating, deviation, volatility FROM puzzle_ratings WHERE variant = ?", variant)
	return found, err
}

// RatePuzzle implements data.PuzzleRatings.
func (t *tx) RatePuzzle(puzzle, variant string, r rating.Rating) error {
	_, err := t.exec(`INSERT INTO puzzle_ratings (puzzle, variant, rating, deviation, volatility, tries) VALUES (?, ?, ?, ?, ?, 1)
		ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
		volatility = excluded.volatility, tries = puzzle_ratings.tries + 1`, puzzle, variant, r.Value, r.Deviation, r.Volatility)
	return err
}

// SolverRating implements data.PuzzleRatings.
func (t *tx) SolverRating(player int64, variant string) (data.Standing, error) {
	s, err := scanStanding(t.row(`SELECT player, variant, rating, deviation, volatility, puzzles, updated FROM solver_ratings
		WHERE player = ? AND variant = ?`, player, variant))
	if errors.Is(err, sql.ErrNoRows) {
		return data.Standing{Player: player, Variant: variant, Rating: rating.New}, nil
	}
	return s, err
}

// SetSolverRating implements data.PuzzleRatings.
func (t *tx) SetSolverRating(s data.Standing) error {
	_, err := t.exec(`INSERT INTO solver_ratings (player, variant, rating, deviation, volatility, puzzles, updated)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, variant) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
		volatility = excluded.volatility, puzzles = excluded.puzzles, updated = excluded.updated`, s.Player, s.Variant, s.Rating.Value, s.Rating.Deviation, s.Rating.Volatility, s.Games, toMillis(s.Updated))
	return err
}

// dailyColumns begins the queries that scanDaily reads.
const dailyColumns = "SELECT transport, place, server, variant, due, posted, puzzle FROM daily_puzzles "

func scanDaily(s scanner) (d data.DailyPuzzle, err error) {
	var due, posted int64
	err = s.Scan(&d.Place.Transport, &d.Place.ID, &d.Server, &d.Variant, &due, &posted, &d.Puzzle)
	d.Due = fromMillis(due)
	if posted != 0 {
		d.Posted = fromMillis(posted)
	}
	return d, err
}

// DailyPuzzle implements data.DailyPuzzles.
func (t *tx) DailyPuzzle(place chat.Address) (data.DailyPuzzle, error) {
	d, err := scanDaily(t.row(dailyColumns+"WHERE transport = ? AND place = ?", place.Transport, place.ID))
	return d, orNotFound(err)
}

// SetDailyPuzzle implements data.DailyPuzzles.
func (t *tx) SetDailyPuzzle(d data.DailyPuzzle) error {
	posted := int64(0)
	if !d.Posted.IsZero() {
		posted = toMillis(d.Posted)
	}
	_, err := t.exec(`INSERT INTO daily_puzzles (transport, place, server, variant, due, posted, puzzle)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (transport, place) DO UPDATE SET server = excluded.server, variant = excluded.variant,
		due = excluded.due, posted = excluded.posted, puzzle = excluded.puzzle`, d.Place.Transport, d.Place.ID, d.Server, d.Variant, toMillis(d.Due), posted, d.Puzzle)
	return err
}

// RemoveDailyPuzzle implements data.DailyPuzzles.
func (t *tx) RemoveDailyPuzzle(place chat.Address) (bool, error) {
	n, err := t.execCount("DELETE FROM daily_puzzles WHERE transport = ? AND place = ?", place.Transport, place.ID)
	return n > 0, err
}

// DueDailyPuzzles implements data.DailyPuzzles.
func (t *tx) DueDailyPuzzles(now time.Time, limit int) ([]data.DailyPuzzle, error) {
	return collect(t, scanDaily, dailyColumns+"WHERE due <= ? ORDER BY due LIMIT ?", toMillis(now), limit)
}

// CountDailyPuzzles implements data.DailyPuzzles.
func (t *tx) CountDailyPuzzles(server string) (n int, err error) {
	err = t.row("SELECT count(*) FROM daily_puzzles WHERE server = ?", server).Scan(&n)
	return n, err
}
