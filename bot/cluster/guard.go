package cluster

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// ErrSilent means that nothing may be changed, since this process cannot store a heartbeat.
var ErrSilent = errors.New("this process cannot store a heartbeat, so others may have taken over its work")

// Limits of a guarded store.
const (
	// guardTimeout is how long an Update waits for a heartbeat.
	guardTimeout = 30 * time.Second
	// guardPause is the pause between two looks whether there is one.
	guardPause = 50 * time.Millisecond
)

// Guard returns a store that changes nothing once others have taken over the work of this process, which has slept perhaps, and what it
// was asked to do is long out of date. Then Update returns ErrReplaced. While the last heartbeat is too long ago it waits for the
// next, and returns ErrSilent if that does not come.
func (m *Member) Guard(s data.Store) data.Store {
	if m == nil {
		return s
	}
	return guarded{s, m}
}

// guarded is a store that is used only by who is alive.
type guarded struct {
	data.Store
	member *Member
}

// Update implements data.Store. It looks before and after the work: a transaction may begin later than it seems. If the process sleeps after
// that, the database soon ends the transaction, and the next attempt looks again. So what is changed was asked for a few
// seconds ago at most.
func (g guarded) Update(ctx context.Context, fn func(data.Tx) error) error {
	for {
		silent := false
		err := g.Store.Update(ctx, func(tx data.Tx) error {
			if silent = !g.member.alive(); silent {
				return ErrSilent
			}
			if err := fn(tx); err != nil {
				return err
			}
			if silent = !g.member.alive(); silent {
				return ErrSilent
			}
			return nil
		})
		if err == nil || !silent {
			return err
		}
		if err := g.member.waitAlive(ctx); err != nil {
			return err
		}
	}
}

// alive reports whether the last heartbeat is recent.
func (m *Member) alive() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.valid()
}

// waitAlive waits for a heartbeat.
func (m *Member) waitAlive(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, guardTimeout, ErrSilent)
	defer cancel()
	for m.beatNow(); !m.alive(); {
		select {
		case <-m.lost:
			return ErrReplaced
		default:
		}
		if timeutil.Sleep(ctx, guardPause) != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}
