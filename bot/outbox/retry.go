package outbox

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/panics"
	"stackmate/bot/timeutil"
)

// Bounds of what follows a failed delivery.
const (
	// unreachableFor is for how long the bot leaves alone who refused a private message.
	unreachableFor = timeutil.Day
	// firstPause and longestWait bound the pauses between two attempts.
	firstPause = 5 * time.Second
	maxPause   = 2 * time.Minute
	// firstSettlePause and longestWait bound the pauses between two attempts to write down
	// what became of a message.
	firstSettlePause = time.Second
	// maxSettleFailures is how often it may fail to send a message another way, as when its game
	// is damaged.
	maxSettleFailures = 3
	// maxRejections is how many attempts a message has that a transport rejects: about a day's.
	maxRejections = int(timeutil.Day / maxPause)
)

// retryAfterError is a failure that says when to come again.
type retryAfterError interface {
	error
	RetryAfter() time.Duration
}

// IdempotencyKey names a message to the transport, whoever carries it there.
func IdempotencyKey(letter int64) string { return strconv.FormatInt(letter, 10) }

// settleWithRetries writes down what became of a message, however often that must be tried:
// what was delivered and not written down would be sent again. It gives up when the
// context has ended.
func (o *Outbox) settleWithRetries(ctx context.Context, m data.OutboxMessage, failure error) {
	redirects := 0
	for pause := firstSettlePause; ; pause = min(2*pause, maxPause) {
		err := o.settle(context.WithoutCancel(ctx), m, failure, redirects < maxSettleFailures)
		if err == nil {
			return
		}
		o.opt.Log.Error("outbox: not written down", "letter", m.ID, "error", err)
		if failed := (*panics.Error)(nil); errors.As(err, &failed) {
			failure = failed // the other ways of this letter lead nowhere
		}
		if lost := (*redirectError)(nil); errors.As(err, &lost) {
			redirects++
		}
		if timeutil.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// FirstLine is an error without the stack of a panic.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// redirectError says that a message cannot be sent another way.
type redirectError struct{ error }

// Unwrap returns why.
func (e *redirectError) Unwrap() error { return e.error }

// settle writes down what became of a message. One that cannot be delivered goes another
// way, if it is to; if that fails, the error is a redirectError.
func (o *Outbox) settle(ctx context.Context, m data.OutboxMessage, failure error, another bool) (err error) {
	defer panics.Catch(&err)
	return o.opt.Update(ctx, func(tx data.Tx, now time.Time) error {
		unseen := (*MissedError)(nil)
		switch {
		case failure == nil:
			return tx.MarkDelivered(m.ID, now)
		case errors.As(failure, &unseen):
			o.opt.Log.Info("not seen", "letter", m.ID, "game", m.Reply.Game, "people", len(unseen.People))
			return errors.Join(tx.MarkDelivered(m.ID, now), o.NotifyMissed(tx, unseen, &m.Reply, now))
		case errors.Is(failure, errTooManyPanics):
			return o.setAside(tx, m, now, failure)
		case errors.Is(failure, ErrUndeliverable), errors.Is(failure, ErrRejected) && m.Attempts >= maxRejections:
			o.opt.Log.Warn("undeliverable", "letter", m.ID, "game", m.Reply.Game, "error", failure)
			if err := tx.MarkUndeliverable(m.ID, now, failure.Error()); err != nil {
				return err
			}
			if errors.Is(failure, ErrDMsClosed) && !errors.Is(failure, errStillUnreachable) {
				if err := tx.SetUnreachable(m.To, now.Add(unreachableFor)); err != nil {
					return err
				}
			}
			if !another {
				return o.setAside(tx, m, now, failure)
			}
			if err := o.redirect(tx, m, failure, now); err != nil {
				return &redirectError{err}
			}
			return nil
		}
		if failed := (*panics.Error)(nil); errors.As(failure, &failed) {
			if n, err := tx.CountPanic(m.ID); err != nil || n >= maxPanics {
				return errors.Join(err, o.setAside(tx, m, now, failure))
			}
		}
		pause := min(firstPause<<min(m.Attempts, 12), maxPause)
		if limited := (retryAfterError)(nil); errors.As(failure, &limited) && limited.RetryAfter() > 0 {
			pause = limited.RetryAfter()
		}
		o.opt.Log.Warn("delivery failed", "letter", m.ID, "game", m.Reply.Game, "attempt", m.Attempts+1, "error", failure)
		return tx.Postpone(m.ID, now.Add(pause), FirstLine(failure))
	})
}
