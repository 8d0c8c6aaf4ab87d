package email_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot/email/mailtest"
)

// TestSetAside lets one mail fail every time: it is tried three times, with pauses and across a
// restart, and then left for the owner. Other mails are answered.
func TestSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.failOn.Store("resign yes")
	w.answer(alice, 3, "resign yes")
	w.answer(bob, 2, "board")
	w.last(bob, 3)
	w.until("it is tried again", func() bool { return w.failures.Load() > 5 })
	if n := w.server.Unseen(chess); n != 1 {
		t.Fatalf("%d mails wait: one that fails for a moment is given up", n)
	}
	w.advance(time.Minute)
	before := w.failures.Load()
	w.until("it is tried later", func() bool { return w.failures.Load() > before+2 })
	w.end()
	w.start()
	w.advance(time.Minute)
	w.settled()
	before = w.failures.Load()
	w.answer(alice, 3, "e4")
	w.last(bob, 4)
	if w.plies(1) != 1 || w.failures.Load() != before {
		t.Errorf("%d plies, %d more attempts", w.plies(1), w.failures.Load()-before)
	}
}

// TestSetAsideDirectly refuses a mail that fails every time, when a mail server brings it, so that its
// author is told.
func TestSetAsideDirectly(t *testing.T) {
	t.Parallel()
	w := listening(t)
	bring := func(to string, raw []byte) int {
		c, err := smtp.Dial(w.bot.ListenAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var e *smtp.SMTPError
		if err := c.SendMail(alice, []string{to}, strings.NewReader(string(raw))); errors.As(err, &e) {
			return e.Code
		} else if err != nil {
			t.Fatal(err)
		}
		return 250
	}
	bring(chess, mailtest.New(alice, chess, "x", w.id(), "help", w.now()))
	ask := w.last(alice, 1)
	w.failOn.Store("games")
	raw := ask.Reply(alice, w.id(), "games")
	for _, want := range []int{451, 451, 554} {
		raw = append([]byte("Received: from somewhere at "+w.now().String()+"\n"), raw...)
		if got := bring(ask.ReplyTo(), raw); got != want {
			t.Errorf("answered %d, want %d", got, want)
		}
		w.advance(time.Minute)
	}
	if got := bring(ask.ReplyTo(), ask.Reply(alice, w.id(), "help")); got != 250 {
		t.Errorf("another mail: %d", got)
	}
}

// TestPanicCostsOneMail lets one mail panic: it is set aside after three attempts, and the mails after
// it are answered.
func TestPanicCostsOneMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.panicOn.Store("resign")
	w.answer(alice, 3, "resign")
	w.answer(bob, 2, "board")
	if l := w.last(bob, 3); !strings.Contains(l.Text, "to move") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.settled()
	if n := w.panics.Load(); n != 3 {
		t.Errorf("it was tried %d times", n)
	}
	w.panicOn.Store("")
	w.answer(alice, 3, "e4")
	w.last(bob, 4)
	if w.plies(1) != 1 {
		t.Errorf("%d plies", w.plies(1))
	}
}
