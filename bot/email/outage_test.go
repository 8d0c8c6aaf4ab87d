package email_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/outbox"
)

// TestOutage takes the mail server away for an hour, while mail comes and letters
// wait: nothing is lost, and nothing is sent twice.
func TestOutage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.server.Down()
	w.until("the mailbox is lost", func() bool { return !w.connection(true).Up })
	w.answer(alice, 3, "e4") // it comes to the mailbox, but the bot cannot read it
	w.server.Up()
	w.untilRetried("the move is told", func() bool { return len(w.server.Mails(alice)) >= 4 && len(w.server.Mails(bob)) >= 3 })
	w.last(alice, 4)
	w.last(bob, 3)

	w.server.Down()
	w.say(bob, "#1 e5") // in another way, as from Discord
	w.untilRetried("a letter fails", func() bool { l := w.connection(false); return !l.Up && l.Why != "" })
	if got := [2]int{len(w.server.Mails(alice)), len(w.server.Mails(bob))}; got != [2]int{4, 3} {
		t.Errorf("letters %v without a server", got)
	}
	w.server.Up()
	w.untilRetried("the letters come", func() bool { return len(w.server.Mails(alice)) >= 5 && len(w.server.Mails(bob)) >= 4 })
	w.last(alice, 5)
	if l := w.last(bob, 4); !strings.Contains(l.Text, "1… e5") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.until("both ways work", func() bool { return w.connection(true).Up && w.connection(false).Up })
	if got := w.counts(); got != [2]int{5, 4} {
		t.Errorf("letters %v", got)
	}
}

// say brings the desk a command of somebody who writes elsewhere.
func (w *world) say(who, text string) {
	w.t.Helper()
	a := chat.Address{Transport: email.Transport, ID: who}
	if _, err := w.desk.Handle(w.t.Context(), chat.Message{From: chat.Person{Address: a}, In: chat.Place{Address: a, Private: true}, Text: text}); err != nil {
		w.t.Fatal(err)
	}
	w.advance(2 * time.Minute) // the desk waits for a direct answer that does not come
}

// TestOldMail leaves alone what lay in the mailbox before the bot first looked into it.
func TestOldMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{Initial: map[string][]byte{chess: mailtest.New(bob, chess, "old", "old@example.org", "help", noon)}}, nil)
	w.write(alice, "new", "help")
	w.last(alice, 1)
	if n := len(w.server.Mails(bob)); n != 0 || w.server.Unseen(chess) != 1 {
		t.Errorf("Bob has %d letters, %d mails are unseen", n, w.server.Unseen(chess))
	}
	w.end()
	w.write(alice, "newer", "renew")
	w.start() // what comes while the bot is away is not old
	w.until("it is read", func() bool { return w.server.Unseen(chess) == 1 })
	if n := len(w.server.Mails(bob)); n != 0 {
		t.Errorf("Bob has %d letters", n)
	}
}

// TestOutageOfTheBot stops the bot itself while mail comes.
func TestOutageOfTheBot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.end()
	w.answer(alice, 3, "e4\nhistory")
	if w.server.Unseen(chess) != 1 {
		t.Errorf("%d mails are unseen", w.server.Unseen(chess))
	}
	w.start()
	w.last(alice, 4)
	w.last(bob, 3)
	if got := w.counts(); got != [2]int{4, 3} || w.plies(1) != 1 {
		t.Errorf("letters %v, %d plies", got, w.plies(1))
	}
}

