package discord_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/discord/discordtest"
	"stackmate/store/storetest"
)

// pressByOthers runs after every test, and restarts the bot. All people press every button and option of the test that is
// not for them, and nothing changes.
func (tb *testbed) pressByOthers() {
	if tb.t.Failed() || tb.t.Skipped() || tb.db == nil {
		return
	}
	tb.pressed()
}

// pressed does that and returns the codes with who pressed them, such as "accept Carol".
func (tb *testbed) pressed() (list []string) {
	tb.t.Helper()
	shown := tb.srv.Shown()
	if len(shown) == 0 {
		return nil
	}
	tb.srv.ClearFaults()
	tb.guild.Join(tb.srv.AddUser("Mallory")) // of whom the bot has never heard
	tb.wrap, tb.prepare, tb.keepOutbox = nil, nil, true
	tb.config.HTTP, tb.config.NoGateway = false, false
	if err := tb.srv.SetEndpoint(""); err != nil {
		tb.t.Error(err)
	}
	tb.run()
	defer func() {
		if err := tb.stop(); err != nil {
			tb.t.Error(err)
		}
	}()
	tb.eventually("the bot is connected", tb.connected)
	db := openDatabase(tb)
	defer db.Close()
	before := db.everything()
	type press struct {
		what   string
		where  *discordtest.Message
		handle *discordtest.Handle
	}
	var presses []press
	done := map[string]bool{}
	for _, x := range shown {
		for _, u := range tb.srv.People() {
			what := u.Name + " " + u.ID + " presses " + x.Code
			if done[what] || !u.Sees(x.Message) || db.mayPress(x.Code, u) {
				continue
			}
			done[what] = true
			presses = append(presses, press{what, x.Message, u.Press(x)})
			list = append(list, strings.Fields(x.Code[strings.Index(x.Code, "|")+1:])[0]+" "+u.Name)
		}
	}
	for _, p := range presses {
		if m := p.handle.Response(); p.where.GuildID != "" && !m.Ephemeral {
			tb.t.Errorf("%s: everybody reads %s", p.what, m)
		}
	}
	if after := db.everything(); after != before {
		tb.t.Errorf("presses by others changed\n%s\nto\n%s\nThey were: %v", before, after, presses)
	}
	return list
}

// mayPress reports whether a button or option is for a person. One without pressers is for nobody. It fails the test if
// more people may press it than should.
func (db database) mayPress(code string, u *discordtest.User) bool {
	who, command := chat.ReadCode(code)
	verb, rest, _ := strings.Cut(command, " ")
	switch {
	case who == chat.Everybody:
		open := verb == "accept" &&
			db.number("SELECT count(*) FROM challenges WHERE opponent IS NULL AND id = $1", strings.TrimPrefix(rest, "#")) == 1
		open = open || verb == "solve" && len(strings.Fields(rest)) == 1 // each gets the puzzle alone
		if verb != "board" && verb != "rules" && verb != "review" && !open {
			db.t.Errorf("everybody may press %q", code)
		}
		return true
	case who.Game() > 0:
		if verb != "pick" && verb != "rematch" {
			db.t.Errorf("both players may press %q", code)
		}
		return db.number("SELECT count(*) FROM games WHERE id = $1 AND (SELECT player FROM addresses WHERE id = $2) IN (white, black)",
			who.Game(), "user:"+u.ID) == 1
	case who.Player() > 0:
		return db.number("SELECT count(*) FROM addresses WHERE id = $1 AND player = $2", "user:"+u.ID, who.Player()) == 1
	}
	return false
}

// number returns the number that a query selects.
func (db database) number(query string, args ...any) (n int) {
	db.t.Helper()
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		db.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// database is the bot's, which tests read directly.
type database struct {
	*sql.DB
	t *testing.T
}

func openDatabase(tb *testbed) database {
	db := storetest.Open(tb.t, tb.path)
	return database{db, tb.t}
}

// everything returns the contents of the database without messages in and out.
func (db database) everything() string {
	db.t.Helper()
	var b strings.Builder
	for _, table := range []string{"players", "addresses", "challenges", "games", "moves", "ratings", "rated", "conditions", "watchers",
		"notes", "vacations"} {
		rows, err := db.Query("SELECT * FROM " + table + " ORDER BY 1, 2")
		if err != nil {
			db.t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			db.t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				db.t.Fatal(err)
			}
			fmt.Fprintln(&b, table, values)
		}
		if err := rows.Err(); err != nil {
			db.t.Fatal(err)
		}
	}
	return b.String()
}

// TestPressers has a game with questions of all kinds, and checks what pressByOthers presses.
func TestPressers(t *testing.T) {
	tb := newTestbed(t).start()
	tb.alice.Slash(tb.ch, "challenge", opt("variant", "orthodox")).Response()
	offer := tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	board := tb.bob.Click(offer, "Accept").Response()
	tb.choose(tb.alice, tb.alice.Click(board, "Move").Response(), "e2").Response()
	tb.alice.Slash(tb.ch, "draw offer").Response()
	tb.move(tb.alice, "e4").Response()
	tb.alice.Slash(tb.ch, "takeback ask").Response()
	tb.bob.Say(tb.ch, "@Stackmate resign #2")
	ask := tb.bob.DM().WaitText("Resign game")
	tb.bob.Say(tb.ch, "@Stackmate #2 board")
	tb.ch.WaitMessage(func(m *discordtest.Message) bool { return m.Author.IsBot() && m.Button("◀") != nil })
	tb.carol.Say(tb.ch, "@Stackmate challenge @Bob")
	tb.bob.Click(ask, "Resign").Response()
	tb.ch.WaitText("Bob resigns")
	tb.waitDelivered()
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	pressed := tb.pressed()
	for _, want := range []string{"accept Alice", "decline Alice", "accept Carol", "accept Mallory", "pick Carol", "pick Mallory", "draw Alice",
		"draw Carol", "takeback Alice", "takeback Mallory", "rematch Carol", "rematch Mallory"} {
		if !slices.Contains(pressed, want) {
			t.Errorf("not pressed: %s", want)
		}
	}
}
