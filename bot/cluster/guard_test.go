package cluster

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot/data"
)

// TestGuard has a process change things that was silent, and one that was replaced.
func TestGuard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		a, z := b.join("a"), b.join("z")
		changed := 0
		change := func() error {
			return z.Guard(b.db.Store).Update(t.Context(), func(data.Tx) error { changed++; return nil })
		}
		if err := change(); err != nil || changed != 1 {
			t.Errorf("%d changes, %v", changed, err)
		}
		thaw := b.db.freeze("a", "z")
		time.Sleep(time.Minute)
		time.AfterFunc(10*time.Second, thaw)
		if err := change(); err != nil || changed != 2 {
			t.Errorf("after an outage: %d changes, %v", changed, err)
		}
		thaw = b.db.freeze("a", "z")
		time.Sleep(validFor)
		if err := change(); !errors.Is(err, ErrSilent) || changed != 2 {
			t.Errorf("in an outage: %d changes, %v", changed, err)
		}
		thaw()
		time.Sleep(4 * interval)
		thaw = b.db.freeze("z")
		time.Sleep(validFor + deadAfter)
		time.AfterFunc(time.Second, thaw)
		if err := change(); !errors.Is(err, ErrReplaced) || changed != 2 {
			t.Errorf("after others took over: %d changes, %v", changed, err)
		}
		if err := change(); !errors.Is(err, ErrReplaced) || changed != 2 {
			t.Errorf("again: %d changes, %v", changed, err)
		}
		b.die(z)
		b.leave(a)
	})
}

// TestGuardAsleep has a process sleep while it changes something. It is alone: what it holds up would be others' heartbeats, too.
func TestGuardAsleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		z := b.join("z")
		runs := 0
		err := z.Guard(b.db.Store).Update(t.Context(), func(data.Tx) error {
			if runs++; runs == 1 {
				thaw := b.db.freeze("z")
				time.Sleep(validFor)
				thaw()
			}
			return nil
		})
		if err != nil || runs != 2 {
			t.Errorf("%d runs, %v", runs, err)
		}
		b.leave(z)
	})
}

// TestGuardAlone checks that the only process is not kept from anything.
func TestGuardAlone(t *testing.T) {
	b := newBed(t)
	if s := (*Member)(nil).Guard(b.db.Store); s != b.db.Store {
		t.Errorf("its store is %v", s)
	}
}
