package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/request"
	"stackmate/store"
	"stackmate/store/storetest"
	"stackmate/store/verify"
)

// TestDeleteData deletes a player with games of all kinds, and looks at what the others see then.
func TestDeleteData(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "#1 e4", "#1 e5", "#1 Nf3", "#1 Nc6")
	c.say("Ben", hall, "#1 resign yes")
	c.game(hall, "Anna", "Ben", "chess") // game 2 goes on
	c.play(hall, two, "#2 d4 // my secret plan", "#2 d5")
	c.game(library, "Carl", "Anna", "millennium") // game 3 has not begun
	c.say("Anna", hall, "challenge @Carl chess")
	c.say("Dora", hall, "challenge @Anna chess")
	c.say("Anna", alone("Anna"), "import chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	c.post()

	first := c.say("Anna", alone("Anna"), "mydata delete")
	has(t, first.Reply, "Delete everything", "Former player", "mydata export", "mydata delete AAAAAAAAAAAB")
	if first.Audience != chat.Secret || len(first.Buttons) != 1 {
		t.Errorf("%+v", first)
	}
	c.pressRefused("Ben", first.Buttons[0][0], "for Anna")
	second := c.press("Anna", alone("Anna"), first.Buttons[0][0])
	has(t, second.Reply, "by resigning: 1.", "moved: 1.", "cannot be undone")
	before := c.dump("players", "games")
	has(t, c.press("Anna", alone("Anna"), first.Buttons[0][0]).Reply, "not valid any more", "Delete everything") // pressed twice
	has(t, c.press("Anna", alone("Anna"), second.Buttons[0][0]).Reply, "not valid any more")                     // so that is old too
	c.later(time.Minute)
	first = c.say("Anna", alone("Anna"), "mydata delete")
	c.later(2 * time.Hour)
	late := c.press("Anna", alone("Anna"), first.Buttons[0][0])
	has(t, late.Reply, "not valid any more")
	if c.dump("players", "games") != before {
		t.Fatal("asking changed something")
	}
	second = c.press("Anna", alone("Anna"), late.Buttons[0][0])
	m := c.message("Anna", alone("Anna"), "")
	m.Pressed, m.Text = true, second.Buttons[0][0].For.Code(second.Buttons[0][0].Command)
	done := c.handle(m)
	has(t, done.Reply, "Everything Stackmate stored about you is deleted")
	if again := c.handle(m); again != nil {
		t.Errorf("the same press again: %+v", again)
	}
	if a := c.press("Anna", alone("Anna"), second.Buttons[0][0]); !a.Refused || !a.ButtonSpent || !strings.Contains(a.Text, "account that has been deleted") {
		t.Errorf("the last button again: %+v", a)
	}

	told := map[string]string{}
	for _, m := range c.post() {
		told[m.to] += m.Title + ": " + typed(m.Reply).Text + "\n"
		for _, p := range m.Notify {
			if p.Name == "Anna" {
				t.Error("the deleted player is notified")
			}
		}
	}
	for _, want := range []string{"A player in this game has deleted their account. Former player resigns. Ben wins, 0-1.", "Challenge 5 is cancelled"} {
		if !strings.Contains(told["hall"], want) {
			t.Errorf("the hall is told %q, not %q", told["hall"], want)
		}
	}
	if !strings.Contains(told["library"], "cancelled without a result") && !strings.Contains(told["library"], "cancelled") {
		t.Errorf("the library is told %q", told["library"])
	}
	if all := fmt.Sprint(told); strings.Contains(all, "Anna") {
		t.Errorf("somebody is told of Anna: %s", all)
	}
	all := c.dump("players", "addresses", "challenges", "games", "moves", "conditions", "watchers", "notes", "vacations", "guests", "player_blocks", "outbox", "inbound",
		"names", "ratings", "results", "deletions", "link_codes", "unreached", "absences")
	for _, secret := range []string{"Anna", "p-anna", "secret plan"} {
		if strings.Contains(all, secret) {
			t.Errorf("the database still has %q:\n%s", secret, all)
		}
	}
	if report, err := store.Verify(t.Context(), c.path, verify.Options{}); err != nil || len(report.Problems) > 0 {
		t.Errorf("verify: %v, %v", report.Problems, err)
	}
	for _, command := range []string{"#1 board", "#1 history", "#1 export", "games", "profile"} {
		a := c.say("Ben", hall, command)
		text := a.Title + a.Text + a.Block + a.Board
		for _, f := range a.Files {
			text += f.Alt
			if strings.HasSuffix(f.Name, ".pgn") {
				text += string(f.Data)
			}
		}
		if strings.Contains(text, "Anna") {
			t.Errorf("%q shows %q", command, text)
		}
		if strings.HasPrefix(command, "#1") && !strings.Contains(text, "Former player") {
			t.Errorf("%q does not show the former player: %q", command, text)
		}
	}
	c.say("Ben", hall, "preferences de")
	has(t, c.say("Ben", hall, "#1 history").Reply, "Ehemaliger Spieler")
	c.say("Ben", hall, "preferences en")
	c.refused("Ben", hall, "#1 rematch", "deleted their account")
	c.refused("Ben", hall, "challenge Anna", "don't know")

	c.asleep(time.Second)
	has(t, c.say("Anna", hall, "profile").Reply, "Anna")
	if players := c.dump("players"); strings.Count(players, "Anna") != 1 {
		t.Errorf("players\n%s", players)
	}
	c.refused("Anna", hall, "#1 resign", "not playing in game 1")
}

