package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// meanwhile is asked about rooms while a message is handled.
type meanwhile func()

// Room implements request.Rooms.
func (m meanwhile) Room(context.Context, chat.Address) (data.Room, error) {
	m()
	return data.Room{}, nil
}

// forget has somebody delete everything about themselves.
func (c *club) forget(name string) {
	c.t.Helper()
	code := c.say(name, alone(name), "mydata delete").Buttons[0][0].Command
	code = c.say(name, alone(name), code).Buttons[0][0].Command
	has(c.t, c.say(name, alone(name), code).Reply, "is deleted")
}

// TestDeletedInFlight checks that a message that is being handled while its author's data is deleted does not make a new player,
// whatever it asks for, and that a message that comes later does.
func TestDeletedInFlight(t *testing.T) {
	for _, text := range []string{"#1 board", "#1 e4", "games", "profile", "preferences theme:wood"} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		m := c.message("Anna", library, text) // who can see the library is not known
		m.PublicAnswer = true
		deleted := false
		c.desk.UseRooms("test", meanwhile(func() {
			if !deleted {
				deleted = true
				c.asleep(time.Second)
				c.forget("Anna")
			}
		}))
		a := c.handle(m)
		if !deleted && text == "#1 board" {
			t.Error("nobody asks who can see the library")
		}
		if !deleted { // the command needs no rooms: it comes when all is over, but was begun before
			m.Since = c.time()
			c.asleep(time.Second)
			c.forget("Anna")
			m.ID = "later"
			a = c.handle(m)
		}
		if a == nil || !a.Refused || !a.Forgotten || !strings.Contains(a.Text, "was deleted while this was on its way") {
			t.Errorf("%q: %+v", text, a)
		}
		if all := c.dump("players", "addresses", "names", "games", "watchers"); strings.Contains(all, "Anna") || strings.Contains(all, "p-anna") {
			t.Errorf("%q: the database has her again:\n%s", text, all)
		}
		c.asleep(time.Second)
		has(t, c.say("Anna", hall, "profile").Reply, "Anna")
	}
}

// TestDeletedByAnotherProcess checks that a message makes no new player if another process has deleted its author since it came.
func TestDeletedByAnotherProcess(t *testing.T) {
	for _, text := range []string{"games", "preferences theme:wood"} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		m := c.message("Anna", alone("Anna"), text)
		m.Since = c.time()
		c.asleep(time.Second)
		c.forget("Anna")
		c.reopen() // this one remembers nothing of what that did
		if a := c.handle(m); a == nil || !a.Refused || !a.Forgotten {
			t.Errorf("%q: %+v", text, a)
		}
		if all := c.dump("players", "addresses", "names"); strings.Contains(all, "Anna") || strings.Contains(all, "p-anna") {
			t.Errorf("%q: the database has her again:\n%s", text, all)
		}
		c.asleep(time.Second)
		has(t, c.say("Anna", hall, "profile").Reply, "Anna")
	}
}

// TestDeletedElsewhere checks that a message of somebody who was known when it was written makes no new player, also if another
// program has deleted the person.
func TestDeletedElsewhere(t *testing.T) {
	c := newClub(t)
	for _, text := range []string{"games", "preferences de"} {
		m := c.message("Anna", alone("Anna"), text)
		m.Known = true
		if a := c.handle(m); a == nil || !a.Refused || !a.Forgotten {
			t.Errorf("%q: %+v", text, a)
		}
	}
	if all := c.dump("players"); strings.Contains(all, "Anna") {
		t.Errorf("the database has her:\n%s", all)
	}
}
