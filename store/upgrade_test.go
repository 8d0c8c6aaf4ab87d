package store

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
	"stackmate/store/verify"
)

// TestUpgrade opens a database of every schema that was released. It gets the newest schema, is sound,
// and keeps what is stored in it.
func TestUpgrade(t *testing.T) {
	onFile(t)
	_, freshPath := fresh(t)
	newest := schema(t, raw(t, freshPath))
	for _, version := range frozen(t) {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := thawed(t, version)
			old := raw(t, path)
			columns := keptColumns(t, old, version)
			want := contentOf(t, old, columns)
			maps.DeleteFunc(want, func(table string, _ []string) bool { return len(columns[table]) == 0 })
			old.Close()
			isVerified(t, path)
			s := opened(t, path)
			if diff := cmp.Diff(newest, schema(t, s.read)); diff != "" {
				t.Errorf("schema (-new +upgraded):\n%s", diff)
			}
			isSound(t, s.read)
			isConsistent(t, s, "ratings 1: no game has led to the rating in millennium", "ratings 1: the rating counts 1 games of millennium") // so it was frozen
			if diff := cmp.Diff(want, contentOf(t, s.read, columns)); diff != "" {
				t.Errorf("content (-old +upgraded):\n%s", diff)
			}
			holdsSamples(t, s)
			if version >= 5 {
				holdsMore(t, s)
			}
			s.Close()
			isVerified(t, path)
			holdsSamples(t, opened(t, path)) // nothing is left to migrate
		})
	}
}

// isVerified fails the test if "stackmate verify" finds anything but what the copies really have: a
// rating of player 1 to which no game has led.
func isVerified(t *testing.T, path string) {
	t.Helper()
	report, err := Verify(t.Context(), path, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Problems {
		if !strings.HasPrefix(p.String(), "ratings 1:") {
			t.Errorf("verify: %v", p)
		}
	}
}

// changed has what migrations change in tables that were there before: columns that they fill, or with
// none the whole table, which they empty.
var changed = []struct {
	schema  int64
	table   string
	columns []string
}{
	{2, "games", []string{"turn", "since"}},
	{5, "watchers", nil},
	{6, "link_codes", nil},
	{6, "players", []string{"name"}},
	{6, "addresses", []string{"name"}},
	{7, "mail_threads", []string{"at"}},
	{8, "outbox", []string{"head"}},
	{10, "outbox", []string{"due_since"}},
	{20, "outbox", []string{"recipient", "reply", "why"}},
}

// keptColumns returns the columns of each table of an old schema in which all rows stay as they are. A
// table with none is emptied.
func keptColumns(t *testing.T, db *sql.DB, version int64) map[string][]string {
	t.Helper()
	kept := map[string][]string{}
	for _, table := range column(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'") {
		kept[table] = slices.DeleteFunc(columnsOf(t, db, table), func(name string) bool {
			for _, c := range changed {
				if c.schema > version && c.table == table && (c.columns == nil || slices.Contains(c.columns, name)) {
					return true
				}
			}
			return false
		})
	}
	return kept
}

// contentOf returns the rows of tables, as SQL writes their columns.
func contentOf(t *testing.T, db *sql.DB, columns map[string][]string) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for table, names := range columns {
		if len(names) > 0 {
			rows[table] = column(t, db, "SELECT quote("+strings.Join(names, ") || ' ' || quote(")+") AS row FROM "+table+" ORDER BY row")
		} else if n := column(t, db, "SELECT count(*) FROM "+table)[0]; n != "0" {
			rows[table] = []string{n + " rows"}
		}
	}
	return rows
}

// schema returns the statements that make the tables, indexes and triggers of a database.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL " +
		"AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name, statement string
		if err := rows.Scan(&name, &statement); err != nil {
			t.Fatal(err)
		}
		all[name] = statement
	}
	return all
}

