package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
)

// personal says of every table what it has about people: its columns, in which sections of
// PersonalData it is exported, and what a deletion leaves. A text with a space in it is a reason why
// something is not exported, or kept. A new table or column is added here, and to the
// statements in export.go and deletion.go if it is about a player.
var personal = map[string]struct{ columns, exported, kept string }{
	"absences":         {"transport place player", "cannot_see", ""},
	"addresses":        {"transport id player name created refused_until", "addresses", ""},
	"blocks":           {"server player", "banned_in", "by a hash, in refusals"},
	"challenges":       {"id challenger opponent variant terms color home_transport home_id server state made address", "challenges", "what was offered, without name and address"},
	"conditions":       {"game player tree", "conditional_moves", ""},
	"deletions":        {"player code step until", "is a secret that lasts an hour", ""},
	"exports":          {"player at", "exports", ""},
	"games":            {"id version variant terms white black home_transport home_id server plies offer outcome reason started moved ended origin turn asked since left_white left_black reminders alarm spent", "are exported as games, by bot/mydata", "they are the opponents' too"},
	"goose_db_version": {"id version_id is_applied tstamp", "is about nobody", "is about nobody"},
	"guests":           {"game player", "invited_to_watch", ""},
	"held":             {"id transport recipient game reply due_since", "held_messages", ""},
	"inbound":          {"transport id at", "ids of messages tell nothing about their authors", "ids of messages tell nothing about their authors"},
	"interventions":    {"id game player what why at", "admin_actions", "they are about other people's games, and have no name any more"},
	"link_codes":       {"hash player until handle attempts told_transport told_id claim_transport claim_id", "link_codes", ""},
	"link_guesses":     {"player at", "link_guesses", ""},
	"mail_boxes":       {"name validity first began", "is about the bot's mailbox", "is about the bot's mailbox"},
	"mail_failures":    {"id times at", "ids of mails are hashes", "ids of mails are hashes"},
	"mail_heard":       {"id done ended at", "ids of mails are hashes", "ids of mails are hashes"},
	"mail_key":         {"id key", "is a secret of the bot", "is a secret of the bot"},
	"mail_people":      {"address confirmed muted farewell talk_game talk_id talk_subject talk_at renewals dead", "email_contact", "that an address wants no mail, by a hash, in refusals"},
	"mail_tally":       {"address kind at", "email_counts", ""},
	"mail_threads":     {"address game first last at subject", "email_threads", ""},
	"mail_tokens":      {"hash stop address game issued", "email_secrets", ""},
	"missing":          {"transport id since", "seems_gone", ""},
	"moves":            {"game ply move at note", "are exported as games, by bot/mydata", "they are the opponents' too, without notes"},
	"names":            {"server player name", "server_names", ""},
	"notes":            {"game player note", "notes", ""},
	"outages":          {"transport began ended", "is about nobody", "is about nobody"},
	"outbox":           {"id transport recipient game reply not_before attempts why settled refused head leased_by due_since panics trace", "undelivered_messages", "settled messages are empty"},
	"player_blocks":    {"player blocked address", "blocked", "who has blocked the player, by a hash, in refusals"},
	"players":          {"id name created settings former level", "account", "a number, for the seats of games"},
	"daily_puzzles":    {"transport place server variant due posted puzzle", "is about places", "is about places"},
	"processes":        {"id beats works", "is about nobody", "is about nobody"},
	"work_parts":       {"work part process", "is about nobody", "is about nobody"},
	"queues":           {"name next", "is about nobody", "is about nobody"},
	"puzzle_attempts":  {"player puzzle variant shown line state won before after solved", "puzzles", ""},
	"puzzle_days":      {"player day", "puzzle_days", ""},
	"puzzle_ratings":   {"puzzle variant rating deviation volatility tries", "is about puzzles", "is about puzzles"},
	"solver_ratings":   {"player variant rating deviation volatility puzzles updated", "puzzle_ratings", ""},
	"web_links":        {"hash transport id game place until", "browser_links", ""},
	"web_sessions":     {"hash transport id browser views began used until", "browser_sessions", ""},
	"pulse":            {"id at", "is about nobody", "is about nobody"},
	"rated":            {"game player before after", "rating_changes", ""},
	"ratings":          {"player variant rating deviation volatility games updated listed", "ratings", ""},
	"refusal_key":      {"id key", "is a secret of the bot", "is a secret of the bot"},
	"refusals":         {"hash server player", "cannot be told apart: the addresses are hashes", "who has deleted everything must stay banned"},
	"results":          {"player variant won drawn lost", "results", ""},
	"restores":         {"id at backup last_game next_game next_player last_message next_message told", "is about nobody", "is about nobody"},
	"running":          {"variant games", "is about nobody", "is about nobody"},
	"rooms":            {"transport id above closed checked channel", "is about places", "is about places"},
	"server_ratings":   {"server variant player rating", "server_ratings", ""},
	"servers":          {"id settings", "is about servers", "is about servers"},
	"unreached":        {"game player", "unreached_in", ""},
	"vacations":        {"player began ended", "vacations", ""},
	"watchers":         {"game player", "watching", ""},
}

