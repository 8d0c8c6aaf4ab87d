package bot_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// TestMergedMoves has moves wait for a place that fails: the message with the last
// position announces all of them, once and in order.
func TestMergedMoves(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.front.fail = func(chat.Address, chat.Reply) error { return errors.New("busy") }
	c.say("Anna", alone("Anna"), "e4 // a note")
	same(t, texts(c.post()))
	for i, move := range []string{"e5", "Nf3", "Nc6"} {
		who := two[(i+1)%2]
		c.say(who, alone(who), move)
		same(t, texts(c.post()))
	}
	if n := strings.Count(c.dump("outbox"), `"text":"Anna`); n != 1 { // what was merged is emptied
		t.Errorf("%d messages of the outbox begin with the first move:\n%s", n, c.dump("outbox"))
	}
	c.front.fail = nil
	c.later(time.Hour)
	messages := c.post()
	if len(messages) != 1 {
		t.Fatalf("messages %q", texts(messages))
	}
	r := messages[0].Reply
	has(t, r, "Anna (White) plays 1. e4.", "a note", "Ben (Black) plays 1… e5.\nAnna (White) plays 2. Nf3.\nBen (Black) plays 2… Nc6. Anna (White) to move.")
	notifies(t, r, "Anna")
	if r.Picture.Ply != 4 || len(r.Buttons) == 0 {
		t.Errorf("told with %+v and %+v", r.Picture, r.Buttons)
	}
	c.later(24 * time.Hour)
	same(t, texts(c.post()))
}

// TestMergeKeepsOrder has another message wait between moves: no move overtakes it.
func TestMergeKeepsOrder(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.front.fail = func(chat.Address, chat.Reply) error { return errors.New("busy") }
	c.say("Anna", alone("Anna"), "e4")
	same(t, texts(c.post()))
	c.say("Ben", alone("Ben"), "e5")
	c.say("Ben", alone("Ben"), "draw offer")
	c.say("Anna", alone("Anna"), "d4")
	c.say("Ben", alone("Ben"), "d5")
	c.front.fail = nil
	c.later(time.Hour)
	messages := c.post()
	if len(messages) != 3 {
		t.Fatalf("messages %q", texts(messages))
	}
	has(t, messages[0].Reply, "1. e4", "1… e5")
	has(t, messages[1].Reply, "draw")
	has(t, messages[2].Reply, "2. d4", "2… d5")
}

// TestQueued checks that an answer on a patient transport goes into the outbox behind
// older messages about the game, which are tried again at once. Other answers are direct.
func TestQueued(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	first := c.silent("Anna", hall, "e4")
	m := c.message("Ben", hall, "e5")
	m.AnswerMayWait = true
	a, err := c.desk.Handle(t.Context(), m)
	if err != nil || !a.Queued {
		t.Fatalf("answered %+v, %v", a, err)
	}
	if b := c.silent("Anna", hall, "draw offer"); b.Queued {
		t.Errorf("who cannot wait is answered %+v", b)
	}
	same(t, texts(c.post()))
	if err := c.desk.Delivered(t.Context(), first, nil); err != nil {
		t.Fatal(err)
	}
	messages := c.post()
	if len(messages) != 1 || len(messages[0].Files) == 0 {
		t.Fatalf("messages %q", texts(messages))
	}
	has(t, messages[0].Reply, "1… e5")
	notifies(t, messages[0].Reply, "Anna")
}

// TestTurn has somebody move before the answer to the last move is delivered. A front end that waits gets the next one when it is, or, if that takes
// too long, leaves it to the outbox, which delivers it after that.
func TestTurn(t *testing.T) {
	for name, late := range map[string]bool{"soon": false, "too late": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClub(t)
				c.game(hall, "Anna", "Ben", "orthodox")
				first := c.silent("Anna", hall, "e4")
				m := c.message("Ben", hall, "e5")
				m.AnswerMayFollow = true
				var a *bot.Answer
				began := time.Now()
				var handling sync.WaitGroup
				handling.Go(func() {
					var err error
					if a, err = c.desk.Handle(t.Context(), m); err != nil {
						t.Error(err)
					}
				})
				deliver := func() {
					if err := c.desk.Delivered(t.Context(), first, nil); err != nil {
						t.Error(err)
					}
				}
				if !late {
					time.Sleep(500 * time.Millisecond)
					deliver()
				}
				handling.Wait()
				if took := time.Since(began); a == nil || a.Queued != late || !a.InOrder || took < 500*time.Millisecond || took > 2*time.Second {
					t.Fatalf("answered %+v after %v", a, took)
				}
				same(t, texts(c.post()))
				if !late {
					return
				}
				deliver()
				same(t, texts(c.post()), "hall: Ben (Black) plays 1… e5")
			})
		})
	}
}
