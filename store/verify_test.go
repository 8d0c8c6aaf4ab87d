package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/game"
	"stackmate/bot/timeutil"
	"stackmate/rules"
	"stackmate/store/verify"
)

// testTransports are those of populatedFile.
var testTransports = []string{"test", "email"}

// populatedFile returns a closed database with something in every table that is verified:
//   - game 1 runs, with a clock; Black has conditional moves, White is to move
//   - game 2 was won by checkmate, game 3 drawn by agreement and rated
//   - game 4 was resigned with all its moves taken back but one, game 5 is an analysis
//   - challenge 6 is open; messages 1 and 2 wait, 3 was delivered
func populatedFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	s := opened(t, path)
	var people [2]int64
	add := func(tx data.Tx, variant string, terms game.Terms, seats [2]int64) (*game.Game, error) {
		ch := &game.Challenge{Variant: rules.VariantByKey(variant), Terms: terms, From: seats[0], To: seats[1], Color: game.AsWhite,
			Server: "house", Home: chat.Address{Transport: "test", ID: "hall"}, State: game.Open, Made: noon}
		if err := tx.AddChallenge(ch); err != nil {
			return nil, err
		}
		g, err := ch.Start(seats[1], true, noon)
		if err != nil {
			return nil, err
		}
		return g, errors.Join(tx.AnswerChallenge(ch.ID, game.Accepted), tx.AddGame(g))
	}
	moves := func(tx data.Tx, g *game.Game, texts ...string) error {
		for _, text := range texts {
			p := g.Position()
			m, err := p.ParseMove(text)
			if err != nil {
				return err
			}
			if err := g.Move(g.Turn(), m, noon.Add(time.Duration(len(g.Log))*time.Minute)); err != nil {
				return err
			}
		}
		return tx.SaveGame(g)
	}
	update(t, s, func(tx data.Tx) error {
		for i, name := range []string{"Anna", "Ben"} {
			p, err := tx.PlayerAt(somebody(name), noon)
			if err != nil {
				return err
			}
			people[i] = p.ID
			p.Settings.Language = "de"
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
		clock := game.Terms{Clock: game.Clock{Bank: 30 * timeutil.Day, Increment: timeutil.Day}}
		running, err1 := add(tx, "orthodox", clock, people)
		mated, err2 := add(tx, "orthodox", game.Terms{}, people)
		rated, err3 := add(tx, "nextgen:shared", game.Terms{Rated: true}, people)
		resigned, err4 := add(tx, "orthodox", game.Terms{}, people)
		analysis, err5 := add(tx, "orthodox", game.Terms{}, [2]int64{people[0], people[0]})
		if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
			return err
		}
		err := errors.Join(tx.SetHeartbeat(noon), moves(tx, running, "e4", "e5", "Nf3", "Nc6"), moves(tx, mated, "f3", "e5", "g4", "Qh4"),
			moves(tx, resigned, "e4", "e5"), moves(tx, analysis, "e4"),
			tx.SetConditions(running.ID, people[1], game.Conditions{{If: "Bf1-b5", Then: "a7-a6"}}), tx.SetVacation(people[0], game.Span{From: noon, To: noon.Add(timeutil.Day)}))
		if err != nil {
			return err
		}
		if running, err = tx.Game(running.ID); err != nil { // with the vacation
			return err
		}
		for range 6 {
			p := rated.Position()
			if err := rated.Move(p.Turn(), p.Moves()[0], noon); err != nil {
				return err
			}
		}
		err = errors.Join(tx.SaveGame(running), rated.OfferDraw(rules.White, noon), rated.AcceptDraw(rules.Black, noon), tx.SaveGame(rated),
			resigned.AskTakeback(rules.Black), resigned.AnswerTakeback(rules.White, true, noon), resigned.Resign(rules.White, noon), tx.SaveGame(resigned))
		for i, player := range people {
			standing, failed := tx.Rating(player, "nextgen")
			standing.Games, standing.Rating.Value, standing.Updated = 1, 1500+float64(i), noon
			err = errors.Join(err, failed, tx.AddRatingChange(rated.ID, data.RatingChange{Player: player, Before: 1500, After: standing.Rating.Value}), tx.SetRating(standing))
		}
		err = errors.Join(err, tx.AddChallenge(&game.Challenge{Variant: rated.Variant, From: people[0], To: people[1], Color: game.AsRandom, State: game.Open, Made: noon}))
		for i := range 3 {
			_, failed := tx.Enqueue(message("hall", 1, fmt.Sprint("message ", i)))
			err = errors.Join(err, failed)
		}
		_, failed := tx.MarkReceived("test", "m1", noon)
		return errors.Join(err, failed, tx.MarkDelivered(1, noon), tx.AddOutage(data.Outage{Transport: "test", Span: game.Span{From: noon, To: noon}}),
			tx.SetServer("house", data.Server{Language: "de"}))
	})
	updateMail(t, s, func(tx mailstore.Tx) error {
		return errors.Join(tx.SaveToken(mailstore.Token{Hash: "h", StopHash: "s", Address: "a@example.org", Game: 1, Sent: noon}, 3),
			tx.SetThread("a@example.org", 1, mailstore.Thread{First: "m1", Last: "m1"}, noon))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// problems verifies a file.
func problems(t *testing.T, path string) []string {
	t.Helper()
	report, err := Verify(t.Context(), path, verify.Options{Transports: testTransports, Workers: 2})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var list []string
	for _, p := range report.Problems {
		list = append(list, p.String())
	}
	return list
}

// TestVerifySound verifies a database that has nothing wrong.
func TestVerifySound(t *testing.T) {
	path := populatedFile(t)
	report, err := Verify(t.Context(), path, verify.Options{Transports: testTransports})
	if err != nil || !report.Sound() {
		t.Fatalf("%v, %v", report.Problems, err)
	}
	report.Schema = 0
	if want := (verify.Report{Players: 2, Games: 5, Moves: 18, Messages: 3}); fmt.Sprint(report) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", report, want)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("it has left files: %v, %v", entries, err)
	}
}

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

// fileDamages are done to the file rather than to what is in it.
var fileDamages = []struct {
	name    string
	do      func(t *testing.T, path string)
	problem string
}{
	{"flipped bytes in a page", func(t *testing.T, path string) { flip(t, path, 3*4096+8, 64) }, "file: "},
	{"flipped bytes in a page of moves", func(t *testing.T, path string) { flip(t, path, rootPage(t, path, "moves"), 12) }, "file: "},
	{"an index that differs from its table", func(t *testing.T, path string) {
		damage(t, path, "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '(white,', '(black,') WHERE name = 'games_by_white'")
	}, "file: SQLite finds it damaged"},
	{"a truncated file", func(t *testing.T, path string) { resize(t, path, -4096) }, "file: "},
	{"a file cut within a page", func(t *testing.T, path string) { resize(t, path, -5000) }, "file: "},
	{"half a file", func(t *testing.T, path string) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		resize(t, path, -info.Size()/2)
	}, "file: "},
	{"a -wal file that was lost", func(t *testing.T, path string) {
		leaveWAL(t, path)
		if err := os.Remove(path + "-wal"); err != nil {
			t.Fatal(err)
		}
	}, "file: there is a -shm file next to it, but the -wal file is missing"},
	{"a -wal file that is damaged", func(t *testing.T, path string) {
		leaveWAL(t, path)
		flip(t, path+"-wal", 8, 4)
	}, "file: its -wal file is damaged"},
	{"a -wal file with a damaged page", func(t *testing.T, path string) {
		leaveWAL(t, path)
		flip(t, path+"-wal", 100, 4)
	}, "file: its -wal file is damaged"},
	{"a -wal file that is cut off", func(t *testing.T, path string) {
		leaveWAL(t, path)
		if err := os.Truncate(path+"-wal", 20); err != nil {
			t.Fatal(err)
		}
	}, "file: its -wal file is damaged"},
}

