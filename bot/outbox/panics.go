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

// maxPanics is how many deliveries of one message may panic.
const maxPanics = 3

// errTooManyPanics says that a message is not tried again because delivering it has
// panicked maxPanics times.
var errTooManyPanics = errors.New("delivering it has ended in too many panics")

// setAside marks a message as undeliverable and logs it.
func (o *Outbox) setAside(ctx context.Context, tx data.Tx, m data.OutboxMessage, now time.Time, failure error) error {
	o.opt.Log.ErrorContext(ctx, "set aside", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game, "attempts", m.Attempts+1, "error", failure)
	return tx.MarkUndeliverable(m.ID, now, FirstLine(failure))
}

// suspects are the messages that were waiting when the last run of the program ended in a
// panic that nothing caught. They are delivered one at a time, each after a lease on it is
// on disk: if the program panics again, the leased message is the cause.
type suspects struct {
	last atomic.Int64 // the ID of the newest suspect
	mu   sync.Mutex   // held while a suspect is delivered
}

// lockSuspect waits until no other suspect is being delivered. The caller must call done
// after the delivery.
func (o *Outbox) lockSuspect() (done func()) {
	o.suspects.mu.Lock()
	return o.suspects.mu.Unlock
}

// Start takes over the messages that the last run of the bot was delivering: they are due
// at once. Call it before any other method. Panicked is whether the last run ended in a
// panic.
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
	o.opt.Log.DebugContext(ctx, "taken over", "messages", released, "panicked", panicked)
	return nil
}
