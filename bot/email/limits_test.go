package email_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestLoop lets a robot answer every mail without saying that it is a robot.
func TestLoop(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.MaxAnswersPerDay = 30 })
	w.write(mallory, "Hello", "I am a ticket system.")
	n := 1
	for ; n < 40; n++ {
		w.settled()
		list := w.server.Mails(mallory)
		if len(list) < n {
			break
		}
		w.send(mailtest.Read(t, list[n-1]).Reply(mallory, w.id(), "Your ticket has been updated."))
	}
	if n < 5 || n > 15 {
		t.Errorf("the loop ended after %d mails", n-1)
	}
}

// TestManyAnswers sends more mails in a day than are answered; their moves are played all the
// same.
func TestManyAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.MaxAnswersPerDay = 4 })
	w.begin()
	for i := range 5 {
		w.send(w.last(alice, min(3+i, 7)).Reply(alice, w.id(), "board"))
		w.settled()
	}
	limit := w.last(alice, 7)
	if !strings.Contains(limit.Text, "I have replied to 4 of your emails within a day") || strings.Contains(w.last(alice, 7).Subject(), "Game 1") {
		t.Errorf("the limit: %s", limit.Text)
	}
	w.send(mailtest.Read(t, w.server.Mails(alice)[2]).Reply(alice, w.id(), "e4"))
	w.last(bob, 3)
	if got := w.counts(); got[0] != 7 || w.plies(1) != 1 {
		t.Errorf("mails %v, %d plies", got, w.plies(1))
	}
	w.advance(25 * time.Hour)
	w.send(limit.Reply(alice, w.id(), "board"))
	w.last(alice, 8)
}

// TestStrangers asks an address to confirm once a day at most, and sends an address three
// invitations at most.
func TestStrangers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	for range 6 {
		w.write(bob, "help", "help")
	}
	w.settled()
	if n := len(w.server.Mails(bob)); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if l := w.last(bob, 1); !strings.Contains(l.Text, "Always reply to one of my emails") || !strings.Contains(l.Text, "once a day") {
		t.Errorf("the question does not say what to do: %s", l.Text)
	}
	w.write(alice, "x", "help")
	w.answer(alice, 1, "help")
	for i := range 8 {
		w.send(w.last(alice, 2+i).Reply(alice, w.id(), "challenge carol@example.net orthodox"))
		w.last(alice, 3+i)
	}
	w.settled()
	if n := len(w.server.Mails("carol@example.net")); n != 3 {
		t.Errorf("invited %d times", n)
	}
}

// TestUnanswered challenges and links a mail player from many accounts: an address gets three mails a
// day that it did not ask for, until it answers.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	before := len(w.server.Mails(bob))
	for n := range 6 {
		from := chat.Person{Address: chat.Address{Transport: "elsewhere", ID: fmt.Sprint(n)}, Name: fmt.Sprint("Somebody ", n)}
		for _, text := range []string{"challenge " + bob + " orthodox", "cancel", "link " + bob} {
			if _, err := w.desk.Handle(t.Context(), chat.Message{From: from, In: chat.Place{Address: from.Address, Private: true}, Text: text}); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.settled()
	if n := len(w.server.Mails(bob)) - before; n != 3 {
		t.Fatalf("%d mails that he did not ask for", n)
	}
	w.answer(alice, 3, "e4") // his own game goes on
	w.last(bob, before+4)
	w.answer(bob, before+4, "e5")
	w.last(bob, before+5)
	from := chat.Person{Address: chat.Address{Transport: "elsewhere", ID: "x"}, Name: "Dora"}
	if _, err := w.desk.Handle(t.Context(), chat.Message{From: from, In: chat.Place{Address: from.Address, Private: true}, Text: "challenge " + bob + " orthodox"}); err != nil {
		t.Fatal(err)
	}
	if l := w.last(bob, before+6); !strings.Contains(l.Text, "Dora invites you") {
		t.Errorf("after an answer: %s", l.Text)
	}
}

// TestUnansweredDetails sends codes to several addresses of one mailbox, which differ after a plus:
// they count as one address.
func TestUnansweredDetails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	from := chat.Person{Address: chat.Address{Transport: "elsewhere", ID: "x"}, Name: "Mallory"}
	say := func(text string) {
		t.Helper()
		if _, err := w.desk.Handle(t.Context(), chat.Message{From: from, In: chat.Place{Address: from.Address, Private: true}, Text: text}); err != nil {
			t.Fatal(err)
		}
		w.settled()
	}
	detailed := func(n int) string { return strings.Replace(bob, "@", fmt.Sprintf("+%d@", n), 1) }
	for n := range 6 {
		say("link " + detailed(n))
	}
	say("link " + bob)
	w.send(w.last(bob, 3).Reply(detailed(2), w.id(), "help"))
	w.last(bob, 4)
	say("link " + bob)
	w.last(bob, 5)
}

// TestMisunderstood stops answering mails in which nothing is understood, and says so once.
func TestMisunderstood(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	for i := range 13 {
		w.send(w.last(alice, min(3+i, 14)).Reply(alice, w.id(), "gibberish"))
		w.settled()
	}
	if l := w.last(alice, 14); !strings.Contains(l.Text, "I understood none of your last 10 emails") {
		t.Errorf("the last message: %s", l.Text)
	}
	w.send(mailtest.Read(t, w.server.Mails(alice)[2]).Reply(alice, w.id(), "e4"))
	w.last(alice, 15)
}
