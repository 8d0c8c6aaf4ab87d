package outbox

import (
	"context"
	"errors"

	"stackmate/bot/panics"
)

// Attempt is what somebody who counts deliveries is told about an attempt to deliver a message.
type Attempt struct {
	Transport string
	// Failure is one of Failures, or empty if the message was delivered.
	Failure string
}

// Failures are the kinds of failed attempts.
var Failures = []string{"gone", "dms_closed", "undeliverable", "rejected", "rate_limited", "timeout", "panic", "other"}

// report tells of an attempt to deliver a message, if there was something to deliver.
func (o *Outbox) report(transport string, err error) {
	if o.opt.Attempted != nil && !errors.Is(err, errNotYet) {
		o.opt.Attempted(Attempt{transport, failureOf(err)})
	}
}

// failureOf returns which of Failures an error of a delivery is; empty for none.
func failureOf(err error) string {
	var (
		missed  *MissedError
		failed  *panics.Error
		limited retryAfterError
	)
	switch {
	case err == nil, errors.As(err, &missed):
		return ""
	case errors.As(err, &failed), errors.Is(err, errTooManyPanics):
		return "panic"
	case errors.Is(err, ErrGone):
		return "gone"
	case errors.Is(err, ErrDMsClosed):
		return "dms_closed"
	case errors.Is(err, ErrUndeliverable):
		return "undeliverable"
	case errors.Is(err, ErrRejected):
		return "rejected"
	case errors.As(err, &limited) && limited.RetryAfter() > 0:
		return "rate_limited"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	}
	return "other"
}
