package email_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// listening is a world in which mail is taken in directly.
func listening(t *testing.T) *world {
	return newWorld(t, mailtest.Options{}, func(c *email.Config) {
		c.IMAP = email.IMAP{}
		c.Listen = email.Listen{Addr: "127.0.0.1:0"}
	})
}

// TestUnfinishedMail begins many long mails and ends none: of each no more is kept than is
// looked at. One that ends is heard, however long it is; one that is far too long is refused.
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

// TestPostmaster is taken in, as every mail server must.
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
