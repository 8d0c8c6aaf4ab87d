package email_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestRenew makes earlier tokens invalid.
func TestRenew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	old := w.last(alice, 3)
	w.answer(alice, 3, "renew")
	fresh := w.last(alice, 4)
	w.send(old.Reply(alice, w.id(), "e4"))
	if l := w.last(alice, 5); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("an old token is answered %s", l.Text)
	}
	w.send(fresh.Reply(alice, w.id(), "#1 e4"))
	w.last(bob, 3)
}

// TestTokenOfOneGame answers a mail about one game with commands that are about more: the token is
// only for that game, however another one is named, and not for linking.
func TestTokenOfOneGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(bob, 2, "challenge "+alice+" orthodox black")
	w.last(bob, 3)
	w.answer(alice, 4, "accept #2")
	w.last(alice, 5)
	w.last(bob, 4)
	message := mailtest.Read(t, w.server.Mails(alice)[2])
	n := 5
	for _, text := range []string{"#2 d4", "game:2 d4", "GAME:2 d4", "move game:#2 d4", "resign game:2 yes", "draw offer #2", "if add game:2 d4 d5", "accept challenge:2",
		"watch invite Anna Bell game:2", "link AAAAAAAAAAAA", "/link", "link bob@example.org"} {
		w.forgetAsking()
		w.send(message.Reply(alice, w.id(), text))
		n++
		if l := w.last(alice, n); !strings.Contains(l.Text, "I have done nothing") {
			t.Errorf("%q is answered %s", text, l.Text)
		}
	}
	w.send(message.Reply(alice, w.id(), "#1 e4"))
	w.last(bob, 5)
	if w.plies(1) != 1 || w.plies(2) != 0 {
		t.Errorf("%d and %d plies", w.plies(1), w.plies(2))
	}
}

// TestPassedOnSubject sends the bot a mail from Alice to somebody else whose subject has a token:
// nothing happens.
func TestPassedOnSubject(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PlusAddressing = false })
	w.begin()
	message := w.last(alice, 3)
	w.send(mailtest.New(alice, "carol@example.net", "Fwd: "+message.Subject(), w.id(), "e4", w.now()))
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("%d plies; %s", w.plies(1), l.Text)
	}
}

// TestTokenLife lets a token for all games expire a month after it was last sent.
func TestTokenLife(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.write(alice, "hello", "help")
	w.answer(alice, 1, "help")
	message := w.last(alice, 2)
	w.advance(29 * 24 * time.Hour)
	w.send(message.Reply(alice, w.id(), "games"))
	if l := w.last(alice, 3); !strings.Contains(l.Text, "no games") {
		t.Errorf("a token of 29 days is answered %s", l.Text)
	}
	w.advance(31 * 24 * time.Hour)
	w.send(message.Reply(alice, w.id(), "games"))
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("a token of 60 days is answered %s", l.Text)
	}
	w.advance(31 * 24 * time.Hour)
	if fresh := w.last(alice, 4); fresh.Token() == message.Token() {
		t.Error("the same token is sent for ever")
	}
}

// TestFirstIDs checks that two databases give no two mails the same Message-ID: mail programs
// would drop the second.
func TestFirstIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for i := range 3 {
		w := newWorld(t, mailtest.Options{}, nil)
		w.begin()
		for _, who := range []string{alice, bob} {
			for _, raw := range w.server.Mails(who) {
				id := mailtest.Read(t, raw).Field("Message-Id")
				if before, ok := seen[id]; ok {
					t.Errorf("%s is of database %d and of %d", id, before, i)
				}
				seen[id] = i
			}
		}
	}
}
