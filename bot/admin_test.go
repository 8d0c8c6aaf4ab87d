package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// admin gives a command as somebody who may manage the server.
func (c *club) admin(text string) *bot.Answer {
	c.t.Helper()
	m := c.message("Dora", hall, text)
	m.Administrator = true
	a := c.handle(m)
	if a == nil || a.Refused {
		c.t.Fatalf("%q is refused: %+v", text, a)
	}
	return a
}

func TestAdjudicated(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	for _, text := range []string{"adjudicate #1 green stuck", "adjudicate #9 draw stuck"} {
		m := c.message("Dora", hall, text)
		m.Administrator = true
		if a := c.handle(m); !a.Refused {
			t.Errorf("%q: %+v", text, a)
		}
	}
	far := c.message("Dora", chat.Place{Address: chat.Address{Transport: "test", ID: "yard"}, Server: "farm"}, "adjudicate #1 draw stuck")
	far.Administrator = true
	if a := c.handle(far); !a.Refused {
		t.Error("from another server")
	}
	a := c.admin("adjudicate #1 white Ben is gone for good")
	has(t, a.Reply, "Anna", "1-0", "Decided by Dora: Ben is gone for good")
	notifies(t, a.Reply, "Anna", "Ben")
	if record := string(c.say("Carl", hall, "export #1").Files[0].Data); !strings.Contains(record, "Dora: adjudicated 1-0: Ben is gone for good") {
		t.Error(record)
	}
}

// TestBanned checks that a banned player can neither offer nor accept nor be offered
// games.
func TestBanned(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.say("Ben", hall, "challenge @Anna chess") // 2
	c.say("Anna", hall, "challenge @Ben chess") // 3
	c.say("Anna", hall, "challenge open chess") // 4
	c.say("Ben", hall, "challenge open chess")  // 5
	has(t, c.admin("ban @Ben").Reply, "Ben is banned from playing on this server")
	c.refused("Ben", hall, "challenge @Anna", "You are banned from playing there.")
	c.refused("Ben", hall, "challenge open", "You are banned from playing there.")
	c.refused("Ben", hall, "accept 3", "You are banned from playing there.")
	c.refused("Ben", alone("Ben"), "accept 3", "You are banned from playing there.")
	c.refused("Ben", hall, "accept 4", "You are banned from playing there.")
	c.refused("Anna", hall, "accept 2", "Ben is banned from playing there.")
	c.refused("Anna", hall, "accept 5", "Ben is banned from playing there.")
	c.refused("Anna", hall, "challenge @Ben", "Ben is banned from playing there.")
	c.say("Anna", hall, "#1 e4") // running games go on
	c.say("Ben", hall, "#1 resign yes")
	c.refused("Ben", hall, "rematch #1", "You are banned from playing there.")
	c.refused("Anna", hall, "rematch #1", "Ben is banned from playing there.")
	c.say("Ben", alone("Ben"), "challenge @Anna chess") // a ban holds in its server only
	c.admin("unban @Ben")
	c.say("Ben", hall, "accept 3")
}
