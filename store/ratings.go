package store

import (
	"database/sql"
	"errors"
	"slices"

	"stackmate/bot/data"
	"stackmate/bot/rating"
)

// ratingColumns begins the queries that scanStanding reads.
const ratingColumns = "SELECT player, variant, rating, deviation, volatility, games, updated FROM ratings "

// Rating implements data.Ratings.
func (t *tx) Rating(player int64, variant string) (data.Standing, error) {
	s, err := scanStanding(t.row(ratingColumns+"WHERE player = ? AND variant = ?", player, variant))
	if errors.Is(err, sql.ErrNoRows) {
		return data.Standing{Player: player, Variant: variant, Rating: rating.New}, nil
	}
	return s, err
}

// Ratings implements data.Ratings.
func (t *tx) Ratings(player int64) ([]data.Standing, error) {
	return collect(t, scanStanding, ratingColumns+"WHERE player = ? ORDER BY games DESC, variant", player)
}

// SetRating implements data.Ratings.
func (t *tx) SetRating(s data.Standing) error {
	_, err := t.exec(`INSERT INTO ratings (player, variant, rating, deviation, volatility, games, updated, listed)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT coalesce(json_extract(settings, '$.listed'), 0) FROM players WHERE id = ?1))
		ON CONFLICT (player, variant) DO UPDATE SET rating = excluded.rating,
		deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, updated = excluded.updated`,
		s.Player, s.Variant, s.Rating.Value, s.Rating.Deviation, s.Rating.Volatility, s.Games, toMillis(s.Updated))
	return err
}

// Leaderboard implements data.Ratings.
func (t *tx) Leaderboard(f data.LeaderboardFilter) ([]data.Standing, error) {
	if f.Server == "" {
		return collect(t, scanStanding, ratingColumns+"WHERE variant = ? AND listed = 1 ORDER BY rating DESC, player LIMIT ?",
			f.Variant, f.Limit)
	}
	return collect(t, scanStanding, `SELECT r.player, r.variant, r.rating, r.deviation, r.volatility, r.games, r.updated
		FROM server_ratings AS s CROSS JOIN ratings AS r ON r.player = s.player AND r.variant = s.variant
		WHERE s.server = ? AND s.variant = ? ORDER BY s.rating DESC, s.player LIMIT ?`, f.Server, f.Variant, f.Limit)
}

// scanStanding reads a row of ratingColumns.
func scanStanding(s scanner) (r data.Standing, err error) {
	var updated int64
	err = s.Scan(&r.Player, &r.Variant, &r.Rating.Value, &r.Rating.Deviation, &r.Rating.Volatility, &r.Games, &updated)
	r.Updated = fromMillis(updated)
	return r, err
}

// RatingChanges implements data.Ratings.
func (t *tx) RatingChanges(game int64) ([]data.RatingChange, error) {
	return collect(t, func(s scanner) (c data.RatingChange, err error) {
		err = s.Scan(&c.Player, &c.Before, &c.After)
		return c, err
	}, "SELECT player, before, after FROM rated WHERE game = ? ORDER BY player", game)
}

// AddRatingChange implements data.Ratings.
func (t *tx) AddRatingChange(game int64, c data.RatingChange) error {
	_, err := t.exec("INSERT INTO rated (game, player, before, after) VALUES (?, ?, ?, ?)", game, c.Player, c.Before, c.After)
	return err
}

// Tallies implements data.Ratings. Triggers keep the table up to date, which has games against the
// program, too.
func (t *tx) Tallies(player int64) ([]data.Tally, error) {
	all, err := collect(t, func(s scanner) (n data.Tally, err error) {
		err = s.Scan(&n.Variant, &n.Won, &n.Drawn, &n.Lost)
		return n, err
	}, "SELECT variant, won, drawn, lost FROM results WHERE player = ? ORDER BY variant", player)
	if err != nil {
		return nil, err
	}
	against, err := t.ComputerTallies(player)
	for _, c := range against {
		for i := range all {
			if n := &all[i]; n.Variant == c.Variant {
				n.Won, n.Drawn, n.Lost = n.Won-c.Won, n.Drawn-c.Drawn, n.Lost-c.Lost
			}
		}
	}
	all = slices.DeleteFunc(all, func(n data.Tally) bool { return n.Won+n.Drawn+n.Lost == 0 })
	slices.SortStableFunc(all, func(a, b data.Tally) int { return (b.Won + b.Drawn + b.Lost) - (a.Won + a.Drawn + a.Lost) })
	return all, err
}

// decided chooses the games with a result, without those against the program.
const decided = "ended IS NOT NULL AND outcome <> '*' AND white <> black AND " +
	"NOT EXISTS (SELECT 1 FROM players AS p WHERE p.id IN (white, black) AND p.level > 0)"

// Scores implements data.Ratings.
func (t *tx) Scores(player int64, limit int) ([]rating.Score, error) {
	return collect(t, scanValue[rating.Score],
		"SELECT CASE outcome WHEN '1/2-1/2' THEN 0.5 WHEN CASE white WHEN ?1 THEN '1-0' ELSE '0-1' END THEN 1.0 ELSE 0.0 END "+
			"FROM games WHERE id IN (SELECT * FROM ("+byWhite+decided+newestFirst+
			") AS w UNION ALL SELECT * FROM ("+byBlack+decided+newestFirst+") AS b)"+newestFirst, player, limit)
}
