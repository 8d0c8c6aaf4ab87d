package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
)

// closes makes people accept no direct messages.
func (c *club) closes(names ...string) {
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		for _, name := range names {
			if to.ID == "p-"+strings.ToLower(name) {
				return outbox.ErrDMsClosed
			}
		}
		return nil
	}
}

// TestRefused has Ben accept no direct messages: the bot does not try for a day, his
// opponents are told, and when he writes in private the bot answers there again.
func TestRefused(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	c.closes("Ben")
	c.say("Anna", alone("Anna"), "challenge Ben chess white")
	messages := c.post()
	same(t, texts(messages), "p-anna: I could not reach Ben by direct message")
	tried := c.front.tried
	c.say("Ben", hall, "accept")
	same(t, texts(c.post()), "p-anna: New game: Anna (White) – Ben (Black)")
	c.later(time.Hour)
	c.say("Anna", alone("Anna"), "e4")
	same(t, texts(c.post()))                    // she knows
	if got := c.front.tried - tried; got != 1 { // the messages to Anna
		t.Errorf("Ben was tried all the same: %d attempts", got)
	}
	c.front.fail = nil
	c.later(24 * time.Hour)
	c.say("Ben", hall, "e5")
	c.say("Anna", alone("Anna"), "d4")
	same(t, texts(c.post()), "p-anna: Ben (Black) plays 1… e5", "p-ben: Ben (Black) plays 1… e5", "p-ben: Anna (White) plays 2")
	c.closes("Ben")
	c.say("Ben", hall, "d5")
	c.say("Anna", alone("Anna"), "a3")
	c.post()
	c.front.fail = nil
	c.say("Ben", alone("Ben"), "games")
	c.say("Ben", hall, "a6")
	c.say("Anna", alone("Anna"), "b3")
	same(t, texts(c.post()), "p-anna: Ben (Black) plays 3… a6", "p-ben: Ben (Black) plays 3… a6", "p-ben: Anna (White) plays 4")
}

// TestRefusedIsToldOnce has Ben accept no direct messages for days: Anna is told once in
// each of their games.
func TestRefusedIsToldOnce(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	c.closes("Ben")
	for game := range 2 {
		c.say("Anna", alone("Anna"), "challenge Ben chess white")
		same(t, texts(c.post()), "p-anna: I could not reach Ben by direct message")
		c.say("Ben", hall, "accept")
		c.post()
		for i, move := range []string{"a", "b", "c"} {
			c.say("Anna", alone("Anna"), fmt.Sprintf("#%d %s4", game+1, move))
			c.later(25 * time.Hour)
			same(t, texts(c.post()))
			c.say("Ben", hall, fmt.Sprintf("#%d %s5", game+1, move))
			same(t, texts(c.post()), fmt.Sprintf("p-anna: Ben (Black) plays %d… %s5", i+1, move))
		}
	}
}

// TestGuestIsNotPrivate has Ben write in private where the bot is only his guest: that
// does not mean that he accepts direct messages.
func TestGuestIsNotPrivate(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	c.closes("Ben")
	c.say("Anna", alone("Anna"), "challenge Ben chess white")
	c.post()
	visited := alone("Ben")
	visited.Guest = true
	c.say("Ben", visited, "accept")
	c.say("Ben", visited, "games")
	c.post()
	tried := c.front.tried
	c.say("Anna", alone("Anna"), "e4")
	same(t, texts(c.post()))
	if c.front.tried != tried {
		t.Error("Ben was tried")
	}
}

// TestRefusedSecret asks in public for a secret answer as somebody who accepts no direct
// messages: the public answer says that, and not the secret.
func TestRefusedSecret(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", hall, "note castle soon")
	c.closes("Ben")
	m := c.message("Ben", hall, "note")
	m.PublicAnswer = true
	c.handle(m)
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "hall" || strings.Contains(messages[0].Text+messages[0].Block, "castle") {
		t.Fatalf("messages %+v", messages)
	}
	has(t, messages[0].Reply, "Ben, I could not send you a direct message. Allow direct messages from this server, or use /note: only you will see the answer.")
	notifies(t, messages[0].Reply, "Ben")
	a := c.silent("Ben", hall, "note") // an answer that could not be given there
	if err := c.desk.Delivered(t.Context(), a, outbox.ErrUndeliverable); err != nil {
		t.Fatal(err)
	}
	messages = c.post()
	if len(messages) != 1 || messages[0].to != "hall" || strings.Contains(messages[0].Text+messages[0].Block, "castle") {
		t.Errorf("messages %+v", messages)
	}
}