// TestVerifyDamagedFile damages the file.
func TestVerifyDamagedFile(t *testing.T) {
	original, err := os.ReadFile(populatedFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range fileDamages {
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "damaged.db")
			if err := os.WriteFile(path, original, 0o600); err != nil {
				t.Fatal(err)
			}
			d.do(t, path)
			before := folder(t, path)
			defer func() {
				if after := folder(t, path); after != before {
					t.Errorf("the folder was\n%sand is\n%s", before, after)
				}
			}()
			if list := problems(t, path); !slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, d.problem) }) {
				t.Errorf("%q is not found; found:\n%s", d.problem, strings.Join(list, "\n"))
			}
		})
	}
}

// flip inverts bytes of a file.
func flip(t *testing.T, path string, from, count int64) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < from+count; i++ {
		content[i] ^= 0xff
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// rootPage returns where the first page of a table is in the file.
func rootPage(t *testing.T, path, table string) (at int64) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	if err := db.QueryRow("SELECT (rootpage - 1) * 4096 FROM sqlite_schema WHERE name = ?", table).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return at
}

// resize changes the size of a file.
func resize(t *testing.T, path string, by int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()+by); err != nil {
		t.Fatal(err)
	}
}

// leaveWAL makes a change that is only in the -wal file, and leaves that and the -shm file as a
// program does that is killed.
func leaveWAL(t *testing.T, path string) {
	t.Helper()
	dir := t.TempDir()
	live := filepath.Join(dir, "live.db")
	duplicate(t, path, live)
	s := opened(t, live)
	for i := range 3 {
		update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon.Add(time.Duration(i) * time.Second)) })
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		duplicate(t, live+suffix, path+suffix)
	}
}

