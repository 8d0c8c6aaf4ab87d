package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Bounds of what follows a failed delivery.
const (
	// refusal is for how long the bot leaves alone who refused a private message.
	refusal = 24 * time.Hour
	// firstPause and longestWait bound the pauses between two attempts.
	firstPause  = 5 * time.Second
	longestWait = 2 * time.Minute
	// unsettled is the pause between two attempts to write down what became of a letter.
	unsettled = time.Second
	// maxRejected is how many attempts a message has that a transport rejects: about a day's.
	maxRejected = int(24 * time.Hour / longestWait)
)

// limitedError is a failure that says when to come again.
type limitedError interface {
	error
	RetryAfter() time.Duration
}

// key names a letter to the transport, whoever carries it there.
func key(letter int64) string { return strconv.FormatInt(letter, 10) }

// settleFinally writes down what became of a letter, however often that must be tried:
// what was delivered and not written down would be sent again. It gives up when the
// context has ended.
func (d *Desk) settleFinally(ctx context.Context, l Letter, failure error) {
	for {
		err := d.settle(context.WithoutCancel(ctx), l, failure)
		if err == nil {
			return
		}
		d.log.Error("outbox: not written down", "letter", l.ID, "error", err)
		if failed := (*PanicError)(nil); errors.As(err, &failed) {
			failure = failed // the other ways of this letter lead nowhere
		}
		if sleep(ctx, unsettled) != nil {
			return
		}
	}
}

// firstLine is an error without the stack of a panic.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// settle writes down what became of a letter.
func (d *Desk) settle(ctx context.Context, l Letter, failure error) (err error) {
	defer caught(&err)
	return d.update(ctx, func(tx Tx, now time.Time) error {
		unseen := (*MissedError)(nil)
		switch {
		case failure == nil:
			return tx.Delivered(l.ID, now)
		case errors.As(failure, &unseen):
			d.log.Info("not seen", "letter", l.ID, "game", l.Reply.Game, "people", len(unseen.People))
			return errors.Join(tx.Delivered(l.ID, now), missed(tx, unseen, &l.Reply, now))
		case errors.Is(failure, errTooManyPanics):
			return d.setAside(tx, l, now, failure)
		case errors.Is(failure, ErrUndeliverable), errors.Is(failure, ErrRejected) && l.Attempts >= maxRejected:
			d.log.Warn("undeliverable", "letter", l.ID, "game", l.Reply.Game, "error", failure)
			if err := tx.Refused(l.ID, now, failure.Error()); err != nil {
				return err
			}
			if errors.Is(failure, ErrRefused) && !errors.Is(failure, errKnown) {
				if err := tx.RefuseAddress(l.To, now.Add(refusal)); err != nil {
					return err
				}
			}
			return redirect(tx, l, failure, now)
		}
		if failed := (*PanicError)(nil); errors.As(failure, &failed) {
			if n, err := tx.Panicked(l.ID); err != nil || n >= maxPanics {
				return errors.Join(err, d.setAside(tx, l, now, failure))
			}
		}
		pause := min(firstPause<<min(l.Attempts, 12), longestWait)
		if limited := (limitedError)(nil); errors.As(failure, &limited) && limited.RetryAfter() > 0 {
			pause = limited.RetryAfter()
		}
		d.log.Warn("delivery failed", "letter", l.ID, "game", l.Reply.Game, "attempt", l.Attempts+1, "error", failure)
		return tx.Postpone(l.ID, now.Add(pause), firstLine(failure))
	})
}

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
