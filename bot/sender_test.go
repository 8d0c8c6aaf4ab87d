package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
)

// silent handles a message whose answer is never delivered nor reported.
func (c *club) silent(who string, in chat.Place, text string) *bot.Answer {
	c.t.Helper()
	a, err := c.desk.Handle(c.t.Context(), c.message(who, in, text))
	if err != nil || a.Refused {
		c.t.Fatalf("%q: %+v (%v)", text, a, err)
	}
	return a
}

// texts lists where messages went and how they begin.
func texts(messages []delivered) (list []string) {
	for _, l := range messages {
		text, _, _ := strings.Cut(slashed(l.Reply).Text, ". ")
		list = append(list, l.to+": "+text)
	}
	return list
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestCrash ends the program after a move is stored and before it is announced: the outbox
// announces it after the restart, once, and before later messages. An answer that a
// running front end does not report waits until the lease ends.
func TestCrash(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	a := c.silent("Anna", hall, "e4")
	c.say("Ben", alone("Ben"), "e5")
	c.later(59 * time.Second)
	same(t, texts(c.post()))
	c.reopen()
	messages := c.post()
	same(t, texts(messages), "hall: Anna (White) plays 1", "hall: Ben (Black) plays 1… e5")
	if messages[0].Key == messages[1].Key || messages[0].Key != a.Key || len(messages[0].Files) == 0 {
		t.Errorf("messages %+v", messages)
	}
	notifies(t, messages[0].Reply, "Ben")
	c.later(24 * time.Hour)
	same(t, texts(c.post()))

	c.silent("Anna", hall, "d4")
	c.later(59 * time.Second)
	same(t, texts(c.post()))
	c.later(time.Second)
	same(t, texts(c.post()), "hall: Anna (White) plays 2")
}

// TestAnswerFails has the front end report that an answer failed: the outbox delivers it
// at once, a private one only to its reader.
func TestAnswerFails(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	for text, want := range map[string]string{"e4": "hall: Anna (White) plays 1", "games": "p-anna: Your games"} {
		a := c.silent("Anna", hall, text)
		if err := c.desk.Delivered(t.Context(), a, errors.New("gone")); err != nil {
			t.Fatal(err)
		}
		if got := texts(c.post()); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := c.desk.Delivered(t.Context(), a, nil); err != nil { // too late, and no harm
			t.Fatal(err)
		}
		same(t, texts(c.post()))
	}
}

// TestFailures has deliveries fail for a while: the pauses grow up to a limit, later
// messages about the same game wait, those about others do not, and nothing is lost or
// sent twice.
func TestFailures(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.game(hall, "Anna", "Carl", "orthodox")
	first := c.silent("Anna", hall, "#1 e4")
	if err := c.desk.Delivered(t.Context(), first, errors.New("busy")); err != nil {
		t.Fatal(err)
	}
	c.say("Ben", alone("Ben"), "e5")
	c.say("Anna", library, "#2 d4")
	failures := 0
	c.front.fail = func(_ chat.Address, r chat.Reply) error {
		if r.Game == 1 && failures < 9 {
			failures++
			return fmt.Errorf("busy, %d", failures)
		}
		return nil
	}
	same(t, texts(c.post()), "hall: Anna (White) plays 1")
	if c.front.messages[0].Game != 2 {
		t.Error("the failing message was delivered")
	}
	var pauses []time.Duration
	const step = 10 * time.Second
	for at := step; failures < 9; at += step {
		before := failures
		c.later(step)
		c.post()
		if failures > before {
			pauses = append(pauses, at)
			at = 0
		}
		if len(c.front.messages) > 0 {
			t.Fatalf("delivered %q", texts(c.front.messages))
		}
	}
	for i, p := range pauses {
		if p > 2*time.Minute || p < 5*time.Second || i > 0 && p < pauses[i-1] {
			t.Errorf("pauses %v", pauses)
		}
	}
	if pauses[0] > 15*time.Second || pauses[len(pauses)-1] < 2*time.Minute {
		t.Errorf("pauses %v", pauses)
	}
	c.later(2 * time.Minute)
	same(t, texts(c.post()), "hall: Anna (White) plays 1", "hall: Ben (Black) plays 1… e5")
	c.later(24 * time.Hour)
	same(t, texts(c.post()))
}

// TestUndeliverable removes the home of a game: the people to notify get one private
// message with the reason; if that fails too, nothing more is sent.
func TestUndeliverable(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.front.fail = func(to chat.Address, _ chat.Reply) error {
		if to == hall.Address {
			return fmt.Errorf("channel deleted: %w", outbox.ErrUndeliverable)
		}
		return nil
	}
	c.say("Anna", alone("Anna"), "e4")
	messages := c.post()
	same(t, texts(messages), "p-ben: Anna (White) plays 1")
	has(t, messages[0].Reply, "Ben (Black) to move.", "I could not post this in Discord.")
	if len(messages[0].Files) == 0 || messages[0].Game != 1 {
		t.Errorf("message %+v", messages[0])
	}
	unheard := c.silent("Ben", hall, "e5") // the bot can read there, but not answer
	if err := c.desk.Delivered(t.Context(), unheard, outbox.ErrUndeliverable); err != nil {
		t.Fatal(err)
	}
	same(t, texts(c.post()), "p-anna: Ben (Black) plays 1… e5", "p-ben: Ben (Black) plays 1… e5")
	c.front.fail = func(chat.Address, chat.Reply) error { return outbox.ErrUndeliverable }
	c.say("Anna", alone("Anna"), "d4")
	c.front.tried = 0
	same(t, texts(c.post()))
	if c.front.tried != 2 {
		t.Errorf("tried %d times", c.front.tried)
	}
	c.front.fail = nil
	c.later(24 * time.Hour)
	same(t, texts(c.post()))
	if board := c.say("Anna", alone("Anna"), "board"); !strings.Contains(board.Text, "2. d4") {
		t.Errorf("the game stands at %q", board.Text)
	}
}

// TestSend runs a sender: it delivers new messages at once, and when its context ends, it
// finishes the current delivery and leaves no goroutine behind.
func TestSend(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	ctx, cancel := context.WithCancel(t.Context())
	began, finish := make(chan struct{}), make(chan struct{})
	c.front.fail = func(chat.Address, chat.Reply) error {
		close(began)
		<-finish
		return nil
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.desk.Send(ctx, "test", c.front)
	}()
	c.say("Anna", library, "e4")
	select {
	case <-began:
	case <-time.After(10 * time.Second):
		t.Fatal("the message was not taken up")
	}
	cancel()
	close(finish)
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the sender does not end")
	}
	same(t, texts(c.front.messages), "hall: Anna (White) plays 1")
	if n := c.desk.Senders(); n != 0 {
		t.Errorf("%d senders are left", n)
	}
	c.front.fail = nil
	c.later(time.Hour)
	same(t, texts(c.post())) // it was marked as delivered
}

// TestSendersEnd starts and ends senders in a synctest bubble.
func TestSendersEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := bot.New(bot.Options{Store: nowhere{}, Now: time.Now})
		ctx, cancel := context.WithCancel(t.Context())
		for range 3 {
			go desk.Send(ctx, "test", &front{})
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := desk.Senders(); n != 3 {
			t.Errorf("%d senders", n)
		}
		cancel()
		synctest.Wait()
		if n := desk.Senders(); n != 0 {
			t.Errorf("%d senders are left", n)
		}
	})
}

// nowhere is a store that always fails.
type nowhere struct{}

func (nowhere) Update(context.Context, func(data.Tx) error) error { return errors.New("out of order") }
func (nowhere) View(context.Context, func(data.Tx) error) error   { return errors.New("out of order") }
