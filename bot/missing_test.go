package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
)

// registry tells which accounts exist.
type registry struct {
	gone  map[string]bool
	fails bool
	asked int
}

func (r *registry) AccountExists(_ context.Context, a chat.Address) (bool, error) {
	r.asked++
	if r.fails {
		return false, errors.New("discord is down")
	}
	return !r.gone[a.ID], nil
}

// TestMissingAccounts deletes somebody whose account is found missing twice, a week apart, and nobody
// else.
func TestMissingAccounts(t *testing.T) {
	c := newClub(t)
	accounts := &registry{gone: map[string]bool{}}
	c.desk.UseAccounts("test", accounts)
	c.say("Anna", alone("Anna"), "games")
	c.say("Ben", alone("Ben"), "challenge Anna chess white")
	c.post()
	c.say("Anna", alone("Anna"), "accept")
	c.post()
	c.say("Ben", alone("Ben"), "e4")
	c.say("Ben", alone("Ben"), "takeback")
	c.post()
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to.ID == "p-anna" {
			return outbox.ErrDMsClosed
		}
		return nil
	}
	refuse := func() {
		t.Helper()
		c.later(25 * time.Hour) // until then nothing is sent to her
		if err := c.store.Update(t.Context(), func(tx data.Tx) error {
			if err := tx.ForgetUnreachable(c.time()); err != nil {
				return err
			}
			_, err := tx.Enqueue(data.OutboxMessage{To: person("Anna").Address, Reply: chat.Reply{Text: "Hello."}, NotBefore: c.time()})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		c.post()
	}
	check := func(want string) {
		t.Helper()
		if err := c.desk.CheckAccounts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.dump("missing"); (want == "") != (got == "") {
			t.Errorf("missing: %q, want %q", got, want)
		}
		if all := c.dump("players"); !strings.Contains(all, "Anna") {
			t.Fatalf("she is deleted\n%s", all)
		}
	}
	check("")
	if accounts.asked > 0 {
		t.Error("somebody was asked about without a reason")
	}
	refuse()
	check("") // she only takes no messages
	accounts.fails = true
	refuse()
	check("") // nobody knows
	accounts.fails, accounts.gone["p-anna"] = false, true
	refuse()
	check("found missing")
	c.later(6 * 24 * time.Hour)
	check("found missing")
	c.later(2 * 24 * time.Hour)
	accounts.fails = true
	check("found missing")
	accounts.fails, accounts.gone["p-anna"] = false, false
	check("") // she was there all the time
	accounts.gone["p-anna"] = true
	c.later(8 * 24 * time.Hour)
	check("")
	refuse()
	check("found missing")
	c.later(8 * 24 * time.Hour)
	c.front.messages = nil
	if err := c.desk.CheckAccounts(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all := c.dump("players", "addresses", "missing", "outbox"); strings.Contains(all, "Anna") || strings.Contains(all, "p-anna") {
		t.Errorf("still there:\n%s", all)
	}
	told := ""
	for _, m := range c.post() {
		told += m.to + ": " + typed(m.Reply).Text + "\n"
	}
	if !strings.Contains(told, "p-ben: A player in this game has deleted their account.") || strings.Contains(told, "p-anna") {
		t.Errorf("told: %s", told)
	}
}

// TestMissingMany takes away the account that is gone from somebody who has another address, and
// never many at once.
func TestMissingMany(t *testing.T) {
	c := newClub(t)
	accounts := &registry{gone: map[string]bool{}}
	c.desk.UseAccounts("test", accounts)
	names := []string{"Anna", "Ben", "Carl", "Dora", "Emil", "Fred", "Gina"}
	for _, name := range names {
		c.say(name, hall, "games")
		accounts.gone[person(name).ID] = true
	}
	c.exec("INSERT INTO addresses (transport, id, player, name, created) VALUES ('email', 'anna@example.org', 1, 'Annie', 5)")
	c.exec("INSERT INTO missing SELECT transport, id, 0 FROM addresses WHERE transport = 'test'")
	for round, want := range []int{2, 0} {
		if err := c.desk.CheckAccounts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := strings.Count(c.dump("missing"), "\n"); left != want {
			t.Errorf("after round %d %d are left, want %d", round+1, left, want)
		}
	}
	if all := c.dump("addresses", "players"); !strings.Contains(all, "anna@example.org 1 Annie") || strings.Contains(all, "p-anna") || !strings.Contains(all, "players [1 Annie") {
		t.Errorf("the linked player\n%s", all)
	}
}
