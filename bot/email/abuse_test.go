package email_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/outbox"
)

const mallory = "mallory@example.com"

// TestForgery sends mails that must move nothing. Each is answered with a question to
// whomever it says it is from, or not at all.
func TestForgery(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4")
	letter := w.last(alice, 4)
	w.last(bob, 3)
	before := w.counts()

	for name, raw := range map[string][]byte{
		"forged sender":           mailtest.New(alice, chess, "resign yes", w.id(), "resign yes", w.now()),
		"subject without a token": mailtest.New(alice, chess, "Re: "+letter.Header.Get("Subject"), w.id(), "resign #1 yes", w.now()),
		"made-up token": mailtest.New(alice, strings.Replace(letter.ReplyTo(), letter.Token(), strings.Repeat("a", 26), 1), "hm",
			w.id(), "resign yes", w.now()),
		"token of another game": mailtest.New(alice, strings.Replace(letter.ReplyTo(), "+g1-", "+g2-", 1), "hm", w.id(), "resign yes", w.now()),
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

	w.send(mailtest.New(mallory, letter.ReplyTo(), "Game 1", w.id(), "resign yes", w.now())) // a stolen token
	w.settled()
	if l := w.last(mallory, 1); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("a stolen token is answered %s", l.Text)
	}
	// A genuine answer with nothing in it but the old move, quoted.
	w.send(letter.Reply(alice, w.id(), ""))
	if l := w.last(alice, before[0]+1); !strings.Contains(l.Text, "Type a move") {
		t.Errorf("an empty answer is answered %s", l.Text)
	}
	if n := w.plies(1); n != 1 || w.counts()[1] != before[1] {
		t.Errorf("%d plies, letters %v", n, w.counts())
	}
}

// TestReplay sends what was handled before once more: nothing is done, nothing is said.
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
		t.Errorf("letters %v after %v, %d plies", after, before, w.plies(1))
	}
	w.end()
	w.start() // and after a restart
	w.send(raw)
	w.settled()
	w.answer(alice, before[0], "d4") // Bob is not muted
	w.last(bob, before[1]+1)
}

// TestRobots sends everything in the corpus that is automatic: nobody is answered.
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
	w.send(w.server.Mails(bob)[0]) // one of its own letters
	if after := w.counts(); after != before || w.plies(1) != 0 {
		t.Errorf("letters %v after %v", after, before)
	}
	for _, who := range []string{"mailer-daemon@mx.example.org", "no-reply@example.org", "news@example.org", "a@example.org"} {
		for _, raw := range w.server.Mails(who) {
			t.Errorf("%s was answered: %s", who, raw)
		}
	}
}

// TestLoop lets a robot answer every letter without saying that it is one.
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
		t.Errorf("the loop ended after %d letters", n-1)
	}
}

// TestManyAnswers writes more in a day than is answered; the moves are made all the same.
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
		t.Errorf("letters %v, %d plies", got, w.plies(1))
	}
	w.advance(25 * time.Hour)
	w.send(limit.Reply(alice, w.id(), "board"))
	w.last(alice, 8)
}

// TestStrangers asks an address once a day at most, and invites one five times.
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

// TestLinked writes to an address that has been made one with another of its player
// as to one that has answered, and not before.
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
		t.Fatalf("%d letters to an address that nobody has confirmed", n)
	}
	l := w.last(alice, 3)
	if !strings.Contains(l.Text, "ABCDEFGHIJKL") || !strings.Contains(l.Text, "somebody who plays here entered your address") {
		t.Errorf("the letter with the code: %s", l.Text)
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

// TestUnanswered challenges somebody who plays by mail, takes it back, and sends codes, from
// many players: an address gets three letters a day that it did not ask for, until it answers.
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
		t.Fatalf("%d letters that he did not ask for", n)
	}
	w.answer(alice, 3, "e4") // his own game goes on
	w.last(bob, before+4)
	w.answer(bob, before+4, "e5")
	w.last(bob, before+5)
	from := chat.Person{Address: chat.Address{Transport: "elsewhere", ID: "x"}, Name: "Dora"}
	if _, err := w.desk.Handle(t.Context(), chat.Message{From: from, In: chat.Place{Address: from.Address, Private: true}, Text: "challenge " + bob + " orthodox"}); err != nil {
		t.Fatal(err)
	}
	if l := w.last(bob, before+6); !strings.Contains(l.Text, "Dora challenges "+bob) {
		t.Errorf("after an answer: %s", l.Text)
	}
}

