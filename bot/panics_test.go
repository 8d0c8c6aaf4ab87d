package bot_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/panics"
)

// frontFunc is a transport that is a function.
type frontFunc func(ctx context.Context, to chat.Address, r chat.Reply) error

func (f frontFunc) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	return f(ctx, to, r)
}

// TestSlowDelivery has one address hang: the others get their messages at once, and it
// gets its own in order later.
func TestSlowDelivery(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	for range 25 { // more than are looked up at once
		c.silent("Anna", hall, "board #1")
		c.silent("Carl", hall, "rules chess")
	}
	c.say("Anna", library, "#1 e4")
	for i := range 30 {
		who := fmt.Sprint("Zoe", i)
		c.silent(who, alone(who), "games")
	}
	c.later(time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	arrived, wake := make(chan delivered, 200), make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.desk.Send(ctx, "test", frontFunc(func(_ context.Context, to chat.Address, r chat.Reply) error {
			if to.ID == "hall" || to.ID == "p-anna" {
				<-wake
			}
			arrived <- delivered{to.ID, r}
			return nil
		}))
	}()
	next := func() delivered {
		select {
		case l := <-arrived:
			return l
		case <-time.After(20 * time.Second):
			t.Fatal("one address holds up others")
			return delivered{}
		}
	}
	for range 30 + 25 { // Zoe, and Carl's rules
		if l := next(); l.to == "hall" || l.to == "p-anna" {
			t.Fatalf("to %s", l.to)
		}
	}
	close(wake)
	keys := map[string][]int{}
	for range 26 {
		var n int
		l := next()
		fmt.Sscan(l.Key, &n)
		keys[l.to] = append(keys[l.to], n)
	}
	for to, list := range keys {
		if !slices.IsSorted(list) {
			t.Errorf("%s gets %v", to, list)
		}
	}
	cancel()
	<-done
}

// TestPanicCostsOneMessage has the delivery of one message panic: all others are
// delivered, and the message is set aside after three attempts.
func TestPanicCostsOneMessage(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.game(hall, "Anna", "Carl", "orthodox")
	c.say("Anna", alone("Anna"), "#1 e4")
	c.say("Ben", alone("Ben"), "#1 e5")
	c.say("Anna", alone("Anna"), "#2 d4")
	tried := 0
	c.front.fail = func(_ chat.Address, r chat.Reply) error {
		if strings.Contains(r.Text, "1. e4") {
			tried++
			var nobody *data.Player
			return errors.New(nobody.Name)
		}
		return nil
	}
	same(t, texts(c.post()), "hall: Anna (White) plays 1") // d4
	for range 10 {
		c.later(3 * time.Minute)
		if messages := c.post(); len(messages) > 0 {
			same(t, texts(messages), "hall: Ben (Black) plays 1… e5")
			break
		}
	}
	if tried != 3 {
		t.Errorf("tried %d times", tried)
	}
	var why string
	c.query("SELECT why FROM outbox WHERE refused = 1 AND panics = 3 AND settled IS NOT NULL", &why)
	if !strings.HasPrefix(why, "panic: ") || strings.Contains(why, "\n") {
		t.Errorf("why: %q", why)
	}
}

// TestPanicEndsTheProgram has a delivery end the program several times: the message is
// identified and set aside, and no other is lost or sent twice.
func TestPanicEndsTheProgram(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.game(library, "Anna", "Carl", "orthodox")
	c.say("Anna", alone("Anna"), "#1 e4")
	c.say("Ben", alone("Ben"), "#1 e5")
	c.say("Anna", alone("Anna"), "#2 d4")
	var arrived []string
	ends := 0
	for range 10 {
		died := false
		c.front.fail = func(_ chat.Address, r chat.Reply) error {
			if strings.Contains(r.Text, "1. e4") {
				died = true
				ends++
				runtime.Goexit() // nothing is written down
			}
			return nil
		}
		arrived = append(arrived, texts(c.once())...)
		if !died {
			break
		}
		c.later(3 * time.Minute)
		c.restart(true)
	}
	arrived = append(arrived, texts(c.post())...)
	slices.Sort(arrived)
	same(t, arrived, "hall: Ben (Black) plays 1… e5", "library: Anna (White) plays 1")
	if ends > 4 {
		t.Errorf("it ended %d times", ends)
	}
}

// once tries once to deliver each message that is due, and returns those that were.
func (c *club) once() []delivered {
	c.t.Helper()
	c.front.messages = nil
	if _, err := c.desk.SendDue(c.t.Context(), "test", c.front); err != nil {
		c.t.Fatal(err)
	}
	return c.front.messages
}

// TestKilledInDelivery kills the program during a delivery, which must not count against
// the message.
func TestKilledInDelivery(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", alone("Anna"), "#1 e4")
	for i := range 6 {
		c.front.fail = func(chat.Address, chat.Reply) error {
			runtime.Goexit()
			return nil
		}
		c.once()
		c.restart(i == 0)
	}
	c.front.fail = nil
	same(t, texts(c.post()), "hall: Anna (White) plays 1")
}

// failing is a store that cannot write for a while.
type failing struct {
	data.Store
	times int
}

func (f *failing) Update(ctx context.Context, fn func(data.Tx) error) error {
	if f.times--; f.times >= 0 {
		return errors.New("disk full")
	}
	return f.Store.Update(ctx, fn)
}

// TestNotWrittenDown delivers a message but cannot store that at first: the message is not
// delivered twice.
func TestNotWrittenDown(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", alone("Anna"), "e4")
	c.desk = bot.New(bot.Options{Store: &failing{c.store, 1}, Renderer: renderer, Now: c.time})
	c.front.messages, c.front.tried = nil, 0
	c.post()
	c.later(time.Hour)
	c.post()
	if c.front.tried != 1 {
		t.Errorf("delivered %d times", c.front.tried)
	}
}

// TestDamagedMessage checks that a message that cannot be read does not delay others.
func TestDamagedMessage(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", alone("Anna"), "e4")
	c.exec("UPDATE outbox SET reply = '{' WHERE settled IS NULL")
	c.say("Ben", alone("Ben"), "e5")
	same(t, texts(c.post()), "hall: Ben (Black) plays 1… e5")
}

// TestPanicInACommand checks that a command that panics changes nothing, and that the desk
// goes on.
func TestPanicInACommand(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	before := c.dump(everything...)
	c.desk = bot.New(bot.Options{Store: panicking{c.store}, Now: c.time})
	_, err := c.desk.Handle(t.Context(), c.message("Anna", hall, "e4"))
	if failed := (*panics.Error)(nil); !errors.As(err, &failed) {
		t.Errorf("got %v", err)
	}
	if after := c.dump(everything...); after != before {
		t.Error("half of the move is stored")
	}
	c.reopen()
	c.say("Anna", hall, "e4")
}

// panicking is a store that cannot save games.
type panicking struct{ data.Store }

func (p panicking) Update(ctx context.Context, fn func(data.Tx) error) error {
	return p.Store.Update(ctx, func(tx data.Tx) error { return fn(panickingTx{tx}) })
}

type panickingTx struct{ data.Tx }

func (panickingTx) Enqueue(data.OutboxMessage) (int64, error) { panic("no post") }
