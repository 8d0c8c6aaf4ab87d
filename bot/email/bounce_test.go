package email_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// bounceNotice is what a mail server writes when it could not deliver a mail (RFC 3464).
func bounceNotice(id, to, action, status, original string) []byte {
	return fmt.Appendf(nil, "Return-Path: <>\nFrom: Mail Delivery System <mailer-daemon@mx.example.org>\nTo: %s\nSubject: Undelivered Mail\n"+
		"Auto-Submitted: auto-replied\nMessage-ID: <%s>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=r\n\n"+
		"--r\nContent-Type: text/plain\n\nresign yes\n--r\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"+
		"Final-Recipient: rfc822; %s\nAction: %s\nStatus: %s\nDiagnostic-Code: smtp; 550 no such user\n\n"+
		"--r\nContent-Type: text/rfc822-headers\n\nFrom: %s\nMessage-ID: <%s>\nSubject: x\n\n--r--\n", chess, id, to, action, status, chess, original)
}

// TestBounce marks an address as dead only if a notice has the Message-ID of one of our mails to
// that address.
func TestBounce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	toBob, toAlice := w.last(bob, 2).Field("Message-Id"), w.last(alice, 3).Field("Message-Id")
	reaches := func(who string) bool {
		t.Helper()
		before := len(w.server.Mails(who))
		err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: who}, chat.Reply{Text: "hello"})
		return err == nil && len(w.server.Mails(who)) == before+1
	}
	message := w.last(alice, 3)
	for name, raw := range map[string][]byte{
		"made-up id":        bounceNotice("n1@mx", bob, "failed", "5.1.1", "g1-0.5."+strings.Repeat("a", 26)+"@example.test"),
		"another's message": bounceNotice("n2@mx", bob, "failed", "5.1.1", toAlice),
		"delayed":           bounceNotice("n3@mx", bob, "delayed", "4.4.1", toBob),
		"full mailbox":      bounceNotice("n4@mx", bob, "failed", "5.2.2", toBob),
		"taken for rubbish": bounceNotice("n5@mx", bob, "failed", "5.7.1", toBob),
		"delivered":         bounceNotice("n6@mx", bob, "delivered", "2.0.0", toBob),
		"no notice":         bytes.Replace(bounceNotice("n7@mx", bob, "failed", "5.1.1", toBob), []byte("multipart/report"), []byte("multipart/mixed"), 1),
	} {
		w.send(raw)
		w.settled()
		if !reaches(bob) || !reaches(alice) {
			t.Fatalf("%s: somebody gets no more mail", name)
		}
	}
	w.send(bounceNotice("n8@mx", strings.ToUpper(bob[:1])+bob[1:], "failed", "5.1.1", toBob))
	w.settled()
	if reaches(bob) {
		t.Error("Bob's address counts as good")
	}
	before := w.counts()
	w.send(message.Reply(alice, w.id(), "e4"))
	w.server.Wait(alice, before[0]+2) // the answer, and that Bob could not be told
	texts := ""
	for _, raw := range w.server.Mails(alice)[before[0]:] {
		texts += mailtest.Read(t, raw).Text
	}
	if got := w.counts(); !strings.Contains(texts, "Player 2") || got[1] != before[1] || w.plies(1) != 1 {
		t.Errorf("mails %v after %v; Alice reads %s", got, before, texts)
	}
	// Bob writes: his address lives.
	w.send(mailtest.Read(t, w.server.Mails(bob)[1]).Reply(bob, w.id(), "board"))
	w.server.Wait(bob, before[1]+1)
	if !reaches(bob) {
		t.Error("Bob has written, and gets no mail")
	}
}

// TestBounceOfNewcomer asks the owner of a dead address to confirm a mail that is not authentic.
func TestBounceOfNewcomer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.send(bounceNotice("n1@mx", bob, "failed", "5.1.1", w.last(bob, 2).Field("Message-Id")))
	w.settled()
	w.write(bob, "hello", "games")
	if l := w.last(bob, 3); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.answer(bob, 3, "games")
	if l := w.last(bob, 4); !strings.Contains(l.Text, "#1") {
		t.Errorf("Bob reads %s", l.Text)
	}
}

// TestBounceIsTold tells a player on another transport that mail to his address bounces.
func TestBounceIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	elsewhere := chat.Address{Transport: "elsewhere", ID: "bob"}
	w.link(bob, elsewhere)
	w.send(bounceNotice("n1@mx", bob, "failed", "5.1.1", w.last(bob, 2).Field("Message-Id")))
	w.settled()
	w.answer(alice, 3, "e4")
	w.last(alice, 4)
	w.advance(time.Minute)
	texts := w.waitElsewhere(elsewhere, 2)
	if len(texts) != 2 || !strings.Contains(texts[0], "Email to bob@example.org bounces") || !strings.Contains(texts[0], "game 1") || !strings.Contains(texts[1], "1. e4") {
		t.Errorf("Bob is told %q", texts)
	}
}