// TestFaults lets the server refuse mail, now and for good, and take one without
// saying so: the latter comes twice, but as the same mail.
func TestFaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.server.Fail(mailtest.Fault{To: bob, Code: 451})
	w.answer(alice, 3, "e4")
	w.last(alice, 4)
	w.untilRetried("the letter comes after all", func() bool { return len(w.server.Mails(bob)) >= 3 })
	w.last(bob, 3)

	w.server.Fail(mailtest.Fault{To: bob, Code: 550})
	w.answer(alice, 4, "history")
	w.last(alice, 5)
	w.say(alice, "draw offer")
	w.server.Wait(alice, 6)
	w.advance(time.Hour)
	if got := w.counts(); got[1] != 3 {
		t.Errorf("letters %v after one was refused for good", got)
	}

	w.server.Fail(mailtest.Fault{To: bob, Lost: true})
	w.say(alice, "draw withdraw")
	w.server.Wait(bob, 4)
	w.server.Up()
	w.untilRetried("the letter comes again", func() bool { return len(w.server.Mails(bob)) >= 5 })
	list := w.server.Wait(bob, 5)
	first, again := mailtest.Read(t, list[3]), mailtest.Read(t, list[4])
	if first.Field("Message-Id") != again.Field("Message-Id") || first.Token() != again.Token() ||
		first.Field("References") != again.Field("References") {
		t.Errorf("the same letter is\n%v, then\n%v", first.Header, again.Header)
	}
}

// TestSeveral gives several commands in one mail.
func TestSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4\nhistory\ne5\nboard\n\nI hope that works.")
	l := w.last(alice, 4)
	for _, want := range []string{"> e4\nPlayer 1", "1. e4", "> history", "> e5\n", "Not done, because the command before was refused: board"} {
		if !strings.Contains(l.Text, want) {
			t.Errorf("the answer lacks %q:\n%s", want, l.Text)
		}
	}
	if len(l.Picture) == 0 || w.plies(1) != 1 {
		t.Errorf("%d plies, picture of %d bytes", w.plies(1), len(l.Picture))
	}
	w.last(bob, 3)
	if got := w.counts(); got != [2]int{4, 3} {
		t.Errorf("letters %v", got)
	}
}

// TestCrash loses what became of a command: it is not done twice, and what comes
// after it is done only if nothing depends on that.
func TestCrash(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.crashAfter.Store(1)
	w.answer(alice, 3, "e4")
	w.server.Wait(bob, 3)
	w.advance(2 * time.Minute)
	if l := w.last(alice, 4); !strings.Contains(l.Text, "plays 1. e4") || w.plies(1) != 1 {
		t.Errorf("%d plies, the answer: %s", w.plies(1), l.Text)
	}
	w.settled() // it has been tried again
	w.crashAfter.Store(2)
	w.answer(bob, 3, "e5\nhistory\nboard")
	w.server.Wait(bob, 4)
	w.advance(2 * time.Minute)
	w.server.Wait(bob, 6) // what was done is answered by the outbox
	w.settled()
	if list := w.server.Mails(bob); len(list) != 6 || w.plies(1) != 2 {
		t.Fatalf("%d letters, %d plies", len(list), w.plies(1))
	}
	if l := mailtest.Read(t, w.server.Mails(bob)[3]); !strings.Contains(l.Text, "send the rest again: board") {
		t.Errorf("interrupted: %s", l.Text)
	}
}

// TestLogin refuses a wrong password for good.
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

