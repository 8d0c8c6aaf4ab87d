package bot_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/uptime"
	"stackmate/store"

	"stackmate/store/storetest"
)

// backup makes a backup of the club's database.
func (c *club) backup() string {
	c.t.Helper()
	c.heartbeat()
	path := filepath.Join(c.t.TempDir(), "backup.db")
	if _, err := c.store.Backup(c.t.Context(), path); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// restore loses the database, restores a backup, and starts the program on that.
func (c *club) restore(backup string) {
	c.t.Helper()
	c.path = filepath.Join(c.t.TempDir(), "restored.db")
	if _, err := store.Restore(c.t.Context(), backup, c.path, c.time(), store.Check{}); err != nil {
		c.t.Fatal(err)
	}
	c.reopen()
}

// told returns what players are told of a restore.
func (c *club) told() []delivered {
	c.t.Helper()
	c.desk.TellRestored(c.t.Context())
	return c.post()
}

// lostButton presses a button: it must do nothing and say why.
func (c *club) lostButton(who string, in chat.Place, b chat.Button, parts ...string) {
	c.t.Helper()
	before := c.dump(everything...)
	a := c.press(who, in, b)
	if !a.Refused || !a.ButtonSpent {
		c.t.Errorf("%s presses %q: %q, spent %v", who, b.Command, a.Text, a.ButtonSpent)
	}
	has(c.t, a.Reply, parts...)
	if after := c.dump(everything...); after != before {
		c.t.Errorf("%s pressed %q: it changed\n%s\nto\n%s", who, b.Command, before, after)
	}
}

// button returns the button of a reply whose command begins with a text.
func button(t *testing.T, r chat.Reply, command string) chat.Button {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if strings.HasPrefix(b.Command, command) {
				return b
			}
		}
	}
	t.Fatalf("%q has no button %q", r.Text, command)
	return chat.Button{}
}

// TestRestored restores a backup that is days old. Players are told once; buttons of the lost time
// do nothing and say why, also when the games have got to the same number of moves again; those
// from before the backup work; nobody loses on time; then the games end properly.
func TestRestored(t *testing.T) {
	c := company(t)
	c.say("Anna", hall, "challenge @Ben orthodox white 1d")
	c.say("Ben", hall, "accept")
	kept := c.play(hall, two, "e4", "e5")
	c.say("Carl", alone("Carl"), "challenge Dora orthodox white none")
	c.say("Dora", alone("Dora"), "accept 2")
	offer := c.say("Anna", hall, "challenge @Ben orthodox white none") // 3
	c.post()
	backup := c.backup()

	c.later(time.Hour)
	lost := c.say("Anna", hall, "#1 Nf3")
	accepted := c.press("Ben", hall, button(t, offer.Reply, "accept"))
	second := c.say("Carl", hall, "challenge @Dora orthodox white none") // 4
	begun := c.press("Dora", hall, button(t, second.Reply, "accept"))
	third := c.say("Carl", hall, "challenge @Dora orthodox white none")  // 5
	stranger := c.say("Stranger", hall, "challenge orthodox white none") // 6
	resign := c.say("Ben", hall, "resign #1")
	c.post()

	for round := range 2 { // the same backup twice
		c.asleep(3 * 24 * time.Hour)
		c.restore(backup)
		told := c.told()
		if len(told) != 4 { // game 2 is in private
			t.Fatalf("round %d: told %+v", round, told)
		}
		has(t, told[0].Reply, "Game 1 is back at move 2; anything later was lost.", "Anna (White) to move.", "Deadline: ")
		notifies(t, told[0].Reply, "Anna", "Ben")
		has(t, told[1].Reply, "Game 2 is back at move 1")
		has(t, told[3].Reply, "so this challenge is open again. Anna challenges Ben to ")
		if told[0].to != "hall" || told[0].Picture == nil || told[0].Picture.Ply != 2 {
			t.Errorf("told %+v", told[0])
		}
		c.reopen()
		if again := c.told(); len(again) != 0 {
			t.Errorf("told again: %+v", again)
		}
		if err := c.desk.CheckClocks(c.t.Context()); err != nil {
			t.Fatal(err)
		}
		if messages := c.post(); len(messages) != 0 {
			t.Errorf("the clocks say %+v", messages)
		}

		c.lostButton("Ben", hall, button(t, lost.Reply, "pick"), "in game 1 was lost. This is the position now")
		c.lostButton("Carl", hall, button(t, lost.Reply, "board"), "in game 1 was lost. This is the position now")
		c.lostButton("Ben", hall, button(t, resign.Reply, "resign"), "in game 1 was lost")
		c.lostButton("Carl", hall, button(t, begun.Reply, "pick"), "Game 4 was lost", "/games lists yours")
		c.lostButton("Dora", hall, button(t, third.Reply, "accept"), fmt.Sprintf("Challenge %d was lost", third.Game))
		c.lostButton("Anna", hall, button(t, stranger.Reply, "accept"), "Challenge 6 was lost")
		c.refused("Carl", hall, "board 4", "Game 4 was lost")
		c.refused("Dora", hall, "accept 5", "Challenge 5 was lost")
		c.refused("Anna", hall, "board 3", "Its challenge is open again: “accept 3” starts")
		c.refused("Anna", hall, "board 999999", "There is no game 999999")
		if a := c.press("Anna", hall, button(t, kept.Reply, "pick")); a.Refused || len(a.Menus) == 0 {
			t.Errorf("a button from before the backup: %+v", a.Reply)
		}
		menu := c.press("Anna", hall, button(t, told[0].Reply, "pick")).Menus[0]
		if stamp := chat.ReadStamp(menu.For.Code(menu.Options[0].Command)); stamp == "" {
			t.Error("options have no stamp")
		}

		c.press("Ben", hall, button(t, told[3].Reply, "accept"))
		c.lostButton("Anna", hall, button(t, accepted.Reply, "pick"), "in game 3 was lost")
		c.say("Anna", hall, "#1 d4") // the third ply, another one than before
		c.lostButton("Ben", hall, button(t, lost.Reply, "pick"), "in game 1 was lost")
		a := c.say("Carl", hall, "challenge @Dora orthodox white none")
		if a.Game < 1000 {
			t.Errorf("game %d comes after the lost ones", a.Game)
		}
		third = a
		c.post()
	}
	c.play(hall, [2]string{"Ben", "Anna"}, "#1 exd4", "#1 Qxd4", "#1 a6", "#1 Bc4", "#1 h6", "#1 Qd5", "#1 Nf6")
	has(t, c.say("Anna", hall, "#1 Qxf7").Reply, "Checkmate! Anna wins")
}

