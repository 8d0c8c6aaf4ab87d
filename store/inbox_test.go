package store

import (
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// TestDeletedAt notes when addresses were deleted, one of them twice, and forgets that after a day.
func TestDeletedAt(t *testing.T) {
	s, _ := fresh(t)
	once, twice, other := chat.Address{Transport: "test", ID: "1"}, chat.Address{Transport: "test", ID: "2"}, chat.Address{Transport: "other", ID: "1"}
	known := func(want map[chat.Address]time.Time) {
		t.Helper()
		view(t, s, func(tx data.Tx) error {
			for _, a := range []chat.Address{once, twice, other} {
				if at, err := tx.DeletedAt(a); err != nil || !at.Equal(want[a]) {
					t.Errorf("%v was deleted at %v, not %v; %v", a, at, want[a], err)
				}
			}
			return nil
		})
	}
	known(nil)
	update(t, s, func(tx data.Tx) error {
		p, err := tx.PlayerAt(chat.Person{Address: once, Name: "Anna"}, noon)
		if err != nil {
			return err
		}
		return tx.RemoveIdentity(p.ID, []byte("key"))
	})
	later := noon.Add(time.Hour)
	for _, at := range []time.Time{noon, later} {
		update(t, s, func(tx data.Tx) error { return tx.MarkDeleted(twice, at) })
	}
	update(t, s, func(tx data.Tx) error { return tx.MarkDeleted(once, noon) })
	known(map[chat.Address]time.Time{once: noon, twice: later})
	for _, age := range []time.Duration{timeutil.Day, timeutil.Day + time.Minute} {
		update(t, s, func(tx data.Tx) error {
			_, err := tx.Prune(noon.Add(age), data.DefaultRetention(), 10)
			return err
		})
		if age == timeutil.Day {
			known(map[chat.Address]time.Time{once: noon, twice: later})
		}
	}
	known(map[chat.Address]time.Time{twice: later})
}

func TestInbound(t *testing.T) {
	s, path := fresh(t)
	receive := func(transport, id string) (isNew bool) {
		update(t, s, func(tx data.Tx) (err error) {
			isNew, err = tx.MarkReceived(transport, id, noon)
			return err
		})
		return isNew
	}
	if !receive("test", "1") || receive("test", "1") || !receive("mail", "1") || !receive("test", "2") {
		t.Error("MarkReceived is wrong")
	}
	s.Close()
	s = opened(t, path)
	if receive("test", "1") {
		t.Error("the message is new after a restart")
	}
}