// TestStop ends mail by word, by a robot in the reader, and by a link; a command takes it up again.
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
	if l := w.last(alice, 5); !strings.Contains(l.Text, "I could not tell Player 2") && !strings.Contains(mailtest.Read(t, w.server.Mails(alice)[3]).Text, "I could not tell Player 2") {
		t.Errorf("Alice is told %s", l.Text)
	}
	w.write(bob, "help", "help") // anybody could have written that
	if got := w.counts(); got != [2]int{5, 3} {
		t.Errorf("letters %v", got)
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
		t.Errorf("letters %v", got)
	}

	w.send(l.Reply(bob, w.id(), "d5")) // Alice has moved since that letter
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
		t.Errorf("letters %v, %d plies", got, w.plies(1))
	}
}

// TestRenew makes earlier tokens void.
func TestRenew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	old := w.last(alice, 3)
	w.answer(alice, 3, "renew")
	fresh := w.last(alice, 4)
	w.send(old.Reply(alice, w.id(), "e4"))
	if l := w.last(alice, 5); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("an old token is answered %s", l.Text)
	}
	w.send(fresh.Reply(alice, w.id(), "#1 e4"))
	w.last(bob, 3)
}

// TestUnansweredDetails sends codes to the many addresses of one mailbox, which it has by what
// follows a plus: they count as one, until it answers from any of them.
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

// TestTokenOfOneGame answers a letter about one game with commands that reach further: the
// token does for that game alone, however another is named, and not for becoming one player
// with somebody.
func TestTokenOfOneGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(bob, 2, "challenge "+alice+" orthodox black")
	w.last(bob, 3)
	w.answer(alice, 4, "accept #2")
	w.last(alice, 5)
	w.last(bob, 4)
	letter := mailtest.Read(t, w.server.Mails(alice)[2])
	n := 5
	for _, text := range []string{"#2 d4", "game:2 d4", "GAME:2 d4", "move game:#2 d4", "resign game:2 yes", "draw offer #2", "if add game:2 d4 d5", "accept challenge:2",
		"watch invite Anna Bell game:2", "link AAAAAAAAAAAA", "/link", "link bob@example.org"} {
		w.forgetAsking()
		w.send(letter.Reply(alice, w.id(), text))
		n++
		if l := w.last(alice, n); !strings.Contains(l.Text, "I have done nothing") {
			t.Errorf("%q is answered %s", text, l.Text)
		}
	}
	w.send(letter.Reply(alice, w.id(), "#1 e4"))
	w.last(bob, 5)
	if w.plies(1) != 1 || w.plies(2) != 0 {
		t.Errorf("%d and %d plies", w.plies(1), w.plies(2))
	}
}

// TestPassedOnSubject brings the bot what Alice has written to somebody else below a letter
// whose token is in its subject: nothing happens.
func TestPassedOnSubject(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PlusAddressing = false })
	w.begin()
	letter := w.last(alice, 3)
	w.send(mailtest.New(alice, "carol@example.net", "Fwd: "+letter.Subject(), w.id(), "e4", w.now()))
	if l := w.last(alice, 4); !strings.Contains(l.Text, "I have done nothing") || w.plies(1) != 0 {
		t.Errorf("%d plies; %s", w.plies(1), l.Text)
	}
}

// TestErrorsTellNoTokens has the mail server repeat the id of a letter that it refuses: the
// token in it is not in the error, which is logged and kept.
func TestErrorsTellNoTokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	hello := func() error {
		return w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"})
	}
	if err := hello(); err != nil {
		t.Fatal(err)
	}
	token := w.last(alice, 1).Token()
	for _, code := range []int{451, 554} {
		w.server.Fail(mailtest.Fault{Code: code, Echo: true})
		err := hello()
		if err == nil || !strings.Contains(err.Error(), "no more of") || token == "" || strings.Contains(strings.ToLower(err.Error()), token) ||
			errors.Is(err, outbox.ErrUndeliverable) != (code > 500) {
			t.Errorf("%d: %v", code, err)
		}
	}
}
