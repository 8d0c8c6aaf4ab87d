package email_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestStop ends mail by the word stop, by a mail program's own mail, and by a link. A command
// starts it again.
func TestStop(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PublicURL = "https://chess.example.test/" })
	w.begin()
	w.answer(bob, 2, "Stop.")
	if l := w.last(bob, 3); !strings.Contains(l.Text, "no more emails from here") {
		t.Errorf("stop is answered %s", l.Text)
	}
	w.answer(alice, 3, "e4")
	w.server.Wait(alice, 5)
	if l := w.last(alice, 5); !strings.Contains(l.Text, "I could not reach Player 2.") && !strings.Contains(mailtest.Read(t, w.server.Mails(alice)[3]).Text, "I could not reach Player 2.") {
		t.Errorf("Alice is told %s", l.Text)
	}
	w.write(bob, "help", "help") // anybody could have written that
	if got := w.counts(); got != [2]int{5, 3} {
		t.Errorf("mails %v", got)
	}
	w.answer(bob, 3, "#1 e5")
	w.last(bob, 4)
	w.last(alice, 6)

	l := w.last(bob, 4)
	raw := string(mailtest.New(bob, l.ReplyTo(), "stop", w.id(), "This message was automatically generated.", w.now()))
	w.send([]byte("Auto-Submitted: auto-generated\n" + raw))
	w.settled()
	w.answer(alice, 6, "d4")
	w.server.Wait(alice, 7) // the answer; she has heard that Bob could not be told
	w.settled()
	if got := w.counts(); got != [2]int{7, 4} {
		t.Errorf("mails %v", got)
	}

	w.send(l.Reply(bob, w.id(), "d5")) // Alice has moved since that message
	if l = w.last(bob, 5); !strings.Contains(l.Text, "has moved on") || len(l.Picture) == 0 {
		t.Errorf("a late move is answered %s", l.Text)
	}
	w.answer(bob, 5, "d5")
	l = w.last(bob, 6)
	header := l.Field("List-Unsubscribe")
	_, secret, ok := strings.Cut(strings.TrimSuffix(header, ">"), "https://chess.example.test/unsubscribe?t=")
	if !ok || l.Field("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || strings.Contains(header[strings.Index(header, "https"):], l.Token()) {
		t.Fatalf("List-Unsubscribe: %s", header)
	}
	if err := w.bot.Unsubscribe(t.Context(), "nonsense"); err == nil {
		t.Error("nonsense stops somebody's mail")
	}
	if err := w.bot.Unsubscribe(t.Context(), secret); err != nil {
		t.Error(err)
	}
	// The secret of the link is no token.
	w.send(mailtest.New(bob, fmt.Sprintf("chess+g1-%s@example.test", secret), "x", w.id(), "resign yes", w.now()))
	w.answer(alice, 8, "c4")
	w.server.Wait(alice, 9)
	w.settled()
	if got := w.counts(); got != [2]int{9, 6} || w.plies(1) != 5 {
		t.Errorf("mails %v, %d plies", got, w.plies(1))
	}
}

// TestUnsubscribe follows the mailto link of List-Unsubscribe with a token in the address and in the
// subject: an empty mail there ends all mail.
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

// mailto returns the address and the subject of the first link in a List-Unsubscribe field.
func mailto(t *testing.T, field string) (to, subject string) {
	t.Helper()
	link, _, _ := strings.Cut(strings.Trim(field, "<>"), ">")
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "mailto" {
		t.Fatalf("List-Unsubscribe: %s (%v)", field, err)
	}
	return u.Opaque, u.Query().Get("subject")
}
