package email_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

var ownID = regexp.MustCompile(`<?g\d+-(\d+|x)\.[0-9a-z]+\.[a-z2-7]{26}@example\.test>?`)

// relayed is an answer that a relay has brought whose own ids took the place of ours.
func relayed(raw []byte) []byte {
	return ownID.ReplaceAll(raw, []byte("<0102@relay.example.net>"))
}

// TestPosition answers letters late, again, and in ways that bring no position: a move is
// made in the position that its author has seen, or not at all.
func TestPosition(t *testing.T) {
	for _, plus := range []bool{true, false} {
		t.Run(fmt.Sprint("plus ", plus), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PlusAddressing = plus })
			w.begin()
			first := w.last(alice, 3)
			raw := first.Reply(alice, w.id(), "e4")
			w.send(raw)
			w.last(alice, 4)
			w.advance(time.Minute)
			w.answer(bob, 3, "e5")
			w.last(alice, 5)
			w.last(bob, 4)

			late := func(n int, raw []byte) {
				t.Helper()
				w.send(raw)
				l := w.last(alice, n)
				if !strings.Contains(l.Text, "game 1 has moved on") || len(l.Picture) == 0 || l.Subject() != first.Subject() {
					t.Errorf("%s: %s", l.Subject(), l.Text)
				}
			}
			late(6, first.Reply(alice, w.id(), "d4"))
			late(7, first.Reply(alice, w.id(), "resign yes"))
			// A relay lets nothing through but the token: then the date decides, or the turn.
			dated := func(raw []byte, at time.Time) []byte {
				return regexp.MustCompile(`(?m)^Date: .*$`).ReplaceAll(relayed(raw), []byte("Date: "+at.Format(time.RFC1123Z)))
			}
			late(8, dated(first.Reply(alice, w.id(), "Nf3"), noon))
			late(9, relayed(regexp.MustCompile(`(?m)^Date: .*\n`).ReplaceAll(first.Reply(alice, w.id(), "Nf3"), nil)))
			w.send(dated(first.Reply(alice, w.id(), "Nf3"), w.now()))
			w.last(alice, 10)
			w.send(dated(first.Reply(alice, w.id(), "Bc4"), w.now().Add(24*time.Hour))) // by a clock that is ahead
			if l := w.last(alice, 11); !strings.Contains(l.Text, "turn") {
				t.Errorf("out of turn: %s", l.Text)
			}
			if n := w.plies(1); n != 3 {
				t.Errorf("%d plies", n)
			}
			// The whole first mail once more, as another mail.
			late(12, []byte(strings.Replace(string(raw), "Message-ID: <m", "Message-ID: <again", 1)))
			// The answer to a refusal is about the position that it shows.
			w.last(bob, 5)
			w.answer(bob, 5, "Nc6\ndraw offer")
			w.last(alice, 14)
			w.last(bob, 6)
			w.send(first.Reply(alice, w.id(), "draw accept yes"))
			w.answer(alice, 15, "d4\nboard")
			if w.last(bob, 7); w.plies(1) != 5 {
				t.Errorf("%d plies", w.plies(1))
			}
		})
	}
}

// TestPassedOn brings the bot mails that were not meant for it: nothing happens.
func TestPassedOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	letter := w.last(alice, 3)
	// Alice passes her letter on; her program says that it belongs to it.
	raw := strings.Replace(string(letter.Reply(alice, w.id(), "e4 is what I play")), "To: Stackmate <"+letter.ReplyTo()+">", "To: carol@example.net", 1)
	if !strings.Contains(raw, "To: carol@example.net") || !strings.Contains(raw, "In-Reply-To: <g1-0.") {
		t.Fatal(raw)
	}
	w.send([]byte("Delivered-To: " + chess + "\n" + strings.Replace(raw, "e4 is what I play", "e4", 1)))
	w.settled()
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("%d plies; %s", w.plies(1), l.Text)
	}
}

// TestSameID lets two people use the same Message-ID: both are heard.
func TestSameID(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.send(w.last(alice, 3).Reply(alice, "the-same@example.org", "e4"))
	w.last(bob, 3)
	w.send(w.last(bob, 3).Reply(bob, "the-same@example.org", "e5"))
	w.last(alice, 5)
	if n := w.plies(1); n != 2 {
		t.Errorf("%d plies", n)
	}
}

// TestTokenLife lets a token that is about no game die a month after it was last sent.
func TestTokenLife(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.write(alice, "hello", "help")
	w.answer(alice, 1, "help")
	letter := w.last(alice, 2)
	w.advance(29 * 24 * time.Hour)
	w.send(letter.Reply(alice, w.id(), "games"))
	if l := w.last(alice, 3); !strings.Contains(l.Text, "no games") {
		t.Errorf("a token of 29 days is answered %s", l.Text)
	}
	w.advance(31 * 24 * time.Hour)
	w.send(letter.Reply(alice, w.id(), "games"))
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("a token of 60 days is answered %s", l.Text)
	}
	w.advance(31 * 24 * time.Hour)
	if fresh := w.last(alice, 4); fresh.Token() == letter.Token() {
		t.Error("the same token is sent for ever")
	}
}

// TestUnsubscribe follows the link of a letter to the letter, in both ways of bringing
// the token back: an empty mail ends all mail.
func TestUnsubscribe(t *testing.T) {
	for _, plus := range []bool{true, false} {
		t.Run(fmt.Sprint("plus ", plus), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PlusAddressing = plus })
			w.begin()
			to, subject := mailto(t, w.last(bob, 2).Field("List-Unsubscribe"))
			w.send(mailtest.New(bob, to, subject, w.id(), "", w.now()))
			if l := w.last(bob, 3); !strings.Contains(l.Text, "no more emails from here") {
				t.Errorf("%q to %s is answered %s", subject, to, l.Text)
			}
		})
	}
}

// mailto returns the address and the subject of the first link of a List-Unsubscribe field.
func mailto(t *testing.T, field string) (to, subject string) {
	t.Helper()
	link, _, _ := strings.Cut(strings.Trim(field, "<>"), ">")
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "mailto" {
		t.Fatalf("List-Unsubscribe: %s (%v)", field, err)
	}
	return u.Opaque, u.Query().Get("subject")
}

// TestPersonalFields answers somebody whose provider marks every mail with a number.
func TestPersonalFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.send(append([]byte("Feedback-ID: i0d1a4f:Fastmail\n"), w.last(alice, 3).Reply(alice, w.id(), "e4")...))
	w.last(bob, 3)
}

// TestManyCommands gives more commands in one mail than are done: the others are named.
func TestManyCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, strings.Repeat("board\n", 10)+"e4\n"+strings.Repeat("history\n", 90))
	l := w.last(alice, 4)
	if !strings.Contains(l.Text, "one email can hold 10 commands: e4; history") || strings.Count(l.Text, "history") > 25 || w.plies(1) != 0 {
		t.Errorf("%d plies: %s", w.plies(1), l.Text)
	}
}

// TestMisunderstood stops answering what is never understood, and says so once.
func TestMisunderstood(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	for i := range 13 {
		w.send(w.last(alice, min(3+i, 14)).Reply(alice, w.id(), "gibberish"))
		w.settled()
	}
	if l := w.last(alice, 14); !strings.Contains(l.Text, "I understood none of your last 10 emails") {
		t.Errorf("the last letter: %s", l.Text)
	}
	w.send(mailtest.Read(t, w.server.Mails(alice)[2]).Reply(alice, w.id(), "e4"))
	w.last(alice, 15)
}

// TestFirstIDs holds that no letter of a new database has the id of one of another: readers
// would take it for that.
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
