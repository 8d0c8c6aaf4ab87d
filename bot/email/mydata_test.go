package email_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// traces returns what a copy of the database has of some texts.
func (w *world) traces(texts ...string) (found []string) {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "copy.db")
	if _, err := w.db.Backup(w.t.Context(), path); err != nil {
		w.t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, text := range texts {
		if i := regexp.MustCompile("(?i)" + regexp.QuoteMeta(text)).FindIndex(all); i != nil {
			found = append(found, fmt.Sprintf("%q", all[max(0, i[0]-80):min(len(all), i[1]+80)]))
		}
	}
	return found
}

// forget lets Alice delete everything by mail, beginning with an answer to her nth mail. She then
// has got 4 more mails.
func (w *world) forget(n int) {
	w.t.Helper()
	w.answer(alice, n, "mydata delete")
	if l := w.last(alice, n+1); strings.Contains(l.Text, "Delete everything") {
		w.t.Fatalf("the token of one game is enough: %s", l.Text)
	}
	w.answer(alice, n+1, "mydata delete")
	first := w.last(alice, n+2)
	if !strings.Contains(first.Text, "Delete everything Stackmate stores about you?") || !strings.Contains(first.Text, "mydata delete ABCDEFGHIJKL") {
		w.t.Fatalf("first question: %s", first.Text)
	}
	w.answer(alice, n+2, "mydata delete ABCDEFGHIJKL")
	second := w.last(alice, n+3)
	if !strings.Contains(second.Text, "because not both sides have moved: 1.") || !strings.Contains(second.Text, "mydata delete ABCDEFGHIJKL") {
		w.t.Fatalf("second question: %s", second.Text)
	}
}

// TestDeleteByMail deletes somebody who plays by mail only. What follows the last command in the
// mail is not done: it would make a new player.
func TestDeleteByMail(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.forget(3)
	w.answer(alice, 6, "mydata delete ABCDEFGHIJKL\ngames")
	done := w.last(alice, 7)
	if !strings.Contains(done.Text, "Everything Stackmate stored about you is deleted") || regexp.MustCompile(`\+g\d`).MatchString(done.Header.Get("Reply-To")) {
		t.Errorf("%s\n%v", done.Text, done.Header)
	}
	told := w.last(bob, 3)
	if !strings.Contains(told.Text, "deleted their account") || strings.Contains(told.Text, alice) || strings.Contains(told.Text, "rematch") {
		t.Errorf("bob is told: %s", told.Text)
	}
	w.settled()
	if found := w.traces(alice, "alice example"); len(found) > 0 {
		t.Errorf("the database still has %s", found)
	}
	w.answer(bob, 3, "games")
	if l := w.last(bob, 4); strings.Contains(l.Text, alice) {
		t.Errorf("games of bob: %s", l.Text)
	}
}

// TestDeleteCrash crashes after the last command, so that the mail is read again: nothing more happens
// than that the answer is sent, and nothing of its author is stored again.
func TestDeleteCrash(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.forget(3)
	w.crashAfter.Store(1)
	w.answer(alice, 6, "mydata delete ABCDEFGHIJKL")
	w.until("the crash", func() bool { return w.crashAfter.Load() <= 0 })
	w.until("the mail is seen", func() bool { return w.server.Unseen(chess) == 0 })
	w.advance(2 * time.Minute) // then the outbox sends the answer
	if done := w.last(alice, 7); !strings.Contains(done.Text, "Everything Stackmate stored about you is deleted") {
		t.Errorf("%s", done.Text)
	}
	w.last(bob, 3)
	w.settled()
	if found := w.traces(alice); len(found) > 0 {
		t.Errorf("the database still has %s", found)
	}
}

