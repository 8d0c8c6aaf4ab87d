// Package logging is what all lines of the log have in common: a trace, by which grep finds
// everything that one message caused, one line an event, and no secrets or mail addresses.
package logging

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// traceLetters are those of traces, without those that look like digits.
var traceLetters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// TraceLength is how many characters a trace has.
const TraceLength = 10

// TraceOf returns the trace of what a front end has received, or of what the bot does by
// itself: the same for the same parts, so that something that comes again after a crash
// has the trace that it had. The parts cannot be found from it.
func TraceOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return traceLetters.EncodeToString(sum[:])[:TraceLength]
}

type traceKey struct{}

// WithTrace returns a context whose log lines and outbox messages have a trace.
func WithTrace(ctx context.Context, trace string) context.Context {
	if trace == "" {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, trace)
}

// Trace returns the trace of a context, "" if it has none.
func Trace(ctx context.Context) string {
	trace, _ := ctx.Value(traceKey{}).(string)
	return trace
}
