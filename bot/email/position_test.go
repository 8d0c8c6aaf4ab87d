package email_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

var ownID = regexp.MustCompile(`<?g\d+-(\d+|x)\.[0-9a-z]+\.[a-z2-7]{26}@example\.test>?`)

// relayed returns a reply as a relay brings it that has replaced our Message-IDs by its own.
func relayed(raw []byte) []byte {
	return ownID.ReplaceAll(raw, []byte("<0102@relay.example.net>"))
}

// TestPosition answers mails late, again, and without naming a position: a move is played in the
// position that its author has seen, or not at all.
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

// TestPassedOn sends the bot mails that were meant for somebody else: nothing happens.
func TestPassedOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	message := w.last(alice, 3)
	// Alice passes her message on; her program says that it belongs to it.
	raw := strings.Replace(string(message.Reply(alice, w.id(), "e4 is what I play")), "To: Stackmate <"+message.ReplyTo()+">", "To: carol@example.net", 1)
	if !strings.Contains(raw, "To: carol@example.net") || !strings.Contains(raw, "In-Reply-To: <g1-0.") {
		t.Fatal(raw)
	}
	w.send([]byte("Delivered-To: " + chess + "\n" + strings.Replace(raw, "e4 is what I play", "e4", 1)))
	w.settled()
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("%d plies; %s", w.plies(1), l.Text)
	}
}

// TestSameID lets two people use the same Message-ID: both are answered.
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

// TestPersonalFields answers somebody whose provider adds a number to every mail.
func TestPersonalFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.send(append([]byte("Feedback-ID: i0d1a4f:Fastmail\n"), w.last(alice, 3).Reply(alice, w.id(), "e4")...))
	w.last(bob, 3)
}