// TestPersonalTables fails for a table or column of which nobody has decided whether it is about
// people, and for a section that no table has.
func TestPersonalTables(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	found := map[string]string{}
	for _, line := range column(t, s.read, `SELECT m.name || ' ' || c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`) {
		table, name, _ := strings.Cut(line, " ")
		found[table] = strings.TrimSpace(found[table] + " " + name)
	}
	for table, columns := range found {
		if personal[table].columns != columns {
			t.Errorf("table %s has the columns %q, and in personal %q: see there what to do", table, columns, personal[table].columns)
		}
	}
	sections := map[string]bool{}
	for table, p := range personal {
		if found[table] == "" {
			t.Errorf("there is no table %s", table)
		}
		if p.exported == "" {
			t.Errorf("it is not said whether %s is exported", table)
		}
		sections[p.exported] = true
	}
	for _, e := range exported {
		if !sections[e.section] {
			t.Errorf("no table has the section %s", e.section)
		}
		delete(sections, e.section)
	}
	for rest := range sections {
		if !strings.Contains(rest, " ") {
			t.Errorf("there is no section %s", rest)
		}
	}
}

const (
	annasMail = "anna.secret@example.org"
	annasID   = "user:771234567890123456"
	annasName = "Annabella Verysecret"
)

// filled returns a store in which every table that is about people has rows about Anna, player 1,
// and Ben, player 2. Whatever is Anna's alone says "secret" or has one of her addresses.
func filled(t *testing.T) (*Store, string) {
	t.Helper()
	s, path := fresh(t)
	update(t, s, func(tx data.Tx) error {
		if _, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "discord", ID: annasID}, Name: annasName}, noon); err != nil {
			return err
		}
		_, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "discord", ID: "user:2"}, Name: "Ben"}, noon)
		return err
	})
	for _, statement := range []string{
		"UPDATE players SET settings = '{\"language\":\"de\",\"theme\":\"secret theme\"}' WHERE id = 1",
		"INSERT INTO addresses VALUES ('email', 'anna.secret@example.org', 1, 'Secret Anna', 5, 9000000000000)",
		`INSERT INTO challenges (id, challenger, opponent, variant, terms, color, home_transport, home_id, server, state, made, address)
			VALUES (1, 1, 2, 'orthodox', '{}', 'white', 'discord', 'channel:1', 's1', 'accepted', 1, ''),
			(2, 2, 1, 'orthodox', '{}', 'white', '', '', '', 'open', 1, 'anna.secret@example.org'),
			(3, 1, 2, 'orthodox', '{}', 'white', '', '', '', 'declined', 1, 'friend.of.secret@example.org')`,
		`INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server, plies, offer, outcome, reason, started, moved)
			VALUES (1, 0, 'orthodox', '{}', 1, 2, 'discord', 'channel:1', 's1', 2, '', '*', '', 1, 1)`,
		"INSERT INTO moves (game, ply, move, at, note) VALUES (1, 1, 'e2-e4', 1, 'secret plan')",
		"INSERT INTO moves (game, ply, move, at, note) VALUES (1, 2, 'e7-e5', 1, 'Ben says hello')",
		"INSERT INTO vacations VALUES (1, 111, 222)",
		"INSERT INTO conditions VALUES (1, 1, '{\"secret\":1}')",
		"INSERT INTO watchers VALUES (1, 1)", "INSERT INTO guests VALUES (1, 1)", "INSERT INTO notes VALUES (1, 1, 'secret note'), (1, 2, 'note of Ben')",
		"INSERT INTO interventions VALUES (1, 1, 1, 'adjudicated', 'reason of an admin', 7)",
		"INSERT INTO blocks VALUES ('s9', 1)", "INSERT INTO ratings VALUES (1, 'orthodox', 1612.5, 50, 0.06, 9, 7, 1)",
		"INSERT INTO rated VALUES (1, 1, 1600, 1612.5), (1, 2, 1500, 1490)",
		"INSERT INTO puzzle_attempts VALUES (1, 'mk3x9', 'millennium', 7, 'secret line', 'open', 0, 1500, 1471.5, NULL), (2, 'mk3x9', 'millennium', 7, 'line of Ben', 'open', NULL, 0, 0, NULL)",
		"INSERT INTO solver_ratings VALUES (1, 'millennium', 1471.5, 300, 0.06, 1, 7)", "INSERT INTO puzzle_days VALUES (1, 20000), (2, 20000)",
		"INSERT INTO results VALUES (1, 'orthodox', 3, 2, 1), (2, 'orthodox', 1, 2, 3)",
		"INSERT INTO player_blocks VALUES (1, 2, ''), (1, 0, 'enemy.of.secret@example.org'), (2, 1, ''), (2, 0, 'anna.secret@example.org')",
		"INSERT INTO link_codes (hash, player, until, handle, told_id, claim_transport, claim_id) VALUES ('h1', 1, 7, 'AAAA', 'secret', '', ''), ('h2', 2, 7, 'BBBB', '', 'discord', 'user:771234567890123456')",
		"INSERT INTO web_links VALUES ('w1', 'discord', 'user:771234567890123456', 1, '{\"id\":\"secret channel\"}', 7), ('w2', 'discord', 'user:2', 1, '', 7)",
		"INSERT INTO web_sessions VALUES ('w3', 'email', 'anna.secret@example.org', 'Secret Browser line', '[{\"game\":1}]', 7, 7, 7), ('w4', 'discord', 'user:2', 'browser of Ben', 'null', 7, 7, 7)",
		"INSERT INTO link_guesses VALUES (1, 7)", "INSERT INTO names VALUES ('s1', 1, 'Secret Nickname')", "INSERT INTO absences VALUES ('discord', 'secret channel', 1)",
		"INSERT INTO unreached VALUES (1, 1)", "INSERT INTO deletions VALUES (1, 'secret code', 1, 7)", "INSERT INTO exports VALUES (1, 7)",
		"INSERT INTO missing VALUES ('discord', 'user:771234567890123456', 7)",
		"INSERT INTO mail_people (address, confirmed, muted, talk_subject, talk_id) VALUES ('anna.secret@example.org', 7, 1, 'secret subject', 'secret id')",
		"INSERT INTO mail_people (address, confirmed, talk_subject, talk_id) VALUES ('ben@example.org', 7, 'Re: Annabella Verysecret invites you', 'b')",
		"INSERT INTO mail_tokens VALUES ('t1', 't2', 'anna.secret@example.org', 1, 7)",
		"INSERT INTO mail_tally VALUES ('anna.secret@example.org', 'answer', 7)",
		"INSERT INTO mail_threads (address, game, first, last, subject) VALUES ('anna.secret@example.org', 1, 'a', 'b', 'secret thread')",
		"INSERT INTO mail_heard VALUES ('anna.secret@example.org/m1', 1, 1, 7), ('hash', 1, 1, 7)",
		"INSERT INTO mail_failures VALUES ('anna.secret@example.org/m2', 1, 7)",
		"INSERT INTO inbound VALUES ('email', 'anna.secret@example.org/m1/1', 7), ('email', 'ask/anna.secret@example.org/m1', 7), ('email', 'bounce/anna.secret@example.org/m1', 7), ('discord', '5', 7)",
		`INSERT INTO outbox (transport, recipient, game, reply, not_before) VALUES ('discord', 'user:771234567890123456', 1, '{"text":"secret word"}', 1),
			('email', 'anna.secret@example.org', 0, '{"text":"secret mail"}', 1), ('discord', 'user:2', 1, '{"text":"for Ben"}', 1)`,
		`INSERT INTO held VALUES (91, 'discord', 'user:771234567890123456', 1, '{"text":"secret held"}', 1), (92, 'discord', 'user:2', 1, '{"text":"","notify":[{"id":"user:771234567890123456"}]}', 1)`,
	} {
		mustExec(t, s.write, statement) // and not with a connection that leaves behind what it deletes
	}
	return s, path
}

