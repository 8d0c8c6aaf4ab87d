package email_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/uptime"
	"stackmate/store"
)

// fakeIMAP is an IMAP server with one folder and at most one mail.
type fakeIMAP struct {
	// silent is the command from which on the server answers nothing; empty for none.
	silent string
	// validity is the UIDVALIDITY of the folder, date when the mail in it came; empty for no mail.
	validity, date string

	idles []time.Time
	seen  bool
}

const robotMail = "From: a@example.org\r\nTo: chess@example.test\r\nAuto-Submitted: auto-replied\r\n\r\nhello\r\n"

// serve speaks to one client.
func (p *fakeIMAP) serve(conn net.Conn) {
	defer conn.Close()
	say := func(format string, args ...any) { fmt.Fprintf(conn, format+"\r\n", args...) }
	mute := p.silent == "greeting"
	if !mute {
		say("* OK [CAPABILITY IMAP4rev1 IDLE] ready")
	}
	idle := ""
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		if tag == "DONE" {
			tag, command = idle, "DONE"
		}
		if mute = mute || p.silent != "" && strings.HasPrefix(command, p.silent); mute {
			continue
		}
		switch {
		case strings.HasPrefix(command, "CAPABILITY"):
			say("* CAPABILITY IMAP4rev1 IDLE")
		case strings.HasPrefix(command, "SELECT"):
			say("* 1 EXISTS\r\n* OK [UIDVALIDITY %s] x\r\n* OK [UIDNEXT 1] x\r\n* FLAGS (\\Seen)", p.validity)
		case strings.HasPrefix(command, "UID SEARCH"):
			if p.date != "" && !p.seen {
				say("* SEARCH 1")
			} else {
				say("* SEARCH")
			}
		case strings.HasPrefix(command, "UID FETCH"):
			say("* 1 FETCH (UID 1 INTERNALDATE \"%s\" BODY[]<0> {%d}\r\n%s)", p.date, len(robotMail), robotMail)
		case strings.HasPrefix(command, "UID STORE"):
			p.seen = true
		case strings.HasPrefix(command, "IDLE"):
			p.idles = append(p.idles, time.Now())
			idle = tag
			say("+ idling")
			continue
		}
		say("%s OK done", tag)
	}
}

// noDesk is a desk that is never asked.
type noDesk struct{ email.Desk }

func (noDesk) Wake() {}

// watching runs a bot against IMAP servers, one for each connection in turn and the last one for
// all others. The test gets the state of the connection and the number of connections, on a
// fake clock.
func watching(t *testing.T, peers []*fakeIMAP, test func(imap func() uptime.Connection, dials *int)) {
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "silent.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		login := email.Server{Addr: "imap.example.test:143", TLS: email.NoTLS, User: "chess", Password: "secret"}
		dials := 0
		b, err := email.New(email.Config{Address: chess, IMAP: email.IMAP{Server: login}, SMTP: login}, email.Options{Desk: noDesk{}, Store: db, Now: time.Now,
			Dial: func(context.Context, string, string) (net.Conn, error) {
				p := peers[min(dials, len(peers)-1)]
				dials++
				ours, theirs := net.Pipe()
				go p.serve(theirs)
				return ours, nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- b.Run(ctx) }()
		test(func() uptime.Connection { synctest.Wait(); return b.Connections()[0] }, &dials)
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("run: %v", err)
		}
	})
}

const bubbleStart = "01-Jan-2000 00:00:00 +0000" // of the clock of synctest

// TestSilentPeer lets an IMAP server fall silent at every step: the bot notices within five minutes,
// says so, and connects again.
func TestSilentPeer(t *testing.T) {
	for _, step := range []string{"greeting", "LOGIN", "SELECT", "UID SEARCH", "UID FETCH", "UID STORE", "IDLE", "DONE"} {
		t.Run(step, func(t *testing.T) {
			good := &fakeIMAP{validity: "1", date: bubbleStart}
			peers := []*fakeIMAP{{silent: step, validity: "1", date: bubbleStart}}
			for range 6 {
				peers = append(peers, &fakeIMAP{silent: "greeting"})
			}
			watching(t, append(peers, good), func(imap func() uptime.Connection, dials *int) {
				time.Sleep(5*time.Minute + time.Second)
				if l := imap(); l.Up || !strings.Contains(l.Why, "no answer within") || time.Since(l.Since) < time.Minute {
					t.Errorf("after five minutes it is %+v", l)
				}
				time.Sleep(10 * time.Minute)
				if l := imap(); !l.Up || *dials != 8 || !good.seen {
					t.Errorf("after %d connections it is %+v, the mail is seen: %t", *dials, l, good.seen)
				}
			})
		})
	}
}

// TestIdleIsRenewed checks that the bot asks an idle server for an answer every five minutes.
func TestIdleIsRenewed(t *testing.T) {
	good := &fakeIMAP{validity: "1"}
	watching(t, []*fakeIMAP{good}, func(imap func() uptime.Connection, dials *int) {
		time.Sleep(time.Hour)
		if l := imap(); !l.Up || *dials != 1 {
			t.Errorf("%d connections, %+v", *dials, l)
		}
		for i := 1; i < len(good.idles); i++ {
			if gap := good.idles[i].Sub(good.idles[i-1]); gap > 5*time.Minute {
				t.Errorf("silent for %v", gap)
			}
		}
		if len(good.idles) < 12 {
			t.Errorf("only %d times in an hour", len(good.idles))
		}
	})
}

// TestBackOff connects to a server that fails again and again, but works in between: the pauses
// stay short.
func TestBackOff(t *testing.T) {
	var peers []*fakeIMAP
	for range 20 {
		peers = append(peers, &fakeIMAP{validity: "1", silent: "IDLE"})
	}
	watching(t, peers, func(imap func() uptime.Connection, dials *int) {
		time.Sleep(20*time.Minute + 30*time.Second) // a minute until each is given up, then a second
		if l := imap(); *dials < 20 {
			t.Errorf("%d connections, %+v", *dials, l)
		}
	})
}

// TestRenumbered changes the UIDVALIDITY of a mailbox: mails that are older than the bot are still
// skipped, and newer ones are read.
func TestRenumbered(t *testing.T) {
	old := &fakeIMAP{validity: "3", date: "30-Dec-1999 00:00:00 +0000"}
	young := &fakeIMAP{validity: "4", date: "01-Jan-2000 12:00:00 +0000"}
	watching(t, []*fakeIMAP{{validity: "1", silent: "DONE"}, {validity: "2", silent: "DONE"}, old}, func(imap func() uptime.Connection, _ *int) {
		time.Sleep(time.Hour)
		if l := imap(); !l.Up || old.seen {
			t.Errorf("an old mail is seen: %t; %+v", old.seen, l)
		}
	})
	watching(t, []*fakeIMAP{{validity: "1", silent: "DONE"}, young}, func(imap func() uptime.Connection, _ *int) {
		time.Sleep(time.Hour)
		if l := imap(); !l.Up || !young.seen {
			t.Errorf("a new mail is seen: %t; %+v", young.seen, l)
		}
	})
}
