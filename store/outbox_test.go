package store

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// message returns a message about a game.
func message(to string, gameID int64, text string) data.OutboxMessage {
	return data.OutboxMessage{To: chat.Address{Transport: "test", ID: to}, Reply: chat.Reply{Game: gameID, Text: text}, NotBefore: noon}
}

// due returns the texts of the messages that may be sent at a time.
func due(t *testing.T, s *Store, at time.Time, limit int) (texts []string) {
	t.Helper()
	view(t, s, func(tx data.Tx) error {
		messages, err := tx.Due("test", at, limit)
		for _, l := range messages {
			texts = append(texts, l.Reply.Text)
		}
		return err
	})
	return texts
}

// want compares the texts of due messages.
func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
}

// TestOutboxOrder checks that messages about one game to one address are due one after the
// other, and that one that cannot be sent does not delay those to other addresses or about
// other games.
func TestOutboxOrder(t *testing.T) {
	s, _ := fresh(t)
	ids := map[string]int64{}
	update(t, s, func(tx data.Tx) error {
		for _, l := range []data.OutboxMessage{message("a", 1, "a1 first"), message("a", 1, "a1 second"), message("a", 2, "a2"),
			message("b", 1, "b1"), message("a", 0, "a none 1"), message("a", 0, "a none 2")} {
			id, err := tx.Enqueue(l)
			if err != nil {
				return err
			}
			ids[l.Reply.Text] = id
		}
		other := message("a", 1, "elsewhere")
		other.To.Transport = "mail"
		_, err := tx.Enqueue(other)
		return err
	})
	want(t, due(t, s, noon.Add(-time.Second), 10))
	want(t, due(t, s, noon, 10), "a1 first", "a2", "b1", "a none 1", "a none 2")
	want(t, due(t, s, noon, 2), "a1 first", "a2")

	update(t, s, func(tx data.Tx) error { return tx.Postpone(ids["a1 first"], noon.Add(time.Minute), "busy") })
	want(t, due(t, s, noon, 10), "a2", "b1", "a none 1", "a none 2") // the second waits for the first
	want(t, due(t, s, noon.Add(time.Minute), 1), "a1 first")
	view(t, s, func(tx data.Tx) error {
		messages, err := tx.Due("test", noon.Add(time.Minute), 1)
		if err == nil && (messages[0].Attempts != 1 || !messages[0].NotBefore.Equal(noon.Add(time.Minute))) {
			t.Errorf("postponed: %+v", messages[0])
		}
		return err
	})

	update(t, s, func(tx data.Tx) error { return tx.MarkDelivered(ids["a1 first"], noon) })
	want(t, due(t, s, noon, 1), "a1 second")
	update(t, s, func(tx data.Tx) error { // a settled message stays settled
		if err := tx.Postpone(ids["a1 first"], noon, "late"); err != nil {
			return err
		}
		return tx.MarkUndeliverable(ids["a2"], noon, "gone")
	})
	want(t, due(t, s, noon.Add(time.Hour), 10), "a1 second", "b1", "a none 1", "a none 2")
}

// TestLease checks that a leased message is not due, and delays the next one about the same game.
func TestLease(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		first := message("a", 1, "first")
		first.NotBefore = noon.Add(time.Minute)
		if _, err := tx.Enqueue(first); err != nil {
			return err
		}
		_, err := tx.Enqueue(message("a", 1, "second"))
		return err
	})
	want(t, due(t, s, noon, 10))
	want(t, due(t, s, noon.Add(time.Minute), 10), "first")
}

// TestMessageRoundTrip stores a reply with everything that a transport needs.
func TestMessageRoundTrip(t *testing.T) {
	s, _ := fresh(t)
	l := message("a", 4, "text with “quotes”, ♞ and \x00")
	l.Reply.Title, l.Reply.Block, l.Reply.Audience = "title", "a\nb", chat.Secret
	l.Reply.Picture = &chat.Picture{Game: 4, Ply: 3, Black: true, Square: "1e2", Theme: "dark"}
	l.Reply.Buttons = [][]chat.Button{{{Label: "Yes", Command: "resign #4@3 yes", Style: chat.Warn, For: chat.Only(7)}}}
	l.Reply.Notify = []chat.Person{somebody("Anna")}
	update(t, s, func(tx data.Tx) (err error) {
		l.ID, err = tx.Enqueue(l)
		return err
	})
	view(t, s, func(tx data.Tx) error {
		messages, err := tx.Due("test", noon, 10)
		if len(messages) == 1 {
			l.Part = messages[0].Part // follows from the address
		}
		if diff := cmp.Diff([]data.OutboxMessage{l}, messages); diff != "" {
			t.Errorf("(-enqueued +due):\n%s", diff)
		}
		return err
	})
}

// TestOutboxHeads enqueues and settles messages in random order.
func TestOutboxHeads(t *testing.T) {
	s, _ := fresh(t)
	random := rand.New(rand.NewPCG(5, 6))
	update(t, s, func(tx data.Tx) error { // games 1 and 2
		_, err1 := newGame(tx, "orthodox")
		_, err2 := newGame(tx, "orthodox")
		return errors.Join(err1, err2, tx.AnswerChallenge(1, game.Accepted), tx.AnswerChallenge(2, game.Accepted))
	})
	var waiting []int64
	for step := range 80 {
		update(t, s, func(tx data.Tx) error {
			if len(waiting) == 0 || random.IntN(5) < 3 {
				id, err := tx.Enqueue(message(string(rune('a'+random.IntN(3))), int64(random.IntN(3)), "hello"))
				waiting = append(waiting, id)
				return err
			}
			i := random.IntN(len(waiting))
			id := waiting[i]
			switch random.IntN(3) {
			case 0:
				return tx.Postpone(id, noon.Add(time.Minute), "busy")
			case 1:
				waiting = append(waiting[:i], waiting[i+1:]...)
				return tx.MarkUndeliverable(id, noon, "gone")
			}
			waiting = append(waiting[:i], waiting[i+1:]...)
			return tx.MarkDelivered(id, noon)
		})
		isConsistent(t, s)
		if t.Failed() {
			t.Fatalf("after step %d", step)
		}
	}
}