// TestPersonalData looks for everything about a player in the export, and for nothing about others.
func TestPersonalData(t *testing.T) {
	s, _ := filled(t)
	view(t, s, func(tx data.Tx) error {
		list, err := tx.PersonalData(1)
		if err != nil {
			return err
		}
		for _, section := range list {
			if len(section.Rows) == 0 {
				t.Errorf("nothing is in section %s", section.Name)
			}
		}
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		for _, want := range []string{annasID, annasMail, annasName, "Secret Nickname", "secret theme", "secret note", "secret channel", "secret word", "secret mail",
			"1612.5", "1471.5", "secret line", "2024-10-04", "reason of an admin", `"banned_in"`, "Secret Browser line", "s9", "enemy.of.secret", "friend.of.secret", `"refuses_messages_until":"2255-`, "1970-01-01T00:00:00Z"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the export lacks %q", want)
			}
		}
		for _, not := range []string{"note of Ben", "line of Ben", "for Ben", "user:2", "secret code", "secret thread", "t1", "h1", "1490", "w1", "w3", "of Ben"} {
			if strings.Contains(string(text), `"`+not) || strings.Contains(string(text), not+`"`) {
				t.Errorf("the export has %q", not)
			}
		}
		if n, err := tx.CountGames(1); n != 1 || err != nil {
			t.Errorf("%d games, %v", n, err)
		}
		ids, err := tx.SeatedGames(1, 0, 10)
		if !slices.Equal(ids, []int64{1}) || err != nil {
			t.Errorf("games %v, %v", ids, err)
		}
		return nil
	})
}

