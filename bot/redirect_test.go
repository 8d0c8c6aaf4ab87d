package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// closes has some people refuse private messages.
func (c *club) closes(names ...string) {
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		for _, name := range names {
			if to.ID == "p-"+strings.ToLower(name) {
				return bot.ErrRefused
			}
		}
		return nil
	}
}

// TestRefused has Ben refuse private messages: he is left alone for a day, whoever
// plays with him hears of it, and when he writes in private he hears there again.
func TestRefused(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	c.closes("Ben")
	c.say("Anna", alone("Anna"), "challenge Ben chess white")
	letters := c.post()
	same(t, texts(letters), "p-anna: I could not tell Ben, who takes no private messages from me")
	tried := c.front.tried
	c.say("Ben", hall, "accept")
	same(t, texts(c.post()), "p-anna: Game 1 begins: Anna (White) – Ben (Black)")
	c.later(time.Hour)
	c.say("Anna", alone("Anna"), "e4")
	same(t, texts(c.post()))                    // she knows
	if got := c.front.tried - tried; got != 1 { // what went to Anna
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

// TestRefusedSecret has somebody ask in the open for what only the owner may see, and
// refuse to be told alone: the place hears that, and not the secret.
func TestRefusedSecret(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", hall, "note castle soon")
	c.closes("Ben")
	m := c.message("Ben", hall, "note")
	m.Overheard = true
	c.handle(m)
	letters := c.post()
	if len(letters) != 1 || letters[0].to != "hall" || strings.Contains(letters[0].Text+letters[0].Block, "castle") {
		t.Fatalf("letters %+v", letters)
	}
	has(t, letters[0].Reply, "Ben, I could not send you a direct message. Use /note instead")
	notifies(t, letters[0].Reply, "Ben")
	a := c.silent("Ben", hall, "note") // an answer that could not be given there
	if err := c.desk.Delivered(t.Context(), a, bot.ErrUndeliverable); err != nil {
		t.Fatal(err)
	}
	letters = c.post()
	if len(letters) != 1 || letters[0].to != "hall" || strings.Contains(letters[0].Text+letters[0].Block, "castle") {
		t.Errorf("letters %+v", letters)
	}
}

// TestThreadGone takes away the thread to which a game had moved: it goes home.
func TestThreadGone(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	if err := c.desk.Moved(t.Context(), 1, library.Address); err != nil {
		t.Fatal(err)
	}
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to == library.Address {
			return bot.ErrUndeliverable
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

// TestSecretHasNoDetour lets an answer fail that was asked for in private, about a game
// whose home is public: it is not told there in its stead, nor to the people of the game.
func TestSecretHasNoDetour(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", alone("Ben"), "note #1 castle soon")
	c.closes("Ben")
	for _, text := range []string{"note #1", "board #1", "resign #1"} {
		if err := c.desk.Delivered(t.Context(), c.silent("Ben", alone("Ben"), text), bot.ErrUndeliverable); err != nil {
			t.Fatal(err)
		}
		if letters := c.post(); letters != nil {
			t.Errorf("%q: letters %+v", text, letters)
		}
	}
}

// TestPrivateIsNotRedirected has letters fail that are for one reader: they are told
// nowhere else, neither at the home of their game nor to those who play it. Those of
// whom the bot keeps nothing, and addresses that somebody else named, have no other way.
func TestPrivateIsNotRedirected(t *testing.T) {
	unknown := chat.Address{Transport: "test", ID: "p-nobody"}
	for name, l := range map[string]bot.Letter{
		"quiet, to somebody unknown":  {To: unknown, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Quiet}},
		"secret, to somebody unknown": {To: unknown, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Secret}},
		"secret, to a player":         {To: person("Ben").Address, Reply: chat.Reply{Text: "for one", Game: 1, Audience: chat.Secret}},
		"unasked":                     {To: person("Ben").Address, Reply: chat.Reply{Text: "for one", Game: 1, Unasked: true}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.game(hall, "Anna", "Ben", "orthodox")
			c.post()
			l.NotBefore = c.time()
			err := c.store.Update(t.Context(), func(tx bot.Tx) error { _, err := tx.Post(l); return err })
			if err != nil {
				t.Fatal(err)
			}
			c.front.fail = func(to chat.Address, _ chat.Reply) error {
				if to == l.To {
					return bot.ErrRefused
				}
				return nil
			}
			same(t, texts(c.post()))
		})
	}
}
