package bot_test

import (
	"slices"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
)

// misses makes the transport report that people cannot see a place.
func (c *club) misses(place chat.Place, names ...string) {
	c.front.fail = func(to chat.Address, r chat.Reply) error {
		if to != place.Address {
			return nil
		}
		m := &outbox.MissedError{Place: to}
		for _, p := range r.Notify {
			if slices.Contains(names, p.Name) {
				m.People = append(m.People, p)
			}
		}
		if len(m.People) == 0 {
			return nil
		}
		c.front.messages = append(c.front.messages, delivered{to.ID, r}) // the others read it
		return m
	}
}

// TestMissed has Ben leave the hall: he gets every move in private, once, until he writes
// there again.
func TestMissed(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.misses(hall, "Ben")
	c.say("Anna", library, "e4")
	messages := c.post()
	same(t, texts(messages), "hall: Anna (White) plays 1", "p-ben: Anna (White) plays 1")
	has(t, messages[1].Reply, "You can't see where this was posted, so here it is.")
	if len(messages[1].Buttons) == 0 || len(messages[1].Files) == 0 {
		t.Errorf("he cannot go on from %+v", messages[1])
	}
	c.say("Ben", alone("Ben"), "e5")
	same(t, texts(c.post()), "hall: Ben (Black) plays 1… e5")
	a := c.say("Anna", hall, "d4")
	notifies(t, a.Reply) // it would reach nobody
	same(t, texts(c.post()), "p-ben: Anna (White) plays 2")
	c.front.fail = nil
	c.say("Ben", hall, "d5")
	notifies(t, c.say("Anna", hall, "c4").Reply, "Ben")
	same(t, texts(c.post()))
}

// TestMissedAnswer is TestMissed with an answer instead of a message of the outbox.
func TestMissedAnswer(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	a := c.silent("Anna", hall, "e4")
	failure := &outbox.MissedError{Place: hall.Address, People: []chat.Person{person("Ben"), person("Nobody")}}
	if err := c.desk.Delivered(t.Context(), a, failure); err != nil {
		t.Fatal(err)
	}
	same(t, texts(c.post()), "p-ben: Anna (White) plays 1")
	c.reopen() // the answer is not sent again
	same(t, texts(c.post()))
}

// TestMissedAndClosed has Ben leave the hall and accept no direct messages: Anna is told
// once, and nothing is redirected for ever.
func TestMissedAndClosed(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.misses(hall, "Ben")
	inHall := c.front.fail
	c.front.fail = func(to chat.Address, r chat.Reply) error {
		if to == person("Ben").Address {
			return outbox.ErrDMsClosed
		}
		return inHall(to, r)
	}
	c.say("Anna", library, "e4")
	same(t, texts(c.post()), "hall: Anna (White) plays 1", "p-anna: I could not reach Ben by direct message")
	c.say("Ben", library, "e5")
	c.say("Anna", library, "d4")
	same(t, texts(c.post()), "hall: Ben (Black) plays 1… e5", "hall: Anna (White) plays 2")
}

// TestThreadUnseen has a player who cannot be added to the thread of a game.
func TestThreadUnseen(t *testing.T) {
	for _, told := range []bool{false, true} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		if err := c.desk.ThreadOpened(t.Context(), 1, library.Address); err != nil {
			t.Fatal(err)
		}
		var said *chat.Reply
		var want []string
		if !told {
			said, want = &chat.Reply{Game: 1, Text: "New game:.", Thread: "a thread"}, []string{"p-ben: New game:"}
		}
		if err := c.desk.Missed(t.Context(), &outbox.MissedError{Place: library.Address, People: []chat.Person{person("Ben")}}, said); err != nil {
			t.Fatal(err)
		}
		same(t, texts(c.post()), want...)
		c.say("Anna", alone("Anna"), "e4")
		messages := c.post()
		same(t, texts(messages), "library: Anna (White) plays 1", "p-ben: Anna (White) plays 1")
		notifies(t, messages[0].Reply)
	}
}
