package email_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

const mallory = "mallory@example.com"

// TestForgery sends mails that are not from whom they claim to be. None moves anything; each is
// answered with a question to the address that it names, or not at all.
func TestForgery(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4")
	message := w.last(alice, 4)
	w.last(bob, 3)
	before := w.counts()

	for name, raw := range map[string][]byte{
		"forged sender":           mailtest.New(alice, chess, "resign yes", w.id(), "resign yes", w.now()),
		"subject without a token": mailtest.New(alice, chess, "Re: "+message.Header.Get("Subject"), w.id(), "resign #1 yes", w.now()),
		"made-up token": mailtest.New(alice, strings.Replace(message.ReplyTo(), message.Token(), strings.Repeat("a", 26), 1), "hm",
			w.id(), "resign yes", w.now()),
		"token of another game": mailtest.New(alice, strings.Replace(message.ReplyTo(), "+g1-", "+g2-", 1), "hm", w.id(), "resign yes", w.now()),
	} {
		w.advance(25 * time.Hour) // so that it is asked again
		w.send(raw)
		w.settled()
		after := w.counts()
		if l := w.last(alice, before[0]+1); after[1] != before[1] || !strings.Contains(l.Text, "I have done nothing") ||
			strings.Contains(l.Text, "resign") {
			t.Errorf("%s: %v after %v; %s", name, after, before, l.Text)
		}
		before = after
	}

	w.send(mailtest.New(mallory, message.ReplyTo(), "Game 1", w.id(), "resign yes", w.now())) // a stolen token
	w.settled()
	if l := w.last(mallory, 1); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("a stolen token is answered %s", l.Text)
	}
	// A genuine answer with nothing in it but the old move, quoted.
	w.send(message.Reply(alice, w.id(), ""))
	if l := w.last(alice, before[0]+1); !strings.Contains(l.Text, "Type a move") {
		t.Errorf("an empty answer is answered %s", l.Text)
	}
	if n := w.plies(1); n != 1 || w.counts()[1] != before[1] {
		t.Errorf("%d plies, mails %v", n, w.counts())
	}
}

// TestReplay sends mails again that have been handled: nothing is done and nothing is answered.
func TestReplay(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	raw := w.last(alice, 3).Reply(alice, w.id(), "e4")
	w.send(raw)
	w.last(alice, 4)
	stop := w.last(bob, 3).Reply(bob, w.id(), "stop")
	w.send(stop)
	w.last(bob, 4)
	w.answer(bob, 4, "e5")
	w.last(bob, 5)
	before := w.counts()
	w.send(raw)
	w.send(stop)
	for _, seen := range w.server.Mails(chess)[:3] {
		w.send(seen)
	}
	if after := w.counts(); after != before || w.plies(1) != 2 {
		t.Errorf("mails %v after %v, %d plies", after, before, w.plies(1))
	}
	w.end()
	w.start() // and after a restart
	w.send(raw)
	w.settled()
	w.answer(alice, before[0], "d4") // Bob is not muted
	w.last(bob, before[1]+1)
}

// TestRobots sends all automatic mails of the corpus: none is answered.
func TestRobots(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	before := w.counts()
	token := w.last(alice, 3).ReplyTo()
	for _, name := range []string{"bounce", "bounce-odd", "vacation-exchange", "vacation-german", "vacation-gmail", "list", "noreply",
		"newsletter", "own", "two-authors", "read-receipt"} {
		raw, err := os.ReadFile(filepath.Join("inbound", "testdata", name+".eml"))
		if err != nil {
			t.Fatal(err)
		}
		w.send(raw)
		w.send(bytes.ReplaceAll(raw, []byte("chess+g12-abcdefghijklmnopqrstuvwxyz@example.test"), []byte(token)))
	}
	w.send(w.server.Mails(bob)[0]) // one of its own mails
	if after := w.counts(); after != before || w.plies(1) != 0 {
		t.Errorf("mails %v after %v", after, before)
	}
	for _, who := range []string{"mailer-daemon@mx.example.org", "no-reply@example.org", "news@example.org", "a@example.org"} {
		for _, raw := range w.server.Mails(who) {
			t.Errorf("%s was answered: %s", who, raw)
		}
	}
}

// TestLinked links an address to a player elsewhere: from then on it counts as one that has
// answered, not before.
func TestLinked(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	elsewhere := chat.Person{Address: chat.Address{Transport: "elsewhere", ID: "alice"}, Name: "Alice"}
	say := func(text string) string {
		t.Helper()
		a, err := w.desk.Handle(t.Context(), chat.Message{From: elsewhere, In: chat.Place{Address: elsewhere.Address, Private: true}, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	for range 7 {
		say("link " + alice)
	}
	w.settled()
	if n := len(w.server.Mails(alice)); n != 3 {
		t.Fatalf("%d mails to an address that nobody has confirmed", n)
	}
	l := w.last(alice, 3)
	if !strings.Contains(l.Text, "ABCDEFGHIJKL") || !strings.Contains(l.Text, "somebody who plays here entered your address") {
		t.Errorf("the message with the code: %s", l.Text)
	}
	w.send(l.Reply(alice, w.id(), "link ABCDEFGHIJKL"))
	w.last(alice, 4)
	if text := say("link ABCDEFGHIJKL yes"); !strings.Contains(text, "Linked") {
		t.Fatal(text)
	}
	w.last(alice, 5) // told that it is linked
	for n := range 7 {
		if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"}); err != nil {
			t.Fatal(err)
		}
		w.last(alice, 6+n)
	}
}
