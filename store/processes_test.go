package store

import (
	"errors"
	"slices"
	"strconv"
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

// TestOutboxParts divides the messages to many addresses, which are alike as those of Discord are: all numbers begin with the same digits. Each is
// in one part, with all to the same address. Where processes share the outbox, each part has its share.
func TestOutboxParts(t *testing.T) {
	s, path := fresh(t)
	const addresses = 64 * data.OutboxParts
	update(t, s, func(tx data.Tx) error {
		for i := range 2 * addresses {
			snowflake := uint64(375_000_000_000+i%addresses*37) << 22 // made within a minute
			kind := []string{"user:", "channel:"}[i%2]
			if _, err := tx.Enqueue(data.OutboxMessage{To: chat.Address{Transport: "test", ID: kind + strconv.FormatUint(snowflake, 10)}, NotBefore: noon}); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx data.Tx) error {
		where := map[string]int{}
		for part := range data.OutboxParts {
			due, err := tx.DueIn("test", 1<<part, noon, 4*addresses)
			if err != nil {
				return err
			}
			if n := len(due); IsPostgres(path) && (n < addresses/data.OutboxParts/2 || n > 4*addresses/data.OutboxParts) {
				t.Errorf("part %d has %d of %d messages", part, n, 2*addresses)
			}
			for _, m := range due {
				if m.Part != part {
					t.Errorf("a message of part %d is in part %d", m.Part, part)
				}
				if before, ok := where[m.To.ID]; ok && before != part {
					t.Errorf("messages to %s are in parts %d and %d", m.To.ID, before, part)
				}
				where[m.To.ID] = part
			}
		}
		if len(where) != addresses {
			t.Errorf("%d addresses", len(where))
		}
		return nil
	})
}