// TestLastRating deletes a player whose rated game then counts for the opponent.
func TestLastRating(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "challenge @Ben chess white rated")
	c.say("Ben", hall, "accept")
	c.play(hall, two, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
	for range 2 {
		code := c.say("Anna", alone("Anna"), "mydata delete").Buttons[0][0].Command
		code = c.say("Anna", alone("Anna"), code).Buttons[0][0].Command
		if c.dump("ratings") == "" {
			c.say("Anna", alone("Anna"), code)
			c.asleep(time.Second)
		}
	}
	if ratings := c.dump("ratings", "rated"); strings.Count(ratings, "\n") != 2 || !strings.Contains(ratings, "[1 2 1500 ") {
		t.Errorf("ratings\n%s", ratings)
	}
	has(t, c.say("Ben", hall, "profile").Reply, "+1 =0 −0")
	has(t, c.say("Ben", hall, "leaderboard chess").Reply, "Ben")
	if a := c.say("Ben", hall, "leaderboard chess"); strings.Contains(a.Block, "Former") || strings.Contains(a.Block, " 2.") {
		t.Errorf("leaderboard\n%s", a.Block)
	}
}

// TestExportData gets a copy of everything, in private, once an hour.
func TestExportData(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "e4 // hello Ben", "e5 // hello Anna")
	c.say("Ben", hall, "note Ben's secret")
	c.say("Anna", hall, "note my note")
	c.game(library, "Ben", "Anna", "millennium")
	a := c.say("Anna", alone("Anna"), "mydata export")
	has(t, a.Reply, "your 2 games", "Only you can see this")
	if a.Audience != chat.Secret || len(a.Files) != 2 || a.Files[0].Name != "stackmate.json" || a.Files[1].Name != "stackmate.pgn" {
		t.Fatalf("%+v", a)
	}
	var all struct {
		Format  string
		Made    time.Time
		Account []struct {
			Name  string
			Since time.Time
		}
		Notes []struct{ Note string }
		Games []struct {
			Number          int
			Color, Opponent string
			Started         time.Time
			Log             []struct {
				Move, Note string
				ByYou      bool `json:"by_you"`
				At         time.Time
			}
		}
	}
	if err := json.Unmarshal(a.Files[0].Data, &all); err != nil {
		t.Fatal(err)
	}
	if all.Format != "stackmate personal data 1" || !all.Made.Equal(c.time()) || all.Account[0].Name != "Anna" || all.Notes[0].Note != "my note" || len(all.Games) != 2 {
		t.Errorf("%+v", all)
	}
	if g := all.Games[0]; g.Color != "white" || g.Opponent != "Ben" || g.Log[0].Note != "hello Ben" || !g.Log[0].ByYou || g.Log[1].Note != "" || g.Log[1].ByYou || !g.Log[0].At.Equal(noon) {
		t.Errorf("%+v", g)
	}
	if pgn := string(a.Files[1].Data); strings.Count(pgn, "[White ") != 2 || strings.Count(pgn, "\n\n[Event ") != 1 || !strings.Contains(pgn, "1. e4 e5 *") {
		t.Errorf("PGN\n%s", pgn)
	}
	if strings.Contains(string(a.Files[0].Data), "Ben's secret") || strings.Contains(string(a.Files[0].Data), "p-ben") {
		t.Errorf("the copy has what is Ben's\n%s", a.Files[0].Data)
	}
	c.refused("Anna", alone("Anna"), "mydata export", "already got a copy")
	c.later(time.Hour)
	m := c.message("Anna", hall, "mydata export") // where others read
	m.PublicAnswer = true
	if a := c.handle(m); len(a.Files) > 0 || !strings.Contains(a.Text, "privately") {
		t.Errorf("%+v", a)
	}
	posted := c.post()
	if len(posted) != 1 || posted[0].to != "p-anna" || len(posted[0].Files) != 2 {
		t.Fatalf("%+v", posted)
	}
}