// forget removes Anna as bot/mydata does.
func forget(tx data.Tx) error {
	if err := tx.RemoveMoveNotes(1, []int{0}); err != nil {
		return err
	}
	return errors.Join(tx.RemoveIdentity(1, []byte("key")), tx.RemoveTraces(1))
}

// TestForget deletes a player about whom every table has something, and looks through the whole
// database for what is left.
func TestForget(t *testing.T) {
	onFile(t)
	s, path := filled(t)
	update(t, s, forget)
	secrets := regexp.MustCompile(`(?i)verysecret|anna.secret|of.secret|secret (plan|note|word|mail|held|theme|channel|nickname|code|subject|thread|line|id)|771234567890123456`)
	players := map[string]string{"absences": "player", "addresses": "player", "blocks": "player", "conditions": "player", "deletions": "player", "exports": "player",
		"guests": "player", "link_codes": "player", "link_guesses": "player", "names": "player", "notes": "player", "player_blocks": "player", "rated": "player",
		"ratings": "player", "results": "player", "server_ratings": "player", "puzzle_attempts": "player", "puzzle_days": "player", "solver_ratings": "player", "unreached": "player", "vacations": "player", "watchers": "player"}
	for table, p := range personal {
		for _, name := range strings.Fields(p.columns) {
			for _, line := range column(t, s.read, "SELECT coalesce(CAST("+name+" AS TEXT), '') FROM "+table) {
				if secrets.MatchString(line) {
					t.Errorf("%s.%s still has %q", table, name, line)
				}
			}
		}
		if key := players[table]; key != "" {
			if left := column(t, s.read, fmt.Sprintf("SELECT 1 FROM %s WHERE %s = 1 LIMIT 1", table, key)); len(left) > 0 {
				t.Errorf("%s still has rows of the player", table)
			}
		} else if slices.Contains(strings.Fields(p.columns), "player") && p.kept == "" {
			t.Errorf("nobody looks whether %s has rows of the player", table)
		}
	}
	view(t, s, func(tx data.Tx) error {
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		if g.Log[0].Note != "" || g.Log[1].Note != "Ben says hello" {
			t.Errorf("notes of moves: %+v", g.Log)
		}
		if p, err := tx.Player(1); err != nil || !p.Former || p.Name != "" || len(p.Addresses) > 0 || p.Settings != (data.PlayerSettings{}) {
			t.Errorf("player %+v, %v", p, err)
		}
		if note, err := tx.Note(1, 2); note != "note of Ben" || err != nil {
			t.Errorf("note of Ben: %q, %v", note, err)
		}
		changes, err := tx.RatingChanges(1)
		if len(changes) != 1 || changes[0].Player != 2 {
			t.Errorf("rating changes %+v, %v", changes, err)
		}
		return nil
	})
	// The file itself, and what SQLite keeps beside it.
	if _, err := s.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		bytes, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := secrets.Find(bytes); found != nil {
			t.Errorf("%s still has %q: %q", name, found, bytes[max(0, secrets.FindIndex(bytes)[0]-60):][:160])
		}
	}
	if err := s.Update(t.Context(), forget); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("the second time: %v", err)
	}
}

