package email_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// listening returns a world in which mail servers bring mail by SMTP.
func listening(t *testing.T) *world {
	return newWorld(t, mailtest.Options{}, func(c *email.Config) {
		c.IMAP = email.IMAP{}
		c.Listen = email.Listen{Addr: "127.0.0.1:0"}
	})
}

// TestUnfinishedMail begins many long mails and ends none: for each, no more memory is used than was
// sent. A long mail that ends is handled, one that is far too long is refused.
func TestUnfinishedMail(t *testing.T) {
	w := listening(t)
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const sessions, size = 15, 3 << 20
	before := held()
	var all sync.WaitGroup
	var open [sessions]io.WriteCloser
	for i := range sessions {
		all.Go(func() {
			c := smtp.NewClient(dial(t, w.bot.ListenAddr().String()))
			t.Cleanup(func() { c.Close() })
			if err := errors.Join(c.Mail(alice, nil), c.Rcpt(chess, nil)); err != nil {
				t.Error(err)
				return
			}
			data, err := c.Data()
			if err != nil {
				t.Error(err)
				return
			}
			line := []byte(strings.Repeat("x", 998) + "\r\n")
			if _, err := data.Write(mailtest.New(alice, chess, fmt.Sprint("help ", i), fmt.Sprint("long-", i), "", w.now())); err != nil {
				t.Error(err)
				return
			}
			for n := 0; n < size; n += len(line) {
				if _, err := data.Write(line); err != nil {
					t.Error(err)
					return
				}
			}
			open[i] = data
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	var more uint64
	w.until("what has come is read", func() bool { // the last pieces are on their way
		more = held() - min(held(), before)
		return more < sessions*2<<20
	})
	t.Logf("%d unfinished mails of %d MB take %d MB", sessions, size>>20, more>>20)
	if err := open[0].Close(); err != nil {
		t.Errorf("a long mail: %v", err)
	}
	w.last(alice, 1)
	c, err := smtp.Dial(w.bot.ListenAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var refused *smtp.SMTPError
	if err := c.SendMail(alice, []string{chess}, bytes.NewReader(bytes.Repeat([]byte("x\r\n"), 5<<20))); !errors.As(err, &refused) || refused.Code != 552 {
		t.Errorf("a mail of 15 MB: %v", err)
	}
}

// TestPostmaster takes mail for the postmaster, as every mail server must.
func TestPostmaster(t *testing.T) {
	t.Parallel()
	w := listening(t)
	for _, to := range []string{"postmaster@example.test", "Postmaster@Example.TEST"} {
		c, err := smtp.Dial(w.bot.ListenAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SendMail(alice, []string{to}, bytes.NewReader(mailtest.New(alice, "postmaster@example.test", "help", w.id(), "help", w.now()))); err != nil {
			t.Errorf("%s: %v", to, err)
		}
		c.Close()
	}
	var due []data.OutboxMessage
	if err := w.db.View(t.Context(), func(tx data.Tx) (err error) { due, err = tx.Due(email.Transport, w.now(), 10); return err }); err != nil {
		t.Fatal(err)
	}
	if n := len(due) + len(w.server.Mails(alice)); n != 0 {
		t.Errorf("what is for the postmaster is answered %d times", n)
	}
	c, err := smtp.Dial(w.bot.ListenAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, to := range []string{"postmaster@example.com", "postmasters", "root"} {
		if err := errors.Join(c.Mail(alice, nil), c.Rcpt(to, nil)); err == nil {
			t.Errorf("%s is taken in", to)
		}
		c.Reset()
	}
}

// TestListen receives mail by SMTP and LMTP.
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
