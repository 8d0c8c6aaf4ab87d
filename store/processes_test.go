package store

import (
	"errors"
	"slices"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// TestProcesses has processes come, do parts of works and go.
func TestProcesses(t *testing.T) {
	s, _ := fresh(t)
	one, two := data.Part{Work: "outbox", Number: 1}, data.Part{Work: "outbox", Number: 2}
	update(t, s, func(tx data.Tx) error {
		_, err := tx.Enqueue(data.OutboxMessage{To: chat.Address{Transport: "test", ID: "Anna"}, NotBefore: noon.Add(time.Hour), LeasedBy: "a"})
		return errors.Join(err, tx.AddProcess("a"), tx.AddProcess("b"), tx.TakePart(one, "a"), tx.TakePart(two, "b"))
	})
	update(t, s, func(tx data.Tx) error {
		all, err := tx.Beat("b", []string{"outbox"})
		if want := []data.Process{{ID: "a", Works: []string{}}, {ID: "b", Beats: 1, Works: []string{"outbox"}}}; !slices.EqualFunc(all, want, func(x, y data.Process) bool {
			return x.ID == y.ID && x.Beats == y.Beats && slices.Equal(x.Works, y.Works)
		}) {
			t.Errorf("the processes are %v", all)
		}
		return err
	})
	if err := s.Update(t.Context(), func(tx data.Tx) error { return tx.TakePart(one, "b") }); err == nil {
		t.Error("a part was taken that another process does")
	}
	if released := takeOver(t, s, "b"); released != 0 {
		t.Errorf("%d leases of a process that lives were ended", released)
	}
	update(t, s, func(tx data.Tx) error { return errors.Join(tx.EndPart(one, "b"), tx.RemoveProcess("a", noon)) })
	view(t, s, func(tx data.Tx) error {
		parts, err := tx.Parts()
		if len(parts) != 1 || parts[two] != "b" {
			t.Errorf("the parts are %v", parts)
		}
		due, err2 := tx.Due("test", noon, 10)
		if len(due) != 1 || due[0].LeasedBy != "" {
			t.Errorf("due are %v", due)
		}
		return errors.Join(err, err2)
	})
	if err := s.Update(t.Context(), func(tx data.Tx) error { _, err := tx.Beat("a", nil); return err }); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a heartbeat of a process that was removed: %v", err)
	}
}

func takeOver(t *testing.T, s *Store, by string) (released int64) {
	update(t, s, func(tx data.Tx) (err error) {
		released, _, err = tx.TakeOver(by, noon, false)
		return err
	})
	return released
}

// TestQueue has two wait for their turns. The next after a pause waits for nobody.
func TestQueue(t *testing.T) {
	s, _ := fresh(t)
	turn := func(pause time.Duration) (wait time.Duration) {
		update(t, s, func(tx data.Tx) (err error) {
			wait, err = tx.NextTurn("identify", pause)
			return err
		})
		return wait
	}
	if wait := turn(time.Hour); wait != 0 {
		t.Errorf("the first waits %v", wait)
	}
	if wait := turn(time.Hour); wait > time.Hour || wait < 59*time.Minute {
		t.Errorf("the second waits %v", wait)
	}
	if wait := turn(time.Hour); wait > 2*time.Hour || wait < 119*time.Minute {
		t.Errorf("the third waits %v", wait)
	}
	update(t, s, func(tx data.Tx) error { _, err := tx.NextTurn("other", time.Millisecond); return err })
	time.Sleep(2 * time.Millisecond)
	update(t, s, func(tx data.Tx) error {
		wait, err := tx.NextTurn("other", time.Hour)
		if wait != 0 {
			t.Errorf("the first after a pause waits %v", wait)
		}
		return err
	})
}

// TestClock compares the clock of the database with ours, which is on the same machine.
func TestClock(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		before := time.Now().Truncate(time.Millisecond)
		at, err := tx.Clock()
		if at.Before(before) || at.After(time.Now().Add(time.Millisecond)) {
			t.Errorf("it is %v there, and was %v here", at, before)
		}
		return err
	})
}

// TestOutboxParts divides the messages to many addresses. Each is in one part, with all to the same address.
func TestOutboxParts(t *testing.T) {
	s, _ := fresh(t)
	const people = 64
	update(t, s, func(tx data.Tx) (err error) {
		for i := range 2 * people {
			to := chat.Address{Transport: "test", ID: string(rune('0'+i%people)) + "0000000000000"}
			if _, e := tx.Enqueue(data.OutboxMessage{To: to, NotBefore: noon}); e != nil {
				err = e
			}
		}
		return err
	})
	view(t, s, func(tx data.Tx) error {
		where, used := map[string]int{}, map[int]bool{}
		for part := range data.OutboxParts {
			due, err := tx.DueIn("test", 1<<part, noon, 1000)
			if err != nil {
				return err
			}
			for _, m := range due {
				if m.Part != part {
					t.Errorf("a message of part %d is in part %d", m.Part, part)
				}
				if before, ok := where[m.To.ID]; ok && before != part {
					t.Errorf("messages to %s are in parts %d and %d", m.To.ID, before, part)
				}
				where[m.To.ID], used[part] = part, true
			}
		}
		if len(where) != people || len(used) < 8 {
			t.Errorf("%d addresses in %d parts", len(where), len(used))
		}
		return nil
	})
}
