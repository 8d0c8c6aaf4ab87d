package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// written runs fn in a transaction of its own.
func written(t *testing.T, s *Store, fn func(*tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), func(b data.Tx) error { return fn(b.(*tx)) }); err != nil {
		t.Fatal(err)
	}
}

func TestMailPerson(t *testing.T) {
	s, _ := fresh(t)
	const who = "alice@example.org"
	is := func(tx *tx, confirmed, muted bool, farewell int64) {
		t.Helper()
		c, m, f, err := tx.MailPerson(who)
		if c != confirmed || m != muted || f != farewell || err != nil {
			t.Errorf("confirmed %t, muted %t, farewell %d, %v", c, m, f, err)
		}
	}
	written(t, s, func(tx *tx) error {
		is(tx, false, false, 0)
		err := errors.Join(tx.MailMute(who, 7))
		is(tx, false, true, 7)
		err = errors.Join(err, tx.MailConfirm(who, noon))
		is(tx, true, false, 0)
		err = errors.Join(err, tx.SetMailTalk(who, 12, "m1@example.org", "hello", noon))
		game, id, subject, at, err2 := tx.MailTalk(who)
		if game != 12 || id != "m1@example.org" || subject != "hello" || !at.Equal(noon) {
			t.Errorf("talk of %d, %q, %q, %v", game, id, subject, at)
		}
		is(tx, true, false, 0)
		return errors.Join(err, err2)
	})
}

func TestMailTally(t *testing.T) {
	s, _ := fresh(t)
	written(t, s, func(tx *tx) (err error) {
		for i := range 5 {
			err = errors.Join(err, tx.MailTally("a@b.example", "answer", noon.Add(time.Duration(i)*10*time.Hour)))
		}
		n, err2 := tx.MailCount("a@b.example", "answer", noon.Add(15*time.Hour))
		all, err3 := tx.MailCount("a@b.example", "answer", time.Time{})
		if n != 3 || all != 5 {
			t.Errorf("%d of %d", n, all)
		}
		err = errors.Join(err, err2, err3, tx.MailTally("a@b.example", "ask", noon.Add(80*time.Hour)))
		if all, err2 = tx.MailCount("a@b.example", "answer", time.Time{}); all != 1 {
			t.Errorf("%d are kept", all)
		}
		return errors.Join(err, err2, tx.MailForget("a@b.example", "answer"))
	})
}

func TestMailTokens(t *testing.T) {
	s, _ := fresh(t)
	written(t, s, func(tx *tx) (err error) {
		for i := range 5 {
			hash := fmt.Sprint("h", i)
			err = errors.Join(err, tx.MailIssue("a@b.example", 12, hash, "stop "+hash, noon.Add(time.Duration(i)*time.Second), 3),
				tx.MailIssue("a@b.example", 12, hash, "stop "+hash, noon, 3)) // the same again
		}
		if _, _, _, gone := tx.MailSeat("h1"); !errors.Is(gone, data.ErrNotFound) {
			t.Errorf("the second of five, with three kept: %v", gone)
		}
		address, game, issued, err2 := tx.MailSeat("h4")
		if address != "a@b.example" || game != 12 || !issued.Equal(noon.Add(4*time.Second)) {
			t.Errorf("h4 is %q, %d, %v", address, game, issued)
		}
		if who, err := tx.MailStopper("stop h3"); who != "a@b.example" || err != nil {
			t.Errorf("stops %q, %v", who, err)
		}
		err = errors.Join(err, err2, tx.MailIssue("a@b.example", 13, "x", "y", noon, 3), tx.MailBury(12))
		if _, _, _, gone := tx.MailSeat("h4"); !errors.Is(gone, data.ErrNotFound) {
			t.Error("a token outlives its game")
		}
		if _, _, _, alive := tx.MailSeat("x"); alive != nil {
			t.Error("a token dies with another game")
		}
		err = errors.Join(err, tx.MailRevoke("a@b.example"))
		if _, _, _, gone := tx.MailSeat("x"); !errors.Is(gone, data.ErrNotFound) {
			t.Error("a revoked token lives")
		}
		return err
	})
}