// TestToldOnce ends the bot after it has told the players of one game, and damages another game: the
// players of each sound game are told once.
func TestToldOnce(t *testing.T) {
	c := company(t)
	for _, in := range []chat.Place{hall, library, hall} {
		c.game(in, "Anna", "Ben", "orthodox")
	}
	c.say("Anna", library, "#2 e4")
	c.post()
	c.restore(c.backup())
	storetest.Damaged(c.path)
	c.movesMayChange()
	c.exec("UPDATE moves SET move = 'nonsense'")
	if game, err := c.desk.TellNextRestored(t.Context()); game != 1 || err != nil {
		t.Fatalf("first game %d: %v", game, err)
	}
	c.reopen()
	told := c.told()
	if len(told) != 2 || told[0].Game != 1 || told[1].Game != 3 {
		t.Errorf("told of %+v", told)
	}
	c.reopen()
	if again := c.told(); len(again) != 0 {
		t.Errorf("told again: %+v", again)
	}
}

// TestHeldMessages restores a backup in which a message waited. What comes after the restore is sent at
// once, and the message only when the owner says so, as what it was: then nobody is told twice who has
// got it before.
func TestHeldMessages(t *testing.T) {
	c := company(t)
	c.say("Carl", alone("Carl"), "challenge Dora orthodox white none")
	c.say("Dora", alone("Dora"), "accept 1")
	c.post()
	c.say("Carl", alone("Carl"), "e4") // Dora has not been told
	backup := c.backup()
	sent := c.post()
	if len(sent) != 1 || sent[0].to != "p-dora" {
		t.Fatalf("before the restore: %+v", sent)
	}
	c.asleep(time.Hour)
	c.restore(backup)
	c.told()
	c.say("Dora", alone("Dora"), "e5")
	if messages := c.post(); len(messages) != 1 || messages[0].to != "p-carl" {
		t.Errorf("after the restore: %+v", messages)
	}
	c.desk.WatchConnections("test", func() []uptime.Connection { return nil })
	for _, check := range c.desk.Ready(t.Context()) {
		if !check.OK {
			t.Errorf("%+v", check)
		}
	}
	if n, err := c.store.SendHeld(t.Context(), c.time()); n != 1 || err != nil {
		t.Fatalf("%d messages were held (%v)", n, err)
	}
	again := c.post()
	if len(again) != 1 || again[0].to != "p-dora" || again[0].Key != sent[0].Key || again[0].Text != sent[0].Text {
		t.Errorf("sent are %+v, and before that %+v", again, sent)
	}
}

// TestRestoredMessages gives a restored game messages that answer to others: those that were sent in
// the lost time count as outdated whatever they say, and so do those that do not say what they
// answer and are older than the restore.
func TestRestoredMessages(t *testing.T) {
	c := company(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "e4", "e5")
	before := lastMessage(t, c)
	backup := c.backup()
	c.later(time.Hour)
	c.say("Anna", hall, "Nf3")
	lost := lastMessage(t, c)
	c.later(time.Hour)
	c.restore(backup)
	c.told()
	now := lastMessage(t, c)
	restored := c.time()
	if !c.desk.Forgotten(lost) || c.desk.Forgotten(before) || c.desk.Forgotten(now) || c.desk.Forgotten("") || c.desk.Forgotten("abc") {
		t.Errorf("forgotten: %q %v, %q %v, %q %v", lost, c.desk.Forgotten(lost), before, c.desk.Forgotten(before), now, c.desk.Forgotten(now))
	}
	c.say("Anna", hall, "Bc4") // as many plies as in the lost time
	for _, step := range []struct {
		seen   chat.Seen
		played bool
	}{
		{chat.Seen{Ply: 3, At: restored.Add(time.Hour), Message: lost}, false},
		{chat.Seen{Ply: -1, At: restored.Add(-time.Minute)}, false},
		{chat.Seen{Ply: 3, At: restored.Add(time.Hour), Message: now}, true},
	} {
		m := c.message("Ben", alone("Ben"), "Nc6")
		m.Game, m.Seen = 1, &step.seen
		a := c.handle(m)
		if a.Refused == step.played {
			t.Errorf("%+v: %+v", step.seen, a.Reply)
		}
		if a.Refused {
			has(t, a.Reply, "Not done: on ", "in game 1 was lost. This is the position now.")
		}
	}
}

// lastMessage returns the key of a message that is sent now.
func lastMessage(t *testing.T, c *club) (key string) {
	t.Helper()
	m := data.OutboxMessage{To: hall.Address, NotBefore: c.time(), Reply: chat.Reply{Text: "a message"}}
	if err := c.store.Update(t.Context(), func(tx data.Tx) error { _, err := tx.Enqueue(m); return err }); err != nil {
		t.Fatal(err)
	}
	for _, m := range c.post() {
		key = m.Key
	}
	return key
}
