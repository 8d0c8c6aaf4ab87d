package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
	"stackmate/bot/status"
)

// TestStatusForOwners asks how the bot is doing: an owner reads it in private, everybody else only
// that it is for owners.
func TestStatusForOwners(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	const ask = "admin status"
	c.refused("Anna", alone("Anna"), ask, "Only the bot's owners can use this.") // nobody is
	c.desk.Status(status.Options{Version: "1.2.3", Started: c.time(), Transports: []string{"discord"}, Free: func() int64 { return 1 << 40 }})
	c.desk.SetOwners([]chat.Address{c.message("Anna", hall, "").From.Address, c.message("Zoe", hall, "").From.Address})

	a := c.say("Anna", alone("Anna"), ask)
	has(t, a.Reply, "Stackmate 1.2.3, running since", "1 game running.", "Commands in the last hour: ", "No backups are configured", "Database: ")
	if a.Audience != chat.Secret {
		t.Errorf("the audience is %v", a.Audience)
	}
	if a := c.say("Zoe", alone("Zoe"), ask); !strings.Contains(a.Text, "1 game running.") { // who is new to the bot
		t.Errorf("Zoe reads %s", a.Text)
	}
	c.desk.UseComputer(request.Computer{Questions: func() map[string]int { return map[string]int{"hint": 2, "review": 3} }})
	has(t, c.say("Anna", alone("Anna"), ask).Reply, "Hints, analyses and reviews in the queue: 5.")
	c.post()
	open := c.message("Anna", hall, ask)
	open.PublicAnswer = true
	if a := c.handle(open); a == nil || strings.Contains(a.Text, "running") {
		t.Errorf("in public it says %+v", a)
	}
	if sent := c.post(); len(sent) != 1 || !strings.Contains(sent[0].Text, "1 game running.") || sent[0].Audience != chat.Secret {
		t.Errorf("sent are %+v", sent)
	}
	c.say("Anna", alone("Anna"), "preferences language:de")
	has(t, c.say("Anna", alone("Anna"), ask).Reply, "Laufende Partien: 1.")

	for _, who := range []string{"Ben", "Carl"} {
		m := c.message(who, hall, ask)
		m.Administrator = true // of a server, which is not the bot
		a := c.handle(m)
		if a == nil || !a.Refused || a.Text != "Only the bot's owners can use this." {
			t.Errorf("%s reads %+v", who, a)
		}
	}
	c.desk.SetOwners(nil)
	if a := c.handle(c.message("Anna", alone("Anna"), ask)); a == nil || !a.Refused {
		t.Errorf("who is no longer an owner reads %+v", a)
	}
	if command.Within(ask, 1) {
		t.Error("the token of one game is enough for the status")
	}
}