// holdsSamples checks what every database in testdata has in it, and makes a move.
func holdsSamples(t *testing.T, s *Store) {
	t.Helper()
	view(t, s, func(tx data.Tx) error {
		running, err := tx.Game(1)
		if err != nil {
			return err
		}
		if len(running.Plies) < 3 || running.Over() || running.DrawOfferBy == nil || *running.DrawOfferBy != rules.White {
			t.Errorf("game 1: %+v", running)
		}
		ended, err := tx.Game(2)
		if err != nil {
			return err
		}
		if !ended.Over() || ended.Outcome != rules.WhiteWins || len(ended.Plies) != 1 || ended.Terms.MoveLimit != 30 {
			t.Errorf("game 2: %+v", ended)
		}
		for _, kind := range []data.GameKind{data.Running, data.Waiting} {
			list, err := tx.FindGames(data.GameFilter{Player: 2, Kind: kind, Limit: 10})
			if i := slices.IndexFunc(list.Games, func(g data.GameSummary) bool { return g.ID == 1 }); err != nil || i < 0 || list.Games[i].ToMove() != 2 {
				t.Errorf("running games of Ben: %+v (%v)", list, err)
			}
		}
		list, err := tx.FindGames(data.GameFilter{Player: 1, Kind: data.Ended, Limit: 10})
		if n := len(list.Games); err != nil || n == 0 || list.Games[n-1].ID != 2 || list.Games[n-1].ToMove() != 0 {
			t.Errorf("ended games of Anna: %+v (%v)", list, err)
		}
		open, err := tx.OpenChallenges(2)
		if err != nil || len(open) != 1 || open[0].ID != 3 {
			t.Errorf("challenges: %+v (%v)", open, err)
		}
		messages, err := tx.Due("test", noon, 10)
		if err != nil || len(messages) != 1 || messages[0].Reply.Text != "waiting" || messages[0].Attempts != 2 {
			t.Errorf("messages: %+v (%v)", messages, err)
		}
		return nil
	})
	undo := errors.New("undo")
	err := s.Update(t.Context(), func(tx data.Tx) error {
		if isNew, err := tx.MarkReceived("test", "m1", noon); err != nil || isNew {
			t.Errorf("message m1 is new (%v)", err)
		}
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		if err := play(g, noon); err != nil {
			return err
		}
		if err := tx.SaveGame(g); err != nil {
			return err
		}
		return undo
	})
	if !errors.Is(err, undo) {
		t.Error(err)
	}
}

// holdsMore checks what the copies have in them from schema 5 on: games of all kinds, and players by mail.
func holdsMore(t *testing.T, s *Store) {
	t.Helper()
	view(t, s, func(tx data.Tx) error {
		for id, want := range map[int64]struct {
			variant     string
			log, plies  int
			toMove      int64
			outcome     rules.Outcome
			reason      game.Reason
			clock, home bool
		}{
			4:  {"nextgen:shared", 4, 4, 1, rules.Undecided, "", true, true},
			5:  {"tridimensional", 7, 5, 1, rules.Undecided, "", true, true}, // one move was taken back
			6:  {"3d8l", 3, 3, 0, rules.Draw, game.Agreement, false, true},
			7:  {"orthodox", 2, 2, 1, rules.Undecided, "", false, false}, // an analysis
			8:  {"orthodox", 3, 3, 2, rules.Undecided, "", true, false},
			9:  {"millennium", 0, 0, 0, rules.Undecided, game.Aborted, false, true},
			10: {"orthodox", 4, 4, 0, rules.BlackWins, game.Checkmate, false, true},
			11: {"millennium", 2, 2, 0, rules.BlackWins, game.TimeOut, true, false},
		} {
			g, err := tx.Game(id)
			if err != nil {
				return err
			}
			if _, timed := g.Deadline(); g.Variant.Key() != want.variant || len(g.Log) != want.log || len(g.Plies) != want.plies ||
				g.ToMove() != want.toMove || g.Outcome != want.outcome || g.Reason != want.reason ||
				timed != (want.clock && !g.Over()) || (g.Home != chat.Address{}) != want.home {
				t.Errorf("game %d: %+v", id, g)
			}
			switch id {
			case 5:
				if g.TakebackBy == nil || *g.TakebackBy != rules.White {
					t.Errorf("game 5: takeback asked by %v", g.TakebackBy)
				}
			case 7:
				if !g.Analysis() || g.Origin == "" {
					t.Errorf("game 7: %+v", g)
				}
			case 8:
				if left := g.Timing.Left[rules.White]; left < 9*24*time.Hour || g.Log[2].Note != "by mail" || g.Terms.MoveLimit != 40 {
					t.Errorf("game 8: %+v", g)
				}
			}
		}
		for id, name := range map[int64]string{3: "Player 3", 4: "Dora"} { // not what mails call them
			if p, err := tx.Player(id); err != nil || p.Name != name || len(p.Addresses) != int(id)-2 {
				t.Errorf("player %d: %+v (%v)", id, p, err)
			}
		}
		waiting, err := tx.Due("email", noon, 10)
		if err != nil || len(waiting) != 1 || waiting[0].Reply.Text != "first of two" || waiting[0].Attempts != 3 {
			t.Errorf("mail: %+v (%v)", waiting, err)
		}
		if c, err := tx.Conditions(8, 3); err != nil || len(c) != 1 {
			t.Errorf("conditions: %+v (%v)", c, err)
		}
		return nil
	})
}
