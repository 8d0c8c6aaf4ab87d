package email_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestOutage stops the mail server for an hour: no mail is lost, and none is sent twice.
func TestOutage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.settled() // a mail that the server takes without saying so is sent again
	w.server.Down()
	w.until("the mailbox is lost", func() bool { return !w.connection(true).Up })
	w.answer(alice, 3, "e4") // it comes to the mailbox, but the bot cannot read it
	w.server.Up()
	w.untilRetried("the move is told", func() bool { return len(w.server.Mails(alice)) >= 4 && len(w.server.Mails(bob)) >= 3 })
	w.last(alice, 4)
	w.last(bob, 3)
	w.settled()

	w.server.Down()
	w.say(bob, "#1 e5") // in another way, as from Discord
	w.untilRetried("a message fails", func() bool { l := w.connection(false); return !l.Up && l.Why != "" })
	if got := [2]int{len(w.server.Mails(alice)), len(w.server.Mails(bob))}; got != [2]int{4, 3} {
		t.Errorf("mails %v without a server", got)
	}
	w.server.Up()
	w.untilRetried("the mails come", func() bool { return len(w.server.Mails(alice)) >= 5 && len(w.server.Mails(bob)) >= 4 })
	w.last(alice, 5)
	if l := w.last(bob, 4); !strings.Contains(l.Text, "1… e5") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.until("both ways work", func() bool { return w.connection(true).Up && w.connection(false).Up })
	if got := w.counts(); got != [2]int{5, 4} {
		t.Errorf("mails %v", got)
	}
}

// say gives the desk a command from another transport.
func (w *world) say(who, text string) {
	w.t.Helper()
	a := chat.Address{Transport: email.Transport, ID: who}
	if _, err := w.desk.Handle(w.t.Context(), chat.Message{From: chat.Person{Address: a}, In: chat.Place{Address: a, Private: true}, Text: text}); err != nil {
		w.t.Fatal(err)
	}
	w.advance(2 * time.Minute) // the desk waits for a direct answer that does not come
}

// TestOldMail skips the mails that were in the mailbox before the bot first opened it.
func TestOldMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{Initial: map[string][]byte{chess: mailtest.New(bob, chess, "old", "old@example.org", "help", noon)}}, nil)
	w.write(alice, "new", "help")
	w.last(alice, 1)
	if n := len(w.server.Mails(bob)); n != 0 || w.server.Unseen(chess) != 1 {
		t.Errorf("Bob has %d mails, %d mails are unseen", n, w.server.Unseen(chess))
	}
	w.end()
	w.write(alice, "newer", "renew")
	w.start() // what comes while the bot is away is not old
	w.until("it is read", func() bool { return w.server.Unseen(chess) == 1 })
	if n := len(w.server.Mails(bob)); n != 0 {
		t.Errorf("Bob has %d mails", n)
	}
}

// TestOutageOfTheBot stops the bot while mail comes.
func TestOutageOfTheBot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.until("all is read", func() bool { return w.server.Unseen(chess) == 0 })
	w.end()
	w.answer(alice, 3, "e4\nhistory")
	if w.server.Unseen(chess) != 1 {
		t.Errorf("%d mails are unseen", w.server.Unseen(chess))
	}
	w.start()
	w.last(alice, 4)
	w.last(bob, 3)
	if got := w.counts(); got != [2]int{4, 3} || w.plies(1) != 1 {
		t.Errorf("mails %v, %d plies", got, w.plies(1))
	}
}

// TestFaults lets the server refuse mails, with a temporary and a permanent error, and take one without saying so:
// that one comes twice, with the same Message-ID.
func TestFaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.server.Fail(mailtest.Fault{To: bob, Code: 451})
	w.answer(alice, 3, "e4")
	w.last(alice, 4)
	w.untilRetried("the message comes after all", func() bool { return len(w.server.Mails(bob)) >= 3 })
	w.last(bob, 3)

	w.server.Fail(mailtest.Fault{To: bob, Code: 550})
	w.answer(alice, 4, "history")
	w.last(alice, 5)
	w.say(alice, "draw offer")
	w.server.Wait(alice, 6)
	w.advance(time.Hour)
	if got := w.counts(); got[1] != 3 {
		t.Errorf("mails %v after one was refused for good", got)
	}

	w.server.Fail(mailtest.Fault{To: bob, Lost: true})
	w.say(alice, "draw withdraw")
	w.server.Wait(bob, 4)
	w.server.Up()
	w.untilRetried("the message comes again", func() bool { return len(w.server.Mails(bob)) >= 5 })
	list := w.server.Wait(bob, 5)
	first, again := mailtest.Read(t, list[3]), mailtest.Read(t, list[4])
	if first.Field("Message-Id") != again.Field("Message-Id") || first.Token() != again.Token() ||
		first.Field("References") != again.Field("References") {
		t.Errorf("the same message is\n%v, then\n%v", first.Header, again.Header)
	}
}

// TestLogin ends the bot when the password is wrong.
func TestLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.end()
	w.config.IMAP.Password = "guessed"
	b, err := email.New(w.config, email.Options{Desk: w.desk, Store: w.db, Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := b.Run(ctx); !errors.Is(err, email.ErrLogin) || strings.Contains(err.Error(), "guessed") {
		t.Errorf("wrong password: %v", err)
	}
}
