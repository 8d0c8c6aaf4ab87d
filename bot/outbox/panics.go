package outbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"stackmate/bot/data"
)

// maxPanics is how often delivering a message may end in a panic.
const maxPanics = 3

// errTooManyPanics says that a message is not tried again.
var errTooManyPanics = errors.New("delivering it has ended in too many panics")

// setAside gives a message up that cannot be handled, and reports it.
func (o *Outbox) setAside(tx data.Tx, m data.OutboxMessage, now time.Time, failure error) error {
	o.opt.Log.Error("set aside", "letter", m.ID, "game", m.Reply.Game, "attempts", m.Attempts+1, "error", failure)
	return tx.MarkUndeliverable(m.ID, now, FirstLine(failure))
}

// suspects are the messages that were waiting when the program before this one ended
// by a panic that nobody caught. They are delivered one at a time, and each is leased
// on disk before: if it happens again, it is known whose fault it was.
type suspects struct {
	last atomic.Int64 // number of the last of them
	mu   sync.Mutex
}

// lockSuspect waits for its turn, and returns what ends it.
func (o *Outbox) lockSuspect() (done func()) {
	o.suspects.mu.Lock()
	return o.suspects.mu.Unlock
}

// Start takes over what an earlier run of the bot has left: the messages that it was
// delivering are due at once. It is called before anything else. Panicked says that
// the last run ended by a panic.
func (o *Outbox) Start(ctx context.Context, panicked bool) error {
	var released, last int64
	err := o.opt.Update(ctx, func(tx data.Tx, now time.Time) (err error) {
		if released, last, err = tx.TakeOver(o.opt.Owner, now, panicked); err != nil {
			return err
		}
		return tx.SetHeartbeat(now)
	})
	if err != nil {
		return fmt.Errorf("take over: %w", err)
	}
	if panicked {
		o.suspects.last.Store(last)
	}
	o.opt.Log.Debug("taken over", "letters", released, "panicked", panicked)
	return nil
}