func TestMailThreadAndSteps(t *testing.T) {
	s, _ := fresh(t)
	written(t, s, func(tx *tx) error {
		for _, step := range [][2]string{{"", "m1"}, {"7", "m2"}, {"8", "m3"}} {
			if err := tx.SetMailThread("a@b.example", 12, step[0], step[1], noon); err != nil {
				return err
			}
		}
		if first, last, err := tx.MailThread("a@b.example", 12); first != "7" || last != "m3" || err != nil {
			t.Errorf("thread %q … %q, %v", first, last, err)
		}
		if n, ended, err := tx.MailHeard("m1", noon); n != 0 || ended || err != nil {
			t.Errorf("new: %d, %t, %v", n, ended, err)
		}
		if err := tx.MailDone("m1", 2, true); err != nil {
			return err
		}
		if n, ended, err := tx.MailHeard("m1", noon); n != 2 || !ended || err != nil {
			t.Errorf("again: %d, %t, %v", n, ended, err)
		}
		if err := tx.MailDone("m2", 1, false); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a mail nobody heard: %v", err)
		}
		to := chat.Address{Transport: "email", ID: "a@b.example"}
		id, err := tx.Enqueue(data.OutboxMessage{To: to, NotBefore: noon.Add(time.Hour)})
		if err != nil {
			return err
		}
		if err := tx.MailRelease(id, noon); err != nil {
			return err
		}
		if due, err := tx.Due("email", noon, 5); len(due) != 1 || due[0].Attempts != 0 {
			t.Errorf("due: %+v, %v", due, err)
		}
		return nil
	})
}

func TestMailBox(t *testing.T) {
	s, _ := fresh(t)
	later := noon.Add(time.Hour)
	written(t, s, func(tx *tx) error {
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
			first, began, err := tx.MailBox(step.name, step.validity, step.next, step.now)
			if first != step.first || !began.Equal(step.began) || err != nil {
				t.Errorf("%+v: from %d on, since %v (%v)", step, first, began, err)
			}
		}
		return nil
	})
	old, _ := fresh(t) // of a time before such numbers were noted
	written(t, old, func(tx *tx) error {
		if _, _, err := tx.MailHeard("m1", noon); err != nil {
			return err
		}
		first, _, err := tx.MailBox("INBOX", 1, 40, noon)
		if first != 1 {
			t.Errorf("from %d on", first)
		}
		return err
	})
}

func TestMailKeyAndSubject(t *testing.T) {
	s, _ := fresh(t)
	const who = "a@b.example"
	written(t, s, func(tx *tx) (err error) {
		for _, fresh := range []string{"one", "two"} {
			if key, err := tx.MailKey([]byte(fresh)); string(key) != "one" || err != nil {
				t.Errorf("key %q, %v", key, err)
			}
			if kept, err := tx.MailSubject(who, 12, fresh, noon); kept != "one" || err != nil {
				t.Errorf("subject %q, %v", kept, err)
			}
		}
		if n, err := tx.MailRenewals(who); n != 0 || err != nil {
			t.Errorf("%d renewals, %v", n, err)
		}
		if err := tx.MailRevoke(who); err != nil {
			return err
		}
		if n, err := tx.MailRenewals(who); n != 1 || err != nil {
			t.Errorf("%d renewals, %v", n, err)
		}
		if kept, err := tx.MailSubject(who, 12, "three", noon); kept != "three" || err != nil { // the old one may hold a token
			t.Errorf("subject %q, %v", kept, err)
		}
		for _, dead := range []bool{false, true} {
			if is, err := tx.IsMailDead(who); is != dead || err != nil {
				t.Errorf("dead %t, %v", is, err)
			}
			if err := tx.MailDead(who, noon); err != nil {
				return err
			}
		}
		if err := tx.MailConfirm(who, noon); err != nil {
			return err
		}
		if is, err := tx.IsMailDead(who); is || err != nil {
			t.Errorf("dead %t after an answer, %v", is, err)
		}
		return nil
	})
}
