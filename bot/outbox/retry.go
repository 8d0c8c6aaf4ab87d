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

// Limits on what follows a failed delivery.
const (
	// unreachableFor is how long the bot sends no direct messages to a person who did not
	// accept one.
	unreachableFor = timeutil.Day
	// firstPause is the pause after the first failed delivery. Each further one is twice as
	// long, up to maxPause.
	firstPause = 5 * time.Second
	maxPause   = 2 * time.Minute
	// firstSettlePause is the pause after the first failure to store the result of a
	// delivery. Each further one is twice as long, up to maxPause.
	firstSettlePause = time.Second
	// maxSettleFailures is how often redirecting a message may fail, as it does when its
	// game is damaged.
	maxSettleFailures = 3
	// maxRejections is how many attempts a message gets that the transport rejects: those
	// of about a day.
	maxRejections = int(timeutil.Day / maxPause)
)

// retryAfterError is a failure that says how long to wait before the next attempt.
type retryAfterError interface {
	error
	RetryAfter() time.Duration
}

// IdempotencyKey returns the key by which a transport recognises the message with this ID
// if it is sent twice.
func IdempotencyKey(id int64) string { return strconv.FormatInt(id, 10) }

// settleWithRetries calls settle until it succeeds or the context ends: a message that was
// delivered without storing that would be sent again. It reports whether settle succeeded.
func (o *Outbox) settleWithRetries(ctx context.Context, m data.OutboxMessage, failure error) bool {
	redirects := 0
	for pause := firstSettlePause; ; pause = min(2*pause, maxPause) {
		err := o.settle(context.WithoutCancel(ctx), m, failure, redirects < maxSettleFailures)
		if err == nil {
			return true
		}
		o.opt.Log.ErrorContext(ctx, "outbox: not written down", "message", m.ID, "transport", m.To.Transport, "error", err)
		if failed := (*panics.Error)(nil); errors.As(err, &failed) {
			failure = failed // redirecting this message panics
		}
		if lost := (*redirectError)(nil); errors.As(err, &lost) {
			redirects++
		}
		if timeutil.Sleep(ctx, pause) != nil {
			return false
		}
	}
}

// FirstLine returns the text of an error without the stack of a panic.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// redirectError says that a message cannot be redirected.
type redirectError struct{ error }

// Unwrap returns the cause of a redirectError.
func (e *redirectError) Unwrap() error { return e.error }

// settle stores the result of a delivery: it marks the message as delivered if failure is
// nil, else postpones it or marks it as undeliverable. If mayRedirect is true, it
// redirects an undeliverable message; if that fails, the error is a redirectError.
func (o *Outbox) settle(ctx context.Context, m data.OutboxMessage, failure error, mayRedirect bool) (err error) {
	defer panics.Catch(&err)
	return o.opt.Update(ctx, func(tx data.Tx, now time.Time) error {
		unseen := (*MissedError)(nil)
		switch {
		case failure == nil:
			return tx.MarkDelivered(m.ID, now)
		case errors.As(failure, &unseen):
			o.opt.Log.InfoContext(ctx, "not seen", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game, "people", len(unseen.People))
			return errors.Join(tx.MarkDelivered(m.ID, now), o.NotifyMissed(tx, unseen, &m.Reply, now))
		case errors.Is(failure, errTooManyPanics):
			return o.setAside(ctx, tx, m, now, failure)
		case errors.Is(failure, ErrUndeliverable), errors.Is(failure, ErrRejected) && m.Attempts >= maxRejections:
			o.opt.Log.WarnContext(ctx, "undeliverable", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game, "error", failure)
			if err := tx.MarkUndeliverable(m.ID, now, failure.Error()); err != nil {
				return err
			}
			if errors.Is(failure, ErrDMsClosed) && !errors.Is(failure, errStillUnreachable) {
				if o.opt.Refused != nil {
					o.opt.Refused(m.To)
				}
				if err := tx.SetUnreachable(m.To, now.Add(unreachableFor)); err != nil {
					return err
				}
			}
			if errors.Is(failure, ErrGone) {
				if _, err := tx.RemoveDailyPuzzle(m.To); err != nil {
					return err
				}
			}
			if !mayRedirect {
				return o.setAside(ctx, tx, m, now, failure)
			}
			if err := o.redirect(tx, m, failure, now); err != nil {
				return &redirectError{err}
			}
			return nil
		}
		if failed := (*panics.Error)(nil); errors.As(failure, &failed) {
			if n, err := tx.CountPanic(m.ID); err != nil || n >= maxPanics {
				return errors.Join(err, o.setAside(ctx, tx, m, now, failure))
			}
		}
		if errors.Is(failure, errNotYet) {
			o.opt.Log.InfoContext(ctx, "answer not known yet", "message", m.ID, "transport", m.To.Transport, "attempt", m.Attempts+1)
			return tx.Postpone(m.ID, now.Add(firstPause), "")
		}
		pause := min(firstPause<<min(m.Attempts, 12), maxPause)
		if limited := (retryAfterError)(nil); errors.As(failure, &limited) && limited.RetryAfter() > 0 {
			pause = limited.RetryAfter()
		}
		o.opt.Log.WarnContext(ctx, "delivery failed", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game, "attempt", m.Attempts+1, "error", failure)
		return tx.Postpone(m.ID, now.Add(pause), FirstLine(failure))
	})
}