// duplicate copies a file.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestVerifyKilled verifies a database whose last changes are in the -wal file: they are seen, and
// nothing in the folder changes.
func TestVerifyKilled(t *testing.T) {
	path := populatedFile(t)
	leaveWAL(t, path)
	before := folder(t, path)
	if list := problems(t, path); len(list) > 0 {
		t.Errorf("found:\n%s", strings.Join(list, "\n"))
	}
	if after := folder(t, path); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
}

// folder describes the files in the folder of a database.
func folder(t *testing.T, path string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Name(), len(content), info.ModTime(), binary.LittleEndian.Uint64(append(content, make([]byte, 8)...)))
	}
	return b.String()
}

// TestVerifyUpgraded verifies databases with older schemas, in memory.
func TestVerifyUpgraded(t *testing.T) {
	for _, version := range []int64{1, 2, 3, 4} {
		path := thawed(t, version)
		before := folder(t, path)
		report, err := Verify(t.Context(), path, verify.Options{})
		report.Problems = slices.DeleteFunc(report.Problems, func(p verify.Problem) bool { return p.Table == "ratings" }) // as in TestUpgrade
		if err != nil || report.Schema != version || !report.Upgraded || report.Games != 2 || !report.Sound() {
			t.Errorf("schema %d: %+v, %v", version, report, err)
		}
		if after := folder(t, path); after != before {
			t.Errorf("the folder was\n%sand is\n%s", before, after)
		}
		damage(t, path, "UPDATE games SET plies = 9 WHERE id = 1")
		if list := problems(t, path); len(list) == 0 || !strings.Contains(list[0], "games 1: it has 3 moves, but says 9") {
			t.Errorf("schema %d: found:\n%s", version, strings.Join(list, "\n"))
		}
	}
}

// TestVerifyRefuses gives it what is no database of ours.
func TestVerifyRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	newer := populatedFile(t)
	damage(t, newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	foreign := filepath.Join(dir, "foreign.db")
	mustExec(t, raw(t, foreign), "CREATE TABLE t (a)")
	for path, want := range map[string]error{
		filepath.Join(dir, "missing.db"): fs.ErrNotExist, dir: ErrNotDatabase, write("empty.db", ""): ErrNotDatabase,
		write("text.db", "hello, this is a text"): ErrNotDatabase, foreign: ErrNotDatabase, newer: ErrNewer,
	} {
		if report, err := Verify(t.Context(), path, verify.Options{}); !errors.Is(err, want) || !report.Sound() {
			t.Errorf("%s: %v, %v; want %v", path, report, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Verify(ctx, populatedFile(t), verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestVerifyUnderLoad verifies a database in which moves are made meanwhile.
func TestVerifyUnderLoad(t *testing.T) {
	path := populatedFile(t)
	owner, err := Own(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	s := opened(t, path)
	stop, made := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				made <- n
				return
			default:
			}
			err := s.Update(t.Context(), func(tx data.Tx) error {
				g, err := tx.Game(5)
				if err != nil {
					return err
				}
				if g.Over() {
					return nil
				}
				if err := play(g, noon); err != nil {
					return err
				}
				_, err = tx.Enqueue(message("hall", 5, "moved"))
				return errors.Join(err, tx.SaveGame(g))
			})
			if err != nil {
				t.Error(err)
			}
			n++
		}
	}()
	for range 10 {
		if list := problems(t, path); len(list) > 0 {
			t.Errorf("found:\n%s", strings.Join(list, "\n"))
		}
	}
	close(stop)
	if n := <-made; n == 0 {
		t.Error("no moves were made")
	}
}
