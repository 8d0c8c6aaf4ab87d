package verify

import (
	"database/sql"
	"fmt"
)

// rowChecks are queries that find rows which cannot be. Each returns the number or key of the row
// and what the sentence needs. None sorts, so that they need little memory.
var rowChecks = []struct{ table, query, what, do string }{
	{"challenges", "SELECT c.id, c.state FROM games AS g CROSS JOIN challenges AS c ON c.id = g.id WHERE c.state <> 'accepted'",
		"it is %s, but its game has begun", doGame},
	{"challenges", "SELECT id, id FROM challenges AS c WHERE state = 'accepted' AND NOT EXISTS (SELECT 1 FROM games WHERE id = c.id)",
		"it was accepted, but there is no game %s", doGame},
	{"games", `SELECT g.id, g.white, g.black FROM games AS g CROSS JOIN challenges AS c ON c.id = g.id
		WHERE NOT (g.white = c.challenger AND g.black = coalesce(c.opponent, g.black) AND c.color <> 'black'
			OR g.black = c.challenger AND g.white = coalesce(c.opponent, g.white) AND c.color <> 'white' OR g.white = g.black AND g.white = c.challenger)`,
		"players %s and %s have its seats, but the challenge was about others", doGame},
	{"games", "SELECT g.id, g.variant, c.variant FROM games AS g CROSS JOIN challenges AS c ON c.id = g.id WHERE c.variant <> g.variant",
		"it is a game of %s, but the challenge was about %s", doGame},

	{"rated", `SELECT r.game, r.player FROM rated AS r CROSS JOIN games AS g ON g.id = r.game
		WHERE r.player NOT IN (g.white, g.black) OR g.ended IS NULL OR g.outcome = '*'`,
		"it changed the rating of player %s, who has no result in it", doDerived},
	{"ratings", "SELECT player, variant, deviation FROM ratings WHERE NOT (rating BETWEEN 0 AND 5000 AND deviation BETWEEN 1 AND 1000 AND volatility > 0 AND games > 0)",
		"the rating in %s has impossible values", doDerived},
	{"ratings", `SELECT player, variant, rating FROM ratings AS r WHERE NOT EXISTS (
			SELECT 1 FROM rated AS d CROSS JOIN games AS g ON g.id = d.game WHERE d.player = r.player AND d.after = r.rating
			AND substr(g.variant, 1, instr(g.variant || ':', ':') - 1) = r.variant)`,
		"no game has led to the rating in %s, which is %s", doDerived},
	{"ratings", `SELECT player, games, variant FROM ratings AS r WHERE games > (
			SELECT count(*) FROM rated AS d CROSS JOIN games AS g ON g.id = d.game WHERE d.player = r.player
			AND substr(g.variant, 1, instr(g.variant || ':', ':') - 1) = r.variant)`,
		"the rating counts %s games of %s, more than were rated", doDerived},
	{"server_ratings", `SELECT s.player, s.variant, s.server FROM server_ratings AS s LEFT JOIN ratings AS r ON r.player = s.player AND r.variant = s.variant
		WHERE r.rating IS NULL OR r.rating <> s.rating`,
		"the leaderboard of %s in server %s has another rating than the player", doDerived},
	{"server_ratings", `SELECT s.player, s.variant, s.server FROM server_ratings AS s WHERE NOT EXISTS (
			SELECT 1 FROM rated AS d CROSS JOIN games AS g ON g.id = d.game WHERE d.player = s.player AND g.server = s.server
			AND substr(g.variant, 1, instr(g.variant || ':', ':') - 1) = s.variant)`,
		"the leaderboard of %s in server %s has a player who has played no rated game there", doDerived},
	{"server_ratings", `SELECT d.player, d.game, g.server FROM rated AS d CROSS JOIN games AS g ON g.id = d.game
		CROSS JOIN ratings AS r ON r.player = d.player AND r.variant = substr(g.variant, 1, instr(g.variant || ':', ':') - 1)
		WHERE g.server <> '' AND NOT EXISTS (SELECT 1 FROM server_ratings WHERE server = g.server AND variant = r.variant AND player = d.player)`,
		"game %s was rated in server %s, but its leaderboard lacks the player", doDerived},

	{"players", "SELECT p.id, a.transport FROM players AS p CROSS JOIN addresses AS a ON a.player = p.id WHERE p.level IS NOT NULL",
		"it is the program itself, but has an address on %s", doNothing},
	{"rated", "SELECT r.game, p.level FROM players AS p CROSS JOIN rated AS r ON r.player = p.id WHERE p.level IS NOT NULL",
		"it changed the rating of the program's level %s, which has none", doDerived},

	{"solver_ratings", "SELECT player, variant FROM solver_ratings WHERE NOT (rating BETWEEN 0 AND 5000 AND deviation BETWEEN 1 AND 1000 AND volatility > 0 AND puzzles > 0)",
		"the rating in puzzles of %s has impossible values", doDerived},
	{"puzzle_ratings", "SELECT puzzle, variant FROM puzzle_ratings WHERE NOT (rating BETWEEN 0 AND 5000 AND deviation BETWEEN 1 AND 1000 AND volatility > 0 AND tries > 0)",
		"the rating of this puzzle of %s has impossible values", doDerived},
	{"solver_ratings", `SELECT r.player, r.variant FROM solver_ratings AS r WHERE NOT EXISTS (
			SELECT 1 FROM puzzle_attempts AS a WHERE a.player = r.player AND a.variant = r.variant AND a.won IS NOT NULL)`,
		"no puzzle has led to the rating in puzzles of %s", doDerived},
	{"puzzle_attempts", "SELECT player, puzzle FROM puzzle_attempts WHERE state = 'solved' AND solved IS NULL",
		"puzzle %s is solved, but it is not known when", doDerived},

	{"unreached", "SELECT player, game FROM unreached WHERE game <= 0 OR game > (SELECT max(seq) FROM sqlite_sequence WHERE name = 'challenges')",
		"it refers to game %s, a number that was never given", doNothing},
	// Somebody may write a mail about any number, which then has a thread and tokens.
	{"mail_tokens", "SELECT address, game FROM mail_tokens WHERE address = '' OR game < 0 OR hash = stop", "a token for game %s cannot be anybody's", doNothing},
	{"mail_threads", "SELECT address, game FROM mail_threads WHERE address = '' OR game < 0", "a thread about game %s cannot be anybody's", doNothing},

	{"inbound", "SELECT transport, transport FROM inbound WHERE id = '' OR transport = '' OR at <= 0",
		"a received message of %s has no id or no time", doNothing},
	{"vacations", "SELECT player, player FROM vacations WHERE ended < began", "a vacation of player %s ends before it begins", doNothing},
	{"outages", "SELECT began, transport FROM outages WHERE ended < began", "an outage of %s ends before it begins", doNothing},
	{"pulse", "SELECT '', at FROM pulse WHERE at <= 0", "the last heartbeat is at %s, before there was this program", doNothing},
}

// rows runs the queries, and checks the transports of addresses.
func (c *checker) rows() error {
	for _, k := range rowChecks {
		if err := c.each(func(rows *sql.Rows) error { return c.found(rows, k.table, k.what, k.do) }, k.query); err != nil {
			return fmt.Errorf("%s: %w", k.table, err)
		}
	}
	return c.each(func(rows *sql.Rows) error {
		var transport, id string
		if err := rows.Scan(&transport, &id); err != nil {
			return err
		}
		c.transport("addresses", id, transport)
		return nil
	}, "SELECT transport, id FROM addresses")
}

// found adds a problem for a row: the first column is its key, as many others as the sentence needs
// go into that.
func (c *checker) found(rows *sql.Rows, table, what, do string) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, to := make([]string, len(columns)), make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	if err := rows.Scan(to...); err != nil {
		return err
	}
	var args []any
	for _, v := range values[1:] {
		args = append(args, v)
	}
	c.problem(table, values[0], do, what, args...)
	return nil
}