// TestListen takes mail in directly.
func TestListen(t *testing.T) {
	t.Parallel()
	for _, lmtp := range []bool{false, true} {
		t.Run(fmt.Sprint("lmtp ", lmtp), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailtest.Options{}, func(c *email.Config) {
				c.IMAP = email.IMAP{}
				c.Listen = email.Listen{Addr: "127.0.0.1:0", LMTP: lmtp}
			})
			bring := func(from, to string, raw []byte) error {
				c, err := smtp.Dial(w.bot.ListenAddr().String())
				if err != nil {
					t.Fatal(err)
				}
				if lmtp {
					c.Close()
					conn := dial(t, w.bot.ListenAddr().String())
					c = smtp.NewClientLMTP(conn)
				}
				defer c.Close()
				return c.SendMail(from, []string{to}, strings.NewReader(string(raw)))
			}
			if err := bring(alice, "carol@example.test", mailtest.New(alice, chess, "x", w.id(), "help", w.now())); err == nil {
				t.Error("mail for a stranger is taken in")
			}
			if err := bring(alice, chess, mailtest.New(alice, chess, "x", w.id(), "help", w.now())); err != nil {
				t.Error(err)
			}
			ask := w.last(alice, 1)
			if err := bring("", ask.ReplyTo(), ask.Reply(alice, w.id(), "help")); err != nil { // a robot
				t.Error(err)
			}
			// The address of the envelope carries the token, whatever the header says.
			if err := bring(alice, ask.ReplyTo(), mailtest.New(alice, chess, "x", w.id(), "games", w.now())); err != nil {
				t.Error(err)
			}
			if l := w.last(alice, 2); !strings.Contains(l.Text, "no games") {
				t.Errorf("games is answered %s", l.Text)
			}
			c, err := smtp.Dial(w.bot.ListenAddr().String())
			if lmtp {
				c.Close()
				c = smtp.NewClientLMTP(dial(t, w.bot.ListenAddr().String()))
			}
			if err := errors.Join(err, c.Mail(alice, nil)); err != nil {
				t.Fatal(err)
			}
			for n := 1; err == nil; n++ {
				if err = c.Rcpt(chess, nil); (err == nil) != (n <= 20) {
					t.Errorf("recipient %d: %v", n, err)
				}
			}
			c.Close()
			w.db.Close()
			var e *smtp.SMTPError
			if err := bring(alice, chess, mailtest.New(alice, chess, "x", w.id(), "help", w.now())); err == nil || errors.As(err, &e) && !e.Temporary() {
				t.Errorf("without a database: %v", err)
			}
		})
	}
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestConfig(t *testing.T) {
	login := email.Server{Addr: "127.0.0.1:1"}
	good := email.Config{Address: "Chess@Example.test", IMAP: email.IMAP{Server: login}, SMTP: login}
	w := newWorld(t, mailtest.Options{}, nil)
	try := func(c email.Config) error { _, err := email.New(c, email.Options{Store: w.db}); return err }
	if err := try(good); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*email.Config){
		"email.address":       func(c *email.Config) { c.Address = "Stackmate <chess@example.test>" },
		"set either":          func(c *email.Config) { c.Listen.Addr = ":25" },
		"email.smtp.addr":     func(c *email.Config) { c.SMTP.Addr = "mx.example.test" },
		"email.imap.tls":      func(c *email.Config) { c.IMAP.TLS = "ssl3" },
		"email.imap.handled ": func(c *email.Config) { c.IMAP.Handled = "burn" },
		"handled_days":        func(c *email.Config) { c.IMAP.Handled = email.DeleteHandled },
		"handled_folder":      func(c *email.Config) { c.IMAP.Handled, c.IMAP.HandledFolder = email.MoveHandled, "inbox" },
		"email.public_url":    func(c *email.Config) { c.PublicURL = "chess.example.test" },
	} {
		c := good
		change(&c)
		if err := try(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestUndeliverable tells apart what a repetition mends.
func TestUndeliverable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	for _, code := range []int{421, 450, 451, 550, 552, 553} {
		w.server.Fail(mailtest.Fault{Code: code})
		err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"})
		if err == nil || errors.Is(err, outbox.ErrUndeliverable) != (code >= 500) {
			t.Errorf("%d: %v", code, err)
		}
	}
	for _, to := range []string{"a b@example.org", "x@example.org\r\nBcc: y@example.org", "jürgen@example.org"} {
		if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: to}, chat.Reply{Text: "hello"}); !errors.Is(err, outbox.ErrUndeliverable) {
			t.Errorf("%q: %v", to, err)
		}
	}
	w.server.Down()
	if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"}); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("no server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.bot.Deliver(ctx, chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"}); err == nil {
		t.Error("delivered though nobody waits")
	}
}
