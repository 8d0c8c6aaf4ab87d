package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"runtime/debug"
	"time"

	"stackmate/bot/email/inbound"
	"stackmate/bot/panics"
)

const (
	// maxFailures is how often handling a mail may fail.
	maxFailures = 3
	// failureSpan is how far apart failures are counted that are no panics: what is wrong may
	// get better by itself.
	failureSpan = time.Minute
)

// errSetAside says that a mail has failed too often to be tried again.
var errSetAside = errors.New("the mail cannot be handled")

// guard handles a mail. A panic becomes an error. When it has failed too often, also before
// a restart, the error is errSetAside.
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
		uncounted := b.update(context.WithoutCancel(ctx), func(tx Tx) (err error) {
			times, err = tx.MailFailed(failureKey(raw), b.Now(), span)
			return err
		})
		if uncounted == nil && times >= maxFailures {
			b.Log.Error("email: mail set aside", "attempts", times, "error", err)
			err = errSetAside
		}
	}()
	return handle()
}

// failureKey names a mail that may be brought again with other fields on top.
func failureKey(raw []byte) (name string) {
	defer func() {
		if recover() != nil { // it cannot be read at all
			sum := sha256.Sum256(raw)
			name = "sha256-" + hex.EncodeToString(sum[:])
		}
	}()
	m := inbound.Parse(raw)
	return m.From + "/" + m.ID
}