// TestExportDamaged gets a copy although one game cannot be read. If no copy can be made, the answer
// does not say that it is one.
func TestExportDamaged(t *testing.T) {
	c := company(t)
	storetest.Damaged(c.path)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "e4", "e5")
	c.game(hall, "Anna", "Ben", "orthodox")
	c.movesMayChange()
	c.exec("UPDATE moves SET move = 'nonsense'")
	a := c.say("Anna", alone("Anna"), "mydata export")
	if len(a.Files) != 2 || !strings.Contains(string(a.Files[0].Data), `"unreadable": true`) || strings.Count(string(a.Files[1].Data), "[White ") != 1 {
		t.Errorf("%s: %v", a.Text, a.Files)
	}
	c.later(time.Hour)
	c.exec("ALTER TABLE vacations RENAME TO away")
	m := c.message("Anna", alone("Anna"), "mydata export")
	if a, err := c.desk.Handle(t.Context(), m); err != nil || len(a.Files) > 0 || !strings.Contains(a.Text, "Your copy could not be made") {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestDeleteDamaged deletes a player although a running game and an ended one cannot be read.
func TestDeleteDamaged(t *testing.T) {
	c := company(t)
	storetest.Damaged(c.path)
	for _, number := range []string{"#1 ", "#2 "} {
		c.game(hall, "Anna", "Ben", "orthodox")
		c.say("Anna", hall, number+"e4 // my secret plan")
		c.say("Ben", hall, number+"e5")
	}
	c.say("Ben", hall, "#2 resign yes")
	c.game(hall, "Anna", "Ben", "orthodox")
	c.post()
	c.movesMayChange()
	c.exec("UPDATE moves SET move = 'nonsense'")
	code := c.say("Anna", alone("Anna"), "mydata delete").Buttons[0][0].Command
	code = c.say("Anna", alone("Anna"), code).Buttons[0][0].Command
	has(t, c.say("Anna", alone("Anna"), code).Reply, "Everything Stackmate stored about you is deleted")
	if all := c.dump("players", "addresses", "moves", "games", "outbox"); strings.Contains(all, "Anna") || strings.Contains(all, "p-anna") || strings.Contains(all, "secret plan") {
		t.Error(all)
	}
	if told := c.post(); len(told) != 1 || !strings.Contains(told[0].Text, "The game was cancelled") {
		t.Errorf("told %+v", told)
	}
}

// TestExportParts has more games than fit into one message.
func TestExportParts(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.exec("WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1201) INSERT INTO challenges SELECT i, challenger, opponent, variant, terms, color, home_transport, home_id, server, state, made, address FROM challenges, n WHERE id = 1")
	c.exec("INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server, plies, offer, outcome, reason, started, moved) SELECT c.id, 1, g.variant, g.terms, 1, 2, '', '', '', 0, '', '*', '', 1, 1 FROM challenges AS c, games AS g WHERE c.id > 1 AND g.id = 1")
	c.numbersGiven()
	a := c.say("Anna", alone("Anna"), "mydata export")
	has(t, a.Reply, "part 1 of 3", "1201 games")
	seen := map[int64]bool{}
	count := func(r chat.Reply) {
		if len(r.Files) != 2 {
			t.Fatalf("%d files", len(r.Files))
		}
		var part struct {
			Games   []struct{ Number int64 }
			Account []any
		}
		if err := json.Unmarshal(r.Files[0].Data, &part); err != nil {
			t.Fatal(err)
		}
		for _, g := range part.Games {
			if seen[g.Number] {
				t.Errorf("game %d twice", g.Number)
			}
			seen[g.Number] = true
		}
		if (len(part.Account) == 1) != (r.Export.Part == 1) {
			t.Errorf("part %d: account %v", r.Export.Part, part.Account)
		}
	}
	count(a.Reply)
	for _, m := range c.post() {
		count(m.Reply)
	}
	if len(seen) != 1201 {
		t.Errorf("%d games", len(seen))
	}
}

// TestPolicies asks for help where the owner has named policies.
func TestPolicies(t *testing.T) {
	c := newClub(t)
	c.desk = bot.New(bot.Options{Store: c.store, Renderer: renderer, Now: c.time, Owner: "run 1", Coin: func() bool { return true },
		Policies: request.Policies{PrivacyURL: "https://example.org/my_privacy", Contact: "me@example.org"}})
	a := c.say("Anna", hall, "help")
	escaped := a.Expand(chat.Surface{Command: func(string) string { return "" }, Plain: func(s string) string { return strings.ReplaceAll(s, "_", `\_`) }},
		chat.Surface{Command: func(string) string { return "" }})
	if !strings.Contains(escaped.Text, "\nPrivacy: https://example.org/my_privacy\nContact: me@example.org") || strings.Contains(escaped.Text, "Terms") {
		t.Errorf("%q", escaped.Text)
	}
}

// TestScrub deletes a player of whom messages to others still wait.
func TestScrub(t *testing.T) {
	c := newClub(t)
	c.game(library, "Anna", "Ben", "orthodox")
	c.front.fail = func(chat.Address, chat.Reply) error { return context.DeadlineExceeded }
	c.say("Anna", alone("Anna"), "e4 // I am Anna, not Annabel")
	code := c.say("Anna", alone("Anna"), "mydata delete").Buttons[0][0].Command
	code = c.say("Anna", alone("Anna"), code).Buttons[0][0].Command
	c.say("Anna", alone("Anna"), code)
	c.front.fail = nil
	for _, m := range c.post() {
		text := m.Text + fmt.Sprint(m.Notify, m.Players, m.Asker)
		if strings.Contains(text, "Anna ") || strings.Contains(text, "p-anna") {
			t.Errorf("%s is told %q", m.to, text)
		}
	}
	if waiting := c.dump("outbox"); strings.Contains(waiting, "p-anna") {
		t.Error(waiting)
	}
}

// TestScrubHeld deletes a player, with another name in a server, of whom messages to others are held
// after a restore.
func TestScrubHeld(t *testing.T) {
	c := company(t)
	m := c.message("Anna", hall, "games")
	m.Nickname = "Queen Anna the 1st"
	c.handle(m)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.front.fail = func(chat.Address, chat.Reply) error { return context.DeadlineExceeded }
	c.say("Anna", alone("Anna"), "e4")
	c.post()
	backup := c.backup()
	c.later(time.Hour)
	c.restore(backup)
	if held := c.dump("held"); !strings.Contains(held, "Queen Anna the 1st (White) plays 1. e4") {
		t.Fatalf("held: %s", held)
	}
	code := c.say("Anna", alone("Anna"), "mydata delete").Buttons[0][0].Command
	code = c.say("Anna", alone("Anna"), code).Buttons[0][0].Command
	c.say("Anna", alone("Anna"), code)
	if held := c.dump("held", "outbox"); strings.Contains(held, "Anna") || strings.Contains(held, "p-anna") || !strings.Contains(held, "Former player (White) plays 1. e4") {
		t.Errorf("held: %s", held)
	}
}
