package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"stackmate/bot/timeutil"
)

// retryUntilDone calls try until it succeeds, fails for a reason that only the owner can fix, or the context
// ends. It returns nil, ErrToken, try's last error, or the context's error. what is the log message for failures.
func (c *restClient) retryUntilDone(ctx context.Context, what string, try func() error) error {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := try()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case tokenRefused(err):
			return ErrToken
		case ownerMustFix(err):
			return err
		}
		if limited := (*restError)(nil); errors.As(err, &limited) {
			pause = max(pause, limited.after)
		}
		c.log.WarnContext(ctx, what, "error", err, "again_in", pause)
		if err := timeutil.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// tryRequest makes a request once, and reports whether it succeeded. A failure is only logged, at debug level.
func (c *restClient) tryRequest(ctx context.Context, what, method, endpoint string, body any) bool {
	_, err := c.send(ctx, method, endpoint, body, nil)
	if err != nil {
		c.log.DebugContext(ctx, "discord: "+what, "error", err)
	}
	return err == nil
}

// retryRequest makes a request until it succeeds, is refused for good, or the context ends. The request must
// be idempotent.
func (c *restClient) retryRequest(ctx context.Context, what, method, endpoint string, body any) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		_, err := c.send(ctx, method, endpoint, body, nil)
		if err == nil {
			return
		}
		c.log.WarnContext(ctx, "discord: "+what, "error", err)
		if !isTransient(err) || timeutil.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// maybeApplied reports whether a failed request may have taken effect: no answer came, or a 5xx status.
func maybeApplied(err error) bool {
	status := statusOf(err)
	return err != nil && (status == 0 || status >= 500)
}

// shortRetry is for how long a request is retried that the outbox retries later anyway.
const shortRetry = 700 * time.Millisecond

// retryUntil calls try until it succeeds, is refused for good, or until is reached, with growing pauses, and
// returns try's last error. try must be idempotent. A rate limit is not retried: send has waited for it already.
func retryUntil(ctx context.Context, until time.Time, try func(attempt int) error) error {
	pause := 200 * time.Millisecond
	longest := max(pause, time.Until(until)/6)
	for attempt := 0; ; attempt++ {
		err := try(attempt)
		if !isTransient(err) || statusOf(err) == http.StatusTooManyRequests ||
			time.Now().Add(pause).After(until) || timeutil.Sleep(ctx, pause) != nil {
			return err
		}
		pause = min(2*pause, longest)
	}
}

// retryIfNotApplied is retryUntil for a try that is not idempotent: it retries only while it is certain that
// the last attempt had no effect.
func retryIfNotApplied(ctx context.Context, until time.Time, try func() error) error {
	var last error
	err := retryUntil(ctx, until, func(int) error {
		if last = try(); maybeApplied(last) {
			return nil
		}
		return last
	})
	return cmp.Or(err, last)
}