// TestDeleteLinked deletes somebody who also plays elsewhere: both addresses are forgotten.
func TestDeleteLinked(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	elsewhere := chat.Address{Transport: "discord", ID: "user:123456789012345678"}
	w.link(alice, elsewhere)
	w.forget(3)
	w.answer(alice, 6, "mydata delete ABCDEFGHIJKL")
	w.last(alice, 7)
	w.settled()
	if found := w.traces(alice, elsewhere.ID, "123456789012345678"); len(found) > 0 {
		t.Errorf("the database still has %s", found)
	}
	if p, err := w.desk.FindPlayer(t.Context(), elsewhere); p.ID != 0 {
		t.Errorf("there is still a player elsewhere: %+v, %v", p, err)
	}
}

// TestDeleteMeanwhile has somebody delete everything elsewhere while a mail of theirs is read: nothing of its author is stored again.
func TestDeleteMeanwhile(t *testing.T) {
	for _, before := range []string{"", "e5"} { // the mail is run, and its command
		w := newWorld(t, mailtest.Options{}, nil)
		w.begin()
		elsewhere := chat.Person{Address: chat.Address{Transport: "discord", ID: "user:123456789012345678"}, Name: "Alice"}
		w.link(alice, elsewhere.Address)
		w.meanwhile.Store(before, func() {
			w.ahead.Add(int64(time.Second))
			for i, text := range []string{"mydata delete", "mydata delete ABCDEFGHIJKL", "mydata delete ABCDEFGHIJKL"} {
				m := chat.Message{ID: fmt.Sprint(i), From: elsewhere, In: chat.Place{Address: elsewhere.Address, Private: true}, Text: text}
				if a, err := w.desk.Handle(t.Context(), m); err != nil || a.Refused {
					t.Errorf("%s: %+v, %v", text, a, err)
				} else if err := w.desk.Delivered(t.Context(), a, nil); err != nil {
					t.Error(err)
				}
			}
		})
		w.answer(alice, 3, "e5")
		w.until("the mail is read", func() bool { return w.server.Unseen(chess) == 0 })
		if before != "" {
			if told := w.last(alice, 4); !strings.Contains(told.Text, "was deleted while this was on its way") {
				t.Errorf("%s", told.Text)
			}
		}
		w.settled()
		if found := w.traces(alice, "123456789012345678"); len(found) > 0 {
			t.Errorf("before %q: the database still has %s", before, found)
		}
	}
}

// TestExportByMail gets a copy by mail, and not with the token of a game, which may have been passed
// on.
func TestExportByMail(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "mydata export")
	w.answer(alice, 4, "mydata export")
	copied := w.last(alice, 5)
	if !strings.Contains(copied.Text, "everything Stackmate stores about you") {
		t.Errorf("answer: %s", copied.Text)
	}
	raw := string(w.server.Mails(alice)[4])
	for _, name := range []string{"stackmate.json", "stackmate.pgn"} {
		if !strings.Contains(raw, name) {
			t.Errorf("the mail has no file %s", name)
		}
	}
	w.answer(alice, 5, "mydata export")
	if l := w.last(alice, 6); !strings.Contains(l.Text, "already got a copy") {
		t.Errorf("answer: %s", l.Text)
	}
}

// TestMutedStaysMuted deletes a player in Discord who wants no mail: nobody can make the bot write
// there afterwards.
func TestMutedStaysMuted(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(bob, 2, "stop")
	w.last(bob, 3)
	w.settled()
	err := w.db.Update(t.Context(), func(tx data.Tx) error {
		p, err := tx.FindPlayer(chat.Address{Transport: email.Transport, ID: bob})
		if err != nil {
			return err
		}
		return errors.Join(tx.RemoveIdentity(p.ID, []byte("key")), tx.RemoveTraces(p.ID))
	})
	if err != nil {
		t.Fatal(err)
	}
	if found := w.traces(bob); len(found) > 0 {
		t.Errorf("the database still has %s", found)
	}
	w.answer(alice, 3, "challenge "+bob+" orthodox white")
	w.answer(alice, 4, "challenge "+bob+" orthodox white")
	w.settled()
	if n := len(w.server.Mails(bob)); n != 3 {
		t.Errorf("bob got %d mails", n)
	}
}