// TestRefusalsOutlive lets somebody who was banned and blocked, and wanted no mail, come back.
func TestRefusalsOutlive(t *testing.T) {
	s, _ := filled(t)
	update(t, s, forget)
	err := s.UpdateMail(t.Context(), func(tx mailstore.Tx) error {
		for address, want := range map[string]bool{annasMail: true, "other@example.org": false} {
			if c, err := tx.Contact(address); err != nil || c.Muted != want {
				t.Errorf("%s: %+v, %v", address, c, err)
			}
		}
		if err := tx.Confirm(annasMail, noon); err != nil { // she writes again
			return err
		}
		c, err := tx.Contact(annasMail)
		if c.Muted {
			t.Error("an address that has written is still muted")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx data.Tx) error {
		p, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "discord", ID: annasID}, Name: "Anna"}, noon.Add(time.Hour))
		if err != nil {
			return err
		}
		if p.ID == 1 {
			t.Error("she is the old player")
		}
		if banned, err := tx.Banned("s9", p.ID); !banned || err != nil {
			t.Errorf("banned: %v, %v", banned, err)
		}
		if banned, err := tx.Banned("s1", p.ID); banned || err != nil {
			t.Errorf("banned elsewhere: %v, %v", banned, err)
		}
		accepts, err := tx.AcceptsFrom(2, p.ID, false)
		if accepts || err != nil {
			t.Errorf("who has blocked her hears of her: %v", err)
		}
		met, err := tx.HavePlayed(p.ID, 2)
		if met || err != nil {
			t.Errorf("she has played before: %v", err)
		}
		return nil
	})
	if left := column(t, s.read, "SELECT hash FROM refusals WHERE player = 0 AND server <> ''"); len(left) != 1 { // under the mail address
		t.Errorf("refusals left: %q", left)
	}
}

// TestRemoveAddress takes a Discord account that is gone from a player who also plays by mail.
func TestRemoveAddress(t *testing.T) {
	s, _ := filled(t)
	update(t, s, func(tx data.Tx) error {
		if err := tx.RemoveAddress(chat.Address{Transport: "discord", ID: annasID}); err != nil {
			return err
		}
		p, err := tx.Player(1)
		if len(p.Addresses) != 1 || p.Addresses[0].ID != annasMail || p.Name != "Secret Anna" || p.Former {
			t.Errorf("player %+v, %v", p, err)
		}
		if note, err := tx.Note(1, 1); note != "secret note" {
			t.Errorf("note %q, %v", note, err)
		}
		return nil
	})
	for table, p := range personal {
		for _, name := range strings.Fields(p.columns) {
			for _, line := range column(t, s.read, "SELECT coalesce(CAST("+name+" AS TEXT), '') FROM "+table) {
				if strings.Contains(line, annasID) || strings.Contains(line, annasName) {
					t.Errorf("%s.%s still has %q", table, name, line)
				}
			}
		}
	}
}
