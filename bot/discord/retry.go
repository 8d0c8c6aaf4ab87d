package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"stackmate/bot/timeutil"
)

// retryUntilDone tries something until it succeeds, fails for good, or the context ends.
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
		c.log.Warn(what, "error", err, "again_in", pause)
		if err := timeutil.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// tryRequest makes a request that may as well fail, once, and reports whether it did not.
func (c *restClient) tryRequest(ctx context.Context, what, method, endpoint string, body any) bool {
	_, err := c.send(ctx, method, endpoint, body, nil)
	if err != nil {
		c.log.Debug("discord: "+what, "error", err)
	}
	return err == nil
}

// retryRequest makes a request that does no harm when it is made twice, until it is done, it
// is refused for good, or the context ends.
func (c *restClient) retryRequest(ctx context.Context, what, method, endpoint string, body any) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		_, err := c.send(ctx, method, endpoint, body, nil)
		if err == nil {
			return
		}
		c.log.Warn("discord: "+what, "error", err)
		if !isTransient(err) || timeutil.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// maybeApplied reports whether a request may have had its effect although it failed.
func maybeApplied(err error) bool {
	status := statusOf(err)
	return err != nil && (status == 0 || status >= 500)
}

// shortRetry is for how long something is repeated that is tried again later anyway.
const shortRetry = 700 * time.Millisecond

// retryUntil tries something until it is done, is refused for good, or that time comes; the
// pauses grow. It must be something that does no harm when it is done twice. Rate limits
// have been waited for.
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

// retryIfNotApplied is retryUntil for what would do harm when it is done twice: it goes on only
// while it is clear that it was not done.
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
