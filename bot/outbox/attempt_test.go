package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stackmate/bot/panics"
)

// limited is a failure that says when to try again.
type limited struct{ error }

func (limited) RetryAfter() time.Duration { return time.Second }

// TestFailures checks that every failure of a delivery has a name of the list, whatever its text.
func TestFailures(t *testing.T) {
	for want, err := range map[string]error{
		"":              nil,
		"gone":          fmt.Errorf("channel 77: %w", ErrGone),
		"dms_closed":    errStillUnreachable,
		"undeliverable": fmt.Errorf("%w: too long", ErrUndeliverable),
		"rejected":      fmt.Errorf("%w: code 99", ErrRejected),
		"rate_limited":  fmt.Errorf("send: %w", limited{errors.New("429")}),
		"timeout":       fmt.Errorf("send: %w", context.DeadlineExceeded),
		"panic":         &panics.Error{Value: "no"},
		"other":         errors.New("dial tcp 192.0.2.7:443"),
	} {
		if got := failureOf(err); got != want || want != "" && !slices.Contains(Failures, got) {
			t.Errorf("%v is %q, not %q", err, got, want)
		}
	}
	if got := failureOf(&MissedError{}); got != "" {
		t.Errorf("a message that somebody cannot see is %q", got)
	}
}
