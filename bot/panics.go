package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"stackmate/bot/data"
	"sync"
	"sync/atomic"
	"time"
)

// maxPanics is how often delivering a letter may end in a panic.
const maxPanics = 3

// errTooManyPanics says that a letter is not tried again.
var errTooManyPanics = errors.New("delivering it has ended in too many panics")

// PanicError is a panic that was caught on the way of one message or one game.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// caught makes an error of a panic. It is deferred by whatever is done for somebody,
// so that what fails for one goes on for all others.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = &PanicError{Value: r, Stack: debug.Stack()}
	}
}

// giveUp gives a letter up that cannot be handled, and reports it.
func (d *Desk) giveUp(tx data.Tx, m data.OutboxMessage, now time.Time, failure error) error {
	d.log.Error("set aside", "letter", m.ID, "game", m.Reply.Game, "attempts", m.Attempts+1, "error", failure)
	return tx.MarkUndeliverable(m.ID, now, firstLine(failure))
}

// suspects are the letters that were waiting when the program before this one ended
// by a panic that nobody caught. They are delivered one at a time, and each is leased
// on disk before: if it happens again, it is known whose fault it was.
type suspects struct {
	last atomic.Int64 // number of the last of them
	turn sync.Mutex
}

// beginSuspect waits for its turn, and returns what ends it.
func (d *Desk) beginSuspect() (done func()) {
	d.suspects.turn.Lock()
	return d.suspects.turn.Unlock
}

// Start takes over what an earlier run of the bot has left: the letters that it was
// delivering are due at once. It is called before anything else. Panicked says that
// the last run ended by a panic.
func (d *Desk) Start(ctx context.Context, panicked bool) error {
	var released, last int64
	err := d.update(ctx, func(tx data.Tx, now time.Time) (err error) {
		if released, last, err = tx.TakeOver(d.owner, now, panicked); err != nil {
			return err
		}
		return tx.SetHeartbeat(now)
	})
	if err != nil {
		return fmt.Errorf("take over: %w", err)
	}
	if panicked {
		d.suspects.last.Store(last)
	}
	d.log.Debug("taken over", "letters", released, "panicked", panicked)
	return nil
}
