package store

import "stackmate/bot/data"

// mergeStatements give everything that belongs to player ?1 to player ?2. Where both have the
// same thing, that of player ?2 is kept.
var mergeStatements = []string{
	"UPDATE addresses SET player = ?2 WHERE player = ?1",
	`INSERT INTO results (player, variant, won, drawn, lost) SELECT ?2, variant, won, drawn, lost FROM results WHERE player = ?1
		ON CONFLICT (player, variant) DO UPDATE SET won = results.won + excluded.won,
		drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost`,
	"UPDATE games SET white = ?2 WHERE white = ?1",
	"UPDATE games SET black = ?2 WHERE black = ?1",
	"UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND challenger = ?1 AND opponent = ?2",
	"UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND challenger = ?2 AND opponent = ?1",
	"UPDATE challenges SET challenger = ?2 WHERE challenger = ?1",
	"UPDATE challenges SET opponent = ?2 WHERE opponent = ?1",
	"UPDATE interventions SET player = ?2 WHERE player = ?1",
	`INSERT INTO vacations (player, began, ended) SELECT ?2, began, ended FROM vacations WHERE player = ?1
		ON CONFLICT (player, began) DO UPDATE SET
		ended = CASE WHEN vacations.ended > excluded.ended THEN vacations.ended ELSE excluded.ended END`,
	"UPDATE conditions SET player = ?2 WHERE player = ?1 AND game NOT IN (SELECT game FROM conditions WHERE player = ?2)",
	"UPDATE watchers SET player = ?2 WHERE player = ?1 AND game NOT IN (SELECT game FROM watchers WHERE player = ?2)",
	"UPDATE guests SET player = ?2 WHERE player = ?1 AND game NOT IN (SELECT game FROM guests WHERE player = ?2)",
	"UPDATE player_blocks SET player = ?2 WHERE player = ?1 AND (blocked, address) NOT IN (SELECT blocked, address FROM player_blocks WHERE player = ?2)",
	"UPDATE player_blocks SET blocked = ?2 WHERE blocked = ?1 AND (player, address) NOT IN (SELECT player, address FROM player_blocks WHERE blocked = ?2)",
	"DELETE FROM player_blocks WHERE player = ?2 AND blocked = ?2",
	"UPDATE refusals SET player = ?2 WHERE player = ?1 AND player > 0 AND (hash, server) NOT IN (SELECT hash, server FROM refusals WHERE player = ?2 AND player > 0)",
	"UPDATE names SET player = ?2 WHERE player = ?1 AND server NOT IN (SELECT server FROM names WHERE player = ?2)",
	"UPDATE absences SET player = ?2 WHERE player = ?1 AND (transport, place) NOT IN (SELECT transport, place FROM absences WHERE player = ?2)",
	"UPDATE unreached SET player = ?2 WHERE player = ?1 AND game NOT IN (SELECT game FROM unreached WHERE player = ?2)",
	"UPDATE notes SET player = ?2 WHERE player = ?1 AND game NOT IN (SELECT game FROM notes WHERE player = ?2)",
	"UPDATE blocks SET player = ?2 WHERE player = ?1 AND server NOT IN (SELECT server FROM blocks WHERE player = ?2)",
	"UPDATE rated SET player = ?2 WHERE player = ?1",
	// Of two ratings in a variant the one with more games is kept.
	`DELETE FROM ratings WHERE player = ?2 AND games < (SELECT o.games FROM ratings AS o
		WHERE o.player = ?1 AND o.variant = ratings.variant)`,
	"UPDATE ratings SET player = ?2 WHERE player = ?1 AND variant NOT IN (SELECT variant FROM ratings WHERE player = ?2)",
	"UPDATE ratings SET listed = (SELECT coalesce(json_extract(settings, '$.listed'), 0) FROM players WHERE id = ?2) WHERE player = ?2",
	"UPDATE server_ratings SET player = ?2 WHERE player = ?1 AND (server, variant) NOT IN (SELECT server, variant FROM server_ratings WHERE player = ?2)",
	// Of two attempts at a puzzle the one that is rated is kept, else the one that has solved it.
	`DELETE FROM puzzle_attempts WHERE player = ?2 AND EXISTS (SELECT 1 FROM puzzle_attempts AS o WHERE o.player = ?1 AND o.puzzle = puzzle_attempts.puzzle
		AND (o.won IS NOT NULL, o.solved IS NOT NULL) > (puzzle_attempts.won IS NOT NULL, puzzle_attempts.solved IS NOT NULL))`,
	"UPDATE puzzle_attempts SET player = ?2 WHERE player = ?1 AND puzzle NOT IN (SELECT puzzle FROM puzzle_attempts WHERE player = ?2)",
	`DELETE FROM solver_ratings WHERE player = ?2 AND puzzles < (SELECT o.puzzles FROM solver_ratings AS o
		WHERE o.player = ?1 AND o.variant = solver_ratings.variant)`,
	"UPDATE solver_ratings SET player = ?2 WHERE player = ?1 AND variant NOT IN (SELECT variant FROM solver_ratings WHERE player = ?2)",
	"UPDATE puzzle_days SET player = ?2 WHERE player = ?1 AND day NOT IN (SELECT day FROM puzzle_days WHERE player = ?2)",
	`UPDATE server_ratings SET rating = (SELECT r.rating FROM ratings AS r WHERE r.player = ?2 AND r.variant = server_ratings.variant)
		WHERE player = ?2`,
}

// deleteStatements delete what a player still has after mergeStatements.
var deleteStatements = []string{
	"DELETE FROM vacations WHERE player = ?",
	"DELETE FROM conditions WHERE player = ?",
	"DELETE FROM watchers WHERE player = ?",
	"DELETE FROM guests WHERE player = ?1",
	"DELETE FROM player_blocks WHERE player = ?1",
	"DELETE FROM player_blocks WHERE blocked = ?1",
	"DELETE FROM link_guesses WHERE player = ?1",
	"DELETE FROM names WHERE player = ?",
	"DELETE FROM absences WHERE player = ?",
	"DELETE FROM unreached WHERE player = ?",
	"DELETE FROM notes WHERE player = ?",
	"DELETE FROM blocks WHERE player = ?",
	"DELETE FROM ratings WHERE player = ?",
	"DELETE FROM server_ratings WHERE player = ?",
	"DELETE FROM results WHERE player = ?",
	"DELETE FROM puzzle_attempts WHERE player = ?",
	"DELETE FROM solver_ratings WHERE player = ?",
	"DELETE FROM puzzle_days WHERE player = ?",
	"DELETE FROM link_codes WHERE player = ?",
	"DELETE FROM deletions WHERE player = ?",
	"DELETE FROM exports WHERE player = ?",
	"DELETE FROM refusals WHERE player = ?1 AND player > 0",
}

// Merge implements data.Players.
func (t *tx) Merge(from, into int64) error {
	if err := t.execAll(mergeStatements, from, into); err != nil {
		return err
	}
	if err := t.execAll(deleteStatements, from); err != nil {
		return err
	}
	return t.execOne(data.ErrNotFound, "DELETE FROM players WHERE id = ?", from)
}
