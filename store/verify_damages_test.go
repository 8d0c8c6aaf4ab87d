package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// damages are what TestVerifyDamages does to a database, each with a part of the problem that must
// be found: by a statement, or by a change of the file.
var damages = []struct{ name, statement, problem string }{
	{"a move that is impossible", "UPDATE moves SET move = 'Qd1-d5' WHERE game = 1 AND ply = 3", "games 1: game 1: stored ply 3"},
	{"a move that is nonsense", "UPDATE moves SET move = 'x' WHERE game = 1 AND ply = 4", "games 1: game 1: stored ply 4"},
	{"a ply missing in the middle", "DELETE FROM moves WHERE game = 1 AND ply = 2", "moves 1: move 2 of game 1 is missing"},
	{"the first ply missing", "DELETE FROM moves WHERE game = 5 AND ply = 1", "games 5: it has 0 moves, but says 1"},
	{"the last ply missing", "DELETE FROM moves WHERE game = 1 AND ply = 4", "games 1: it has 3 moves, but says 4"},
	{"a ply too many", "INSERT INTO moves (game, ply, move, at) VALUES (1, 5, 'f1-b5', 1)", "games 1: it has 5 moves, but says 4"},
	{"a move after the end", "INSERT INTO moves (game, ply, move, at) VALUES (2, 5, 'e2-e4', 1)", "games 2: game 2: stored ply 5"},
	{"a takeback of nothing", "UPDATE moves SET move = 'takeback' WHERE game = 5", "games 5: game 5: log entry 1 takes back nothing"},
	{"moves without a game", "INSERT INTO moves (game, ply, move, at) VALUES (77, 1, 'e2-e4', 1)", "moves: it refers to a row of table games"},
	{"the wrong winner", "UPDATE games SET outcome = '1-0' WHERE id = 2", "games 2: it has the result 1-0 by checkmate, which cannot be"},
	{"a mate that is none", "UPDATE games SET reason = 'checkmate', outcome = '0-1' WHERE id = 4", "games 4: it has the result 0-1 by checkmate, which the position does not allow"},
	{"a draw that nobody could claim", "UPDATE games SET reason = 'repetition' WHERE id = 3", "games 3: it has the result 1/2-1/2 by repetition, which the position does not allow"},
	{"a mate that runs on", "UPDATE games SET reason = '', outcome = '*', ended = NULL WHERE id = 2", "games 2: by the rules it has ended by checkmate"},
	{"a mate that was resigned", "UPDATE games SET reason = 'resignation' WHERE id = 2", "games 2: it has the result 0-1 by resignation, but by the rules it ended by checkmate"},
	{"a resignation that is a draw", "UPDATE games SET outcome = '1/2-1/2' WHERE id = 4", "games 4: it has the result 1/2-1/2 by resignation, which cannot be"},
	{"time over without a clock", "UPDATE games SET reason = 'time' WHERE id = 4", "games 4: it has the result 0-1 by time, which cannot be"},
	{"a result without a reason", "UPDATE games SET outcome = '1-0' WHERE id = 1", "games 1: it has the result 1-0, but no reason"},
	{"a reason that is unknown", "UPDATE games SET reason = 'magic' WHERE id = 4", `games 4: a game cannot end by "magic"`},
	{"an end without a time", "UPDATE games SET ended = NULL WHERE id = 4", "games 4: it has the result 0-1 by resignation, but no time"},
	{"an offer after the end", "UPDATE games SET offer = 'white' WHERE id = 4", "games 4: it has ended, but an offer of white"},
	{"the wrong turn", "UPDATE games SET turn = 'black' WHERE id = 1", "games 1: it is the turn of white, but the game says black"},
	{"the wrong number of plies", "UPDATE games SET plies = 7 WHERE id = 3", "games 3: it has 6 moves, but says 7"},
	{"the wrong time of the last move", "UPDATE games SET moved = 5 WHERE id = 1", "games 1: the last move was made at"},
	{"no version", "UPDATE games SET version = 0 WHERE id = 1", "games 1: its version is 0"},
	{"an unknown variant", "UPDATE games SET variant = 'checkers' WHERE id = 1", `games 1: there is no variant "checkers"`},
	{"another variant than the challenge", "UPDATE challenges SET variant = 'nextgen' WHERE id = 1", "games 1: it is a game of orthodox, but the challenge was about nextgen"},
	{"terms that are broken", "UPDATE games SET terms = '{' WHERE id = 1", "games 1: its terms cannot be read"},
	{"a first position that is broken", "UPDATE games SET origin = 'nothing' WHERE id = 5", "games 5: game 5: stored position"},
	{"no alarm", "UPDATE games SET alarm = NULL WHERE id = 1", "games 1: its clock runs, but nothing will look at it"},
	{"an alarm that is too late", "UPDATE games SET alarm = alarm + 10000000000 WHERE id = 1", "games 1: its time runs out at"},
	{"an alarm without a clock", "UPDATE games SET alarm = 1 WHERE id = 4", "games 4: no clock runs in it"},
	{"more time than can be", "UPDATE games SET left_white = 100 * left_white WHERE id = 1", "games 1: its clock shows more time"},
	{"less time than nothing", "UPDATE games SET left_black = -1 WHERE id = 1", "games 1: its clock shows less"},
	{"the wrong players", "UPDATE games SET white = 2, black = 1 WHERE id = 1", "games 1: players 2 and 1 have its seats"},
	{"a player missing", "DELETE FROM players WHERE id = 2", "games 1: it refers to a row of table players"},
	{"a challenge missing", "DELETE FROM challenges WHERE id = 1", "games 1: it refers to a row of table challenges"},
	{"a game missing", "DELETE FROM games WHERE id = 5; DELETE FROM moves WHERE game = 5", "challenges 5: it was accepted, but there is no game 5"},
	{"an open challenge with a game", "UPDATE challenges SET state = 'open' WHERE id = 1", "challenges 1: it is open, but its game has begun"},
	{"a challenge in no state", "UPDATE challenges SET state = 'maybe' WHERE id = 6", `challenges 6: there is no state "maybe"`},
	{"a challenge that is broken", "UPDATE challenges SET terms = '' WHERE id = 6", "challenges 6: its terms cannot be read"},
	{"conditional moves that are broken", "UPDATE conditions SET tree = '[' WHERE game = 1", "conditions 1: the conditional moves of player 2 in game 1 cannot be read"},
	{"conditional moves that are impossible", `UPDATE conditions SET tree = '[{"if":"Bf1-b5","then":"a7-a3"}]' WHERE game = 1`, "have a move that is not legal: a7-a3"},
	{"conditional moves of a stranger", "INSERT INTO players (id, name, created) VALUES (3, 'x', 0); UPDATE conditions SET player = 3", "conditions 1: the conditional moves of player 3 in game 1 are not those of a player"},
	{"a message without a game", "UPDATE outbox SET game = 99, reply = '{\"text\":\"x\",\"game\":99}' WHERE id = 2", "outbox 2: the message is about game 99, which does not exist"},
	{"a message about another game", "UPDATE outbox SET game = 3 WHERE id = 3", "outbox 3: the message is about game 1, but waits with those about game 3"},
	{"a message that is broken", `UPDATE outbox SET reply = '{"text":' WHERE id = 2`, "outbox 2: the message cannot be read"},
	{"a message to nowhere", "UPDATE outbox SET transport = 'pigeon' WHERE id = 2", `outbox 2: there is no transport "pigeon"`},
	{"a message that is stuck", "UPDATE outbox SET head = 0 WHERE id = 2", "outbox 2: the message is the next about its game, but will not be sent"},
	{"a message that overtakes", "UPDATE outbox SET head = 1 WHERE id = 3", "outbox 3: the message may be sent before an older one"},
	{"a message delivered twice", "UPDATE outbox SET leased_by = 'x' WHERE id = 1", "outbox 1: the message was delivered, but somebody is still delivering it"},
	{"a message given up that waits", "UPDATE outbox SET refused = 1 WHERE id = 2", "outbox 2: the message was given up, but still waits"},
	{"a received message without id", "INSERT INTO inbound VALUES ('test', '', 1)", "inbound test: a received message of test has no id"},
	{"a rating that does not match", "UPDATE ratings SET rating = 2222 WHERE player = 1", "ratings 1: no game has led to the rating in nextgen, which is 2222"},
	{"a rating with too many games", "UPDATE ratings SET games = 9 WHERE player = 1", "ratings 1: the rating counts 9 games of nextgen"},
	{"a rating that is impossible", "UPDATE ratings SET deviation = -1 WHERE player = 2", "ratings 2: the rating in nextgen has impossible values"},
	{"a rating of a game that runs", "INSERT INTO rated VALUES (1, 1, 1500, 1600)", "rated 1: it changed the rating of player 1"},
	{"a leaderboard that is wrong", "UPDATE server_ratings SET rating = 9 WHERE player = 1", "server_ratings 1: the leaderboard of nextgen in server house has another rating"},
	{"a leaderboard that lacks somebody", "DELETE FROM server_ratings WHERE player = 2", "server_ratings 2: game 3 was rated in server house"},
	{"a leaderboard with somebody else", "INSERT INTO server_ratings VALUES ('other', 'nextgen', 1, 1500)", "server_ratings 1: the leaderboard of nextgen in server other has a player who has played no"},
	{"results that are wrong", "UPDATE results SET won = 9 WHERE player = 1 AND variant = 'orthodox'", "results 1: player 1 has won, drawn and lost 0, 0, 2 games of orthodox, but the table says 9, 0, 2"},
	{"results that are missing", "DELETE FROM results WHERE player = 2 AND variant = 'orthodox'", "results 2: player 2 has won, drawn and lost 2, 0, 0 games of orthodox, but the table has no row"},
	{"a number of running games that is wrong", "UPDATE running SET games = 7 WHERE variant = 'orthodox'", "running orthodox: 2 games of orthodox are running, but the table says 7"},
	{"a number of running games that is missing", "DELETE FROM running", "running orthodox: 2 games of orthodox are running, but the table has no row"},
	{"a rating in puzzles without a puzzle", "INSERT INTO solver_ratings VALUES (1, 'nextgen', 1500, 300, 0.06, 1, 7)", "solver_ratings 1: no puzzle has led to the rating in puzzles of nextgen"},
	{"a rating in puzzles that is impossible", "INSERT INTO solver_ratings VALUES (1, 'nextgen', 1500, 0, 0.06, 1, 7)", "solver_ratings 1: the rating in puzzles of nextgen has impossible values"},
	{"a rating of a puzzle that is impossible", "INSERT INTO puzzle_ratings VALUES ('nnnnn', 'nextgen', 1500, 0, 0.06, 1)", "puzzle_ratings nnnnn: the rating of this puzzle of nextgen has impossible values"},
	{"a puzzle solved at no time", "INSERT INTO puzzle_attempts (player, puzzle, variant, shown, state) VALUES (1, 'nnnnn', 'nextgen', 7, 'solved')", "puzzle_attempts 1: puzzle nnnnn is solved, but it is not known when"},
	{"a held message that is broken", "INSERT INTO held VALUES (9, 'test', 'hall', 1, 'x', 0)", "held 9: the message cannot be read"},
	{"a held message without a game", "INSERT INTO held VALUES (9, 'test', 'hall', 70, '{}', 0)", "held 9: the message is about game 70"},
	{"numbers given again", "UPDATE sqlite_sequence SET seq = 3 WHERE name = 'challenges'", "sqlite_sequence challenges: the next number of table challenges would be 4"},
	{"a mail token for no game", "UPDATE mail_tokens SET game = -1", "mail_tokens a@example.org: a token for game -1"},
	{"a mail thread of nobody", "UPDATE mail_threads SET address = ''", "mail_threads: a thread about game 1 cannot be anybody's"},
	{"a challenge that was never made", "INSERT INTO unreached VALUES (50, 1)", "unreached 1: it refers to game 50, a number that was never given"},
	{"a message about a game that is gone", "PRAGMA foreign_keys = 0; DELETE FROM moves WHERE game = 1; DELETE FROM conditions; DELETE FROM games WHERE id = 1; DELETE FROM challenges WHERE id = 1", "outbox 2: the message is about game 1, which does not exist"},
	{"settings that are broken", "UPDATE players SET settings = 'x' WHERE id = 1", "players 1: its settings cannot be read"},
	{"a server's settings that are broken", "UPDATE servers SET settings = 'x'", "servers house: its settings cannot be read"},
	{"an address of no transport", "UPDATE addresses SET transport = 'pigeon' WHERE id = 'Anna'", `addresses Anna: there is no transport "pigeon"`},
	{"a vacation that ends early", "UPDATE vacations SET ended = 0", "vacations 1: a vacation of player 1 ends before it begins"},
	{"an outage that ends early", "UPDATE outages SET ended = 0", "an outage of test ends before it begins"},
	{"an index missing", "DROP INDEX outbox_heads", "sqlite_schema index outbox_heads: it is missing"},
	{"a table missing", "DROP TABLE notes", "sqlite_schema table notes: it is missing"},
	{"a trigger that was changed", "CREATE TRIGGER outbox_next AFTER UPDATE OF settled ON outbox BEGIN SELECT 1; END", "sqlite_schema trigger outbox_next: it is not the one"},
	{"a value of the wrong kind", "PRAGMA ignore_check_constraints = 1; UPDATE games SET outcome = '2-0' WHERE id = 4", `games 4: there is no result "2-0"`},
}

// TestVerifyDamages does one kind of damage after the other to a database, and verifies it.
func TestVerifyDamages(t *testing.T) {
	onFile(t)
	original, err := os.ReadFile(populatedFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "damaged.db")
			if err := os.WriteFile(path, original, 0o600); err != nil {
				t.Fatal(err)
			}
			damage(t, path, d.statement)
			if list := problems(t, path); !slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, d.problem) }) {
				t.Errorf("%q is not found; found:\n%s", d.problem, strings.Join(list, "\n"))
			}
		})
	}
}

// damage runs a statement on a database, whose triggers do not run, and closes it.
func damage(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	triggers := map[string]string{}
	rows, err := db.Query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		triggers[name] = text
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for name := range triggers {
		mustExec(t, db, "DROP TRIGGER "+name)
	}
	mustExec(t, db, statement)
	for name, text := range triggers {
		if !strings.Contains(statement, "TRIGGER "+name) {
			mustExec(t, db, text)
		}
	}
}