// TestGameRedirects closes the thread of a game in every way: messages go to the channel
// above, and the game moves there only if the thread no longer exists. If the channel
// fails too, people get private messages.
func TestGameRedirects(t *testing.T) {
	for _, failure := range []error{outbox.ErrGone, outbox.ErrUndeliverable} {
		for _, both := range []bool{false, true} {
			c := newClub(t)
			c.game(hall, "Anna", "Ben", "orthodox")
			if err := c.desk.ThreadOpened(t.Context(), 1, library.Address); err != nil {
				t.Fatal(err)
			}
			c.front.fail = func(to chat.Address, _ chat.Reply) error {
				if to == library.Address || both && to == hall.Address {
					return failure
				}
				return nil
			}
			c.say("Anna", alone("Anna"), "e4")
			want := "hall: Anna (White) plays 1"
			if both {
				want = "p-ben: Anna (White) plays 1"
			}
			same(t, texts(c.post()), want)
			c.front.fail = nil
			want = "library: Ben (Black) plays 1… e5"
			if errors.Is(failure, outbox.ErrGone) {
				want = "hall: Ben (Black) plays 1… e5"
			}
			c.say("Ben", alone("Ben"), "e5")
			same(t, texts(c.post()), want)
		}
	}
}

// TestNoticeWithoutGame removes the place in which an opponent is told of a vacation: the
// opponent is told in private.
func TestNoticeWithoutGame(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "challenge @Ben chess white clock:3d")
	c.say("Ben", hall, "accept")
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to == hall.Address {
			return outbox.ErrGone
		}
		return nil
	}
	c.say("Anna", alone("Anna"), "vacation start 3")
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-ben" {
		t.Fatalf("messages %+v", messages)
	}
	has(t, messages[0].Reply, "Anna is on vacation", "I could not post this in Discord.")
}

// TestRejected has a transport reject a move without a reason: it is tried for a day and
// then redirected.
func TestRejected(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to == hall.Address {
			return outbox.ErrRejected
		}
		return nil
	}
	c.say("Anna", alone("Anna"), "e4")
	began := c.time()
	for len(c.post()) == 0 && c.time().Sub(began) < 48*time.Hour {
		c.later(2 * time.Minute)
	}
	same(t, texts(c.front.messages), "p-ben: Anna (White) plays 1")
	if d := c.time().Sub(began); d < 23*time.Hour || d > 25*time.Hour {
		t.Errorf("it was tried for %v", d)
	}
}

// TestThreadGone deletes the thread of a game: the game moves to the channel.
func TestThreadGone(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	if err := c.desk.ThreadOpened(t.Context(), 1, library.Address); err != nil {
		t.Fatal(err)
	}
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to == library.Address {
			return outbox.ErrGone
		}
		return nil
	}
	c.say("Anna", hall, "e4")
	c.say("Ben", hall, "e5")
	same(t, texts(c.post()), "hall: Anna (White) plays 1", "hall: Ben (Black) plays 1… e5")
	if a := c.say("Anna", hall, "d4"); a.Audience != chat.Public {
		t.Errorf("the game is not at home: %+v", a)
	}
	same(t, texts(c.post()))
}

// TestSecretIsNotRedirected fails to deliver a secret answer about a public game: it goes
// neither to the game's home nor to its players.
func TestSecretIsNotRedirected(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", alone("Ben"), "note #1 castle soon")
	c.closes("Ben")
	for _, text := range []string{"note #1", "board #1", "resign #1"} {
		if err := c.desk.Delivered(t.Context(), c.silent("Ben", alone("Ben"), text), outbox.ErrUndeliverable); err != nil {
			t.Fatal(err)
		}
		if messages := c.post(); messages != nil {
			t.Errorf("%q: messages %+v", text, messages)
		}
	}
}

// TestPrivateIsNotRedirected fails to deliver private messages: they go nowhere else,
// neither to the game's home nor to its players. People who are not stored, and addresses
// that somebody else named, have no other address.
func TestPrivateIsNotRedirected(t *testing.T) {
	unknown := chat.Address{Transport: "test", ID: "p-nobody"}
	for name, m := range map[string]data.OutboxMessage{
		"quiet, to somebody unknown":  {To: unknown, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Quiet}},
		"secret, to somebody unknown": {To: unknown, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Secret}},
		"secret, to a player":         {To: person("Ben").Address, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Secret}},
		"unasked":                     {To: person("Ben").Address, Reply: chat.Reply{Text: "for one", Game: 1, Unsolicited: true}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.game(hall, "Anna", "Ben", "orthodox")
			c.post()
			m.NotBefore = c.time()
			err := c.store.Update(t.Context(), func(tx data.Tx) error { _, err := tx.Enqueue(m); return err })
			if err != nil {
				t.Fatal(err)
			}
			c.front.fail = func(to chat.Address, _ chat.Reply) error {
				if to == m.To {
					return outbox.ErrDMsClosed
				}
				return nil
			}
			same(t, texts(c.post()))
		})
	}
}
