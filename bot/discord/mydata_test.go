package discord_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// traces returns which texts a copy of the database still has.
func (tb *testbed) traces(texts ...string) (found []string) {
	tb.t.Helper()
	path := filepath.Join(tb.t.TempDir(), "copy.db")
	if _, err := tb.db.Backup(tb.t.Context(), path); err != nil {
		tb.t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		tb.t.Fatal(err)
	}
	for _, text := range texts {
		if strings.Contains(string(all), text) {
			found = append(found, text)
		}
	}
	return found
}

// TestMyData gets a copy of a player's data and deletes it, over Discord: both answers are seen by the
// player alone, somebody else cannot press, and nothing of the player is left but a game.
func TestMyData(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.move(tb.alice, "e4").Response()
	tb.move(tb.bob, "e5").Response()
	tb.waitDelivered()

	copied := tb.alice.Slash(tb.ch, "mydata export").Response()
	if !copied.Ephemeral || len(copied.Attachments) != 2 || copied.Attachments[0].Name != "stackmate.json" || copied.Attachments[1].Name != "stackmate.pgn" {
		t.Fatalf("export: %s", copied)
	}
	if text := string(copied.Attachments[0].Data); !strings.Contains(text, "user:"+tb.alice.ID) || strings.Contains(text, "user:"+tb.bob.ID) {
		t.Errorf("export\n%s", text)
	}
	if m := tb.alice.Slash(tb.ch, "mydata export").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "already got a copy") {
		t.Errorf("export again: %s", m)
	}

	first := tb.alice.Slash(tb.ch, "mydata delete").Response()
	if !first.Ephemeral || !strings.Contains(first.Text(), "Delete everything Stackmate stores about you?") {
		t.Fatalf("first question: %s", first)
	}
	second := tb.alice.Click(first, "Delete my data").Response()
	if !strings.Contains(second.Text(), "by resigning: 1.") {
		t.Fatalf("second question: %s", second)
	}
	before := tb.ch.Messages()
	done := tb.alice.Click(second, "Delete everything now").Response()
	if !strings.Contains(done.Text(), "Everything Stackmate stored about you is deleted") {
		t.Fatalf("answer: %s", done)
	}
	var told *discordtest.Message
	tb.eventually("Bob is told", func() bool {
		all := tb.ch.Messages()
		if len(all) > len(before) {
			told = all[len(all)-1]
		}
		return told != nil
	})
	if text := told.Text(); !strings.Contains(text, "deleted their account") || !strings.Contains(text, "Former player resigns. Bob wins, 0-1.") || strings.Contains(text, "Alice") || strings.Contains(text, tb.alice.ID) {
		t.Errorf("Bob is told: %s", told)
	}
	tb.waitDelivered()
	if found := tb.traces(tb.alice.ID, "Alice"); len(found) > 0 {
		t.Errorf("the database still has %q", found)
	}
	if m := tb.alice.ClickStale(second, "Delete everything now").Response(); !strings.Contains(m.Text(), "account that has been deleted") {
		t.Errorf("pressed again: %s", m)
	}
	for _, command := range []string{"board", "history", "profile", "leaderboard", "games"} {
		if m := tb.bob.Slash(tb.ch, command).Response(); strings.Contains(m.Text(), "Alice") || strings.Contains(m.Text(), tb.alice.ID) {
			t.Errorf("/%s: %s", command, m)
		}
	}
	for _, choice := range tb.bob.Autocomplete(tb.ch, "board", "game", "") {
		if strings.Contains(choice.Name, "Alice") || !strings.Contains(choice.Name, "Former player") {
			t.Errorf("completion %q", choice.Name)
		}
	}
	if m := tb.alice.Slash(tb.ch, "profile").Response(); !strings.Contains(m.Text(), "no finished games") && strings.Contains(m.Text(), "lost: 1") {
		t.Errorf("she is the same player again: %s", m)
	}
}

// TestAccountExists asks Discord about people of every kind. Only a definite answer counts.
func TestAccountExists(t *testing.T) {
	tb := newTestbed(t).start()
	ask := func(u *discordtest.User) (bool, error) {
		return tb.bot.AccountExists(t.Context(), chat.Address{Transport: discord.Transport, ID: "user:" + u.ID})
	}
	stranger := tb.srv.AddUser("Dora") // in no server
	closed := tb.srv.AddUser("Emil")
	closed.CloseDMs()
	for _, u := range []*discordtest.User{tb.alice, stranger, closed} {
		if exists, err := ask(u); !exists || err != nil {
			t.Errorf("%s: %v, %v", u.Name, exists, err)
		}
	}
	tb.bob.DeleteAccount()
	tb.carol.LoseAccount()
	for _, u := range []*discordtest.User{tb.bob, tb.carol} {
		if exists, err := ask(u); exists || err != nil {
			t.Errorf("%s: %v, %v", u.Name, exists, err)
		}
	}
	if _, err := tb.bot.AccountExists(t.Context(), chat.Address{Transport: discord.Transport, ID: "channel:1"}); err == nil {
		t.Error("a channel is no account")
	}
}

// TestLostAccount plays against somebody whose Discord account is deleted: a week after Discord has
// said so twice, the game ends.
func TestLostAccount(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.move(tb.alice, "e4").Response()
	tb.move(tb.bob, "e5").Response()
	tb.waitDelivered()
	tb.bob.LoseAccount()
	check := func() {
		t.Helper()
		if err := tb.desk.CheckAccounts(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	check()
	if found := tb.traces(tb.bob.ID); len(found) == 0 {
		t.Fatal("Bob is deleted without a question")
	}
	tb.desk.SuspectAccount(chat.Address{Transport: discord.Transport, ID: "user:" + tb.bob.ID})
	check()
	tb.fast.Add(int64(6 * 24 * time.Hour))
	check()
	if found := tb.traces(tb.bob.ID); len(found) == 0 {
		t.Fatal("Bob is deleted too early")
	}
	tb.fast.Add(int64(2 * 24 * time.Hour))
	before := len(tb.ch.Messages())
	check()
	tb.eventually("Alice is told", func() bool { return len(tb.ch.Messages()) > before })
	tb.waitDelivered()
	if found := tb.traces(tb.bob.ID, "Bob"); len(found) > 0 {
		t.Errorf("the database still has %q", found)
	}
}
