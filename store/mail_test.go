package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
)

// updateMail runs fn in a transaction of its own.
func updateMail(t *testing.T, s *Store, fn func(mailstore.Tx) error) {
	t.Helper()
	if err := s.UpdateMail(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestMailContact(t *testing.T) {
	s, _ := fresh(t)
	const who = "alice@example.org"
	is := func(tx mailstore.Tx, want mailstore.Contact) {
		t.Helper()
		if c, err := tx.Contact(who); c != want || err != nil {
			t.Errorf("%+v, want %+v; %v", c, want, err)
		}
	}
	updateMail(t, s, func(tx mailstore.Tx) error {
		is(tx, mailstore.Contact{})
		err := tx.Mute(who)
		is(tx, mailstore.Contact{Muted: true})
		err = errors.Join(err, tx.MarkDead(who, noon))
		is(tx, mailstore.Contact{Muted: true, Dead: true})
		err = errors.Join(err, tx.Confirm(who, noon))
		is(tx, mailstore.Contact{Confirmed: true})
		talk := mailstore.Conversation{Game: 12, ID: "m1@example.org", Subject: "hello", At: noon}
		err = errors.Join(err, tx.SetLastConversation(who, talk))
		got, err2 := tx.LastConversation(who)
		if got != talk {
			t.Errorf("conversation %+v", got)
		}
		is(tx, mailstore.Contact{Confirmed: true})
		if none, err := tx.LastConversation("nobody@example.org"); none != (mailstore.Conversation{}) || err != nil {
			t.Errorf("a conversation with nobody: %+v, %v", none, err)
		}
		return errors.Join(err, err2)
	})
}

func TestMailEvents(t *testing.T) {
	s, _ := fresh(t)
	updateMail(t, s, func(tx mailstore.Tx) (err error) {
		for i := range 5 {
			err = errors.Join(err, tx.CountEvent("a@b.example", "answer", noon.Add(time.Duration(i)*10*time.Hour)))
		}
		n, err2 := tx.Events("a@b.example", "answer", noon.Add(15*time.Hour))
		all, err3 := tx.Events("a@b.example", "answer", time.Time{})
		if n != 3 || all != 5 {
			t.Errorf("%d of %d", n, all)
		}
		err = errors.Join(err, err2, err3, tx.CountEvent("a@b.example", "ask", noon.Add(80*time.Hour)))
		if all, err2 = tx.Events("a@b.example", "answer", time.Time{}); all != 1 {
			t.Errorf("%d are kept", all)
		}
		return errors.Join(err, err2, tx.ResetEvents("a@b.example", "answer"))
	})
}

func TestMailTokens(t *testing.T) {
	s, _ := fresh(t)
	token := func(hash string, game int64, sent time.Time) mailstore.Token {
		return mailstore.Token{Hash: hash, StopHash: "stop " + hash, Address: "a@b.example", Game: game, Sent: sent}
	}
	updateMail(t, s, func(tx mailstore.Tx) (err error) {
		for i := range 5 {
			hash := fmt.Sprint("h", i)
			err = errors.Join(err, tx.SaveToken(token(hash, 12, noon.Add(time.Duration(i)*time.Second)), 3),
				tx.SaveToken(token(hash, 12, noon), 3)) // the same again
		}
		if _, gone := tx.Token("h1"); !errors.Is(gone, data.ErrNotFound) {
			t.Errorf("the second of five, with three kept: %v", gone)
		}
		h4, err2 := tx.Token("h4")
		if h4 != token("h4", 12, noon.Add(4*time.Second)) {
			t.Errorf("h4 is %+v", h4)
		}
		if who, err := tx.StopAddress("stop h3"); who != "a@b.example" || err != nil {
			t.Errorf("stops %q, %v", who, err)
		}
		err = errors.Join(err, err2, tx.SaveToken(token("x", 13, noon), 3), tx.RevokeGameTokens(12))
		if _, gone := tx.Token("h4"); !errors.Is(gone, data.ErrNotFound) {
			t.Error("a token outlives its game")
		}
		if _, alive := tx.Token("x"); alive != nil {
			t.Error("a token dies with another game")
		}
		err = errors.Join(err, tx.RevokeTokens("a@b.example"))
		if _, gone := tx.Token("x"); !errors.Is(gone, data.ErrNotFound) {
			t.Error("a revoked token lives")
		}
		return err
	})
}

func TestMailThreadAndSteps(t *testing.T) {
	s, _ := fresh(t)
	updateMail(t, s, func(tx mailstore.Tx) error {
		for _, step := range [][2]string{{"", "m1"}, {"7", "m2"}, {"8", "m3"}} {
			if err := tx.SetThread("a@b.example", 12, mailstore.Thread{First: step[0], Last: step[1]}, noon); err != nil {
				return err
			}
		}
		if thread, err := tx.Thread("a@b.example", 12); thread != (mailstore.Thread{First: "7", Last: "m3"}) || err != nil {
			t.Errorf("%+v, %v", thread, err)
		}
		if p, err := tx.Received("m1", noon); p != (mailstore.Progress{}) || err != nil {
			t.Errorf("new: %+v, %v", p, err)
		}
		if err := tx.SetProgress("m1", mailstore.Progress{Commands: 2, Done: true}); err != nil {
			return err
		}
		if p, err := tx.Received("m1", noon); p != (mailstore.Progress{Commands: 2, Done: true}) || err != nil {
			t.Errorf("again: %+v, %v", p, err)
		}
		if err := tx.SetProgress("m2", mailstore.Progress{Commands: 1}); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a mail nobody heard: %v", err)
		}
		to := chat.Address{Transport: "email", ID: "a@b.example"}
		id, err := tx.Enqueue(data.OutboxMessage{To: to, NotBefore: noon.Add(time.Hour)})
		if err != nil {
			return err
		}
		if err := tx.Release(id, noon); err != nil {
			return err
		}
		return nil
	})
	err := s.View(t.Context(), func(tx data.Tx) error {
		due, err := tx.Due("email", noon, 5)
		if len(due) != 1 || due[0].Attempts != 0 {
			t.Errorf("due: %+v", due)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMailbox(t *testing.T) {
	s, _ := fresh(t)
	later := noon.Add(time.Hour)
	updateMail(t, s, func(tx mailstore.Tx) error {
		for _, step := range []struct {
			name           string
			validity, next uint32
			now            time.Time
			first          uint32
			began          time.Time
		}{
			{"INBOX", 1, 40, noon, 40, noon},
			{"INBOX", 1, 90, later, 40, noon},
			{"Chess", 1, 7, later, 7, later},
			{"INBOX", 2, 5, later, 0, noon}, // numbered anew
			{"INBOX", 2, 9, later, 0, noon},
		} {
			first, began, err := tx.Mailbox(step.name, step.validity, step.next, step.now)
			if first != step.first || !began.Equal(step.began) || err != nil {
				t.Errorf("%+v: from %d on, since %v (%v)", step, first, began, err)
			}
		}
		return nil
	})
	old, _ := fresh(t) // of a time before such numbers were noted
	updateMail(t, old, func(tx mailstore.Tx) error {
		if _, err := tx.Received("m1", noon); err != nil {
			return err
		}
		first, _, err := tx.Mailbox("INBOX", 1, 40, noon)
		if first != 1 {
			t.Errorf("from %d on", first)
		}
		return err
	})
}

func TestMailKeyAndSubject(t *testing.T) {
	s, _ := fresh(t)
	const who = "a@b.example"
	updateMail(t, s, func(tx mailstore.Tx) (err error) {
		for _, fresh := range []string{"one", "two"} {
			if key, err := tx.TokenKey([]byte(fresh)); string(key) != "one" || err != nil {
				t.Errorf("key %q, %v", key, err)
			}
			if kept, err := tx.ThreadSubject(who, 12, fresh, noon); kept != "one" || err != nil {
				t.Errorf("subject %q, %v", kept, err)
			}
		}
		if n, err := tx.Renewals(who); n != 0 || err != nil {
			t.Errorf("%d renewals, %v", n, err)
		}
		if err := tx.RevokeTokens(who); err != nil {
			return err
		}
		if n, err := tx.Renewals(who); n != 1 || err != nil {
			t.Errorf("%d renewals, %v", n, err)
		}
		if kept, err := tx.ThreadSubject(who, 12, "three", noon); kept != "three" || err != nil { // the old one may hold a token
			t.Errorf("subject %q, %v", kept, err)
		}
		return nil
	})
}
