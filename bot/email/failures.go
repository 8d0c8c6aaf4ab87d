package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"runtime/debug"
	"time"

	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/logging"
	"stackmate/bot/panics"
)

const (
	// maxFailures is how often handling a mail may fail before it is set aside.
	maxFailures = 3
	// failureSpan is how far apart failures that are no panics must be to be counted: what
	// is wrong may get better by itself.
	failureSpan = time.Minute
)

// errSetAside says that a mail has failed too often to be tried again.
var errSetAside = errors.New("the mail cannot be handled")

// guard handles a mail. A panic becomes an error. When the mail has failed too often, also
// before a restart, the error is errSetAside.
func (b *Bot) guard(ctx context.Context, raw []byte, handle func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panics.Error{Value: r, Stack: debug.Stack()}
		}
		if err == nil {
			return
		}
		span := failureSpan
		if failed := (*panics.Error)(nil); errors.As(err, &failed) {
			span = 0
		}
		times := 0
		uncounted := b.store.UpdateMail(context.WithoutCancel(ctx), func(tx mailstore.Tx) (err error) {
			times, err = tx.CountFailure(failureKey(raw), b.now(), span)
			return err
		})
		aside := uncounted == nil && times >= maxFailures
		b.log.ErrorContext(logging.WithTrace(ctx, traceOf(failureKey(raw))), "email: mail failed", "failures", times, "set_aside", aside, "error", err)
		if aside {
			err = errSetAside
		}
	}()
	return handle()
}

// traceOf returns the trace of a mail with a key.
func traceOf(key string) string { return logging.TraceOf(Transport, key) }

// failureKey names a mail by author and id, since a mail that is brought again may have other
// fields on top; or by its bytes, if parsing it panics.
func failureKey(raw []byte) (key string) {
	defer func() {
		if recover() != nil {
			sum := sha256.Sum256(raw)
			key = "sha256-" + hex.EncodeToString(sum[:])
		}
	}()
	return mailKey(inbound.Parse(raw))
}
