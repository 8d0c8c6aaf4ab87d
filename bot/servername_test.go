package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// arena is in another server than hall and library.
var arena = chat.Place{Address: chat.Address{Transport: "test", ID: "arena"}, Server: "stadium"}

// aliases are people's names in each server. No other name contains any of these words.
var aliases = map[string]map[string]string{
	"house":   {"Anna": "Hawk", "Ben": "Heron"},
	"stadium": {"Anna": "Sphinx", "Ben": "Satyr"},
}

// tell is say by somebody who has this name in the server.
func (c *club) tell(who string, in chat.Place, text string) *bot.Answer {
	c.t.Helper()
	m := c.message(who, in, text)
	if m.Nickname = who; aliases[in.Server][who] != "" {
		m.Nickname = aliases[in.Server][who]
	}
	a := c.handle(m)
	c.foreign(in.Server, a.Reply)
	return a
}

// foreign checks that a message has no name from another server.
func (c *club) foreign(server string, r chat.Reply) {
	c.t.Helper()
	all := r.Title + "\n" + r.Text + "\n" + r.Block + "\n" + r.Thread
	for _, row := range r.Buttons {
		for _, b := range row {
			all += "\n" + b.Label
		}
	}
	for other, names := range aliases {
		for _, name := range names {
			if other != server && strings.Contains(all, name) {
				c.t.Errorf("%q is read in %q: %s", name, server, all)
			}
		}
	}
}

// sent delivers the messages that wait, and checks the names in them.
func (c *club) sent() []delivered {
	c.t.Helper()
	messages := c.post()
	for _, l := range messages {
		c.foreign(map[string]string{"hall": "house", "library": "house", "arena": "stadium"}[l.to], l.Reply)
	}
	return messages
}

// TestNamesStayInTheirServer has two people, with a name in each of two servers, do
// everything that can be done in games there, from every place: no message has a name from
// another server.
func TestNamesStayInTheirServer(t *testing.T) {
	c := newClub(t)
	places := []chat.Place{hall, arena, alone("Anna")}
	number := 0
	for _, home := range places {
		for _, from := range places {
			at := func(who string) chat.Place {
				if from.Private {
					return alone(who)
				}
				return from
			}
			for _, who := range []string{"Anna", "Ben"} {
				c.tell(who, at(who), "games")
			}
			begin := func() {
				number++
				c.tell("Anna", home, "challenge @Ben chess white clock:3d rated")
				c.sent()
			}
			do := func(lines ...string) {
				for _, line := range lines {
					who, text, _ := strings.Cut(strings.ReplaceAll(line, "#", fmt.Sprint("#", number)), ": ")
					if a := c.tell(who, at(who), text); a.Refused {
						t.Errorf("%s, at home in %v: %q is refused: %s", from.ID, home.ID, line, a.Text)
					}
					c.sent()
				}
			}
			begin()
			do("Ben: games", "Ben: decline #")
			begin()
			do("Anna: games", "Anna: cancel #")
			begin()
			do("Ben: accept #", "Anna: draw offer #", "Ben: draw decline #", "Anna: # e4 // hello", "Ben: board #", "Anna: takeback ask #",
				"Ben: takeback decline #", "Ben: # e5", "Anna: vacation start 1", "Anna: vacation end", "Ben: games", "Ben: profile @Anna",
				"Anna: # d4", "Ben: history #", "Ben: resign # yes", "Anna: rematch #", "Ben: games", "Anna: leaderboard chess")
			number++
			do("Anna: cancel #")
			c.later(400 * 24 * time.Hour)
		}
	}
	c.tell("Anna", hall, "challenge @Ben chess white")
	if a := c.tell("Anna", library, "games"); !strings.Contains(a.Text+a.Block, "Heron") {
		t.Errorf("the names of the house are not used in it: %s\n%s", a.Text, a.Block)
	}
}

// TestNameIsItsOwners has others mention somebody by all kinds of names: only the person's
// own messages change the name.
func TestNameIsItsOwners(t *testing.T) {
	c := newClub(t)
	c.tell("Ben", hall, "games")
	c.tell("Ben", arena, "games")
	before := c.dump("players", "addresses", "names")
	m := c.message("Anna", hall, "challenge @Ben chess white")
	p := m.Mentioned["@Ben"]
	p.Name = "Benjamin the Bad"
	m.Mentioned["@Ben"] = p
	has(t, c.handle(m).Reply, "challenges Heron")
	c.sent()
	has(t, c.tell("Anna", arena, "challenge satyr chess white").Reply, "challenges Satyr")
	if a := c.tell("Anna", arena, "challenge heron chess white"); !a.Refused {
		t.Errorf("a name of another server finds somebody: %s", a.Text)
	}
	after := c.dump("players", "addresses", "names")
	for line := range strings.Lines(before) {
		if !strings.Contains(after, line) {
			t.Errorf("%s is not in\n%s", line, after)
		}
	}
	for name, want := range map[string]string{"Robin": "Robin", "": "Heron", "Ben": "Ben"} {
		m := c.message("Ben", hall, "games")
		if m.Nickname = name; name == "" {
			m.Nickname = "Heron"
		}
		c.handle(m)
		has(t, c.tell("Anna", library, "profile @Ben").Reply, want)
	}
}
