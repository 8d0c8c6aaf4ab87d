package email

import (
	"errors"
	"sync"
	"time"

	"stackmate/bot/outbox"
)

// How mails that came in were handled, and how mails went out.
const (
	resultHandled     = "handled"     // its commands were run
	resultUnconfirmed = "unconfirmed" // its author was asked to confirm
	resultIgnored     = "ignored"     // it is from a robot, or from the bot itself
	resultBounce      = "bounce"      // it says that a mail of the bot came back
	resultRefused     = "refused"     // it is not for the bot; or the mail server never takes it
	resultFailed      = "failed"      // it is tried again
	resultSetAside    = "set_aside"   // it failed too often
	resultSent        = "sent"
)

// ReceivedResults and SentResults are what Options.Received and Options.Sent can be told.
var (
	ReceivedResults = []string{resultHandled, resultUnconfirmed, resultIgnored, resultBounce, resultRefused, resultFailed, resultSetAside}
	SentResults     = []string{resultSent, resultRefused, resultFailed}
)

// mailCount tells somebody who counts mails; its functions may be nil.
type mailCount struct {
	received, sent func(result string)
}

// in tells how a mail that came in was handled.
func (c mailCount) in(result string) {
	if c.received != nil {
		c.received(result)
	}
}

// out tells how a mail went out.
func (c mailCount) out(err error) {
	switch {
	case c.sent == nil:
	case err == nil:
		c.sent(resultSent)
	case errors.Is(err, outbox.ErrUndeliverable):
		c.sent(resultRefused)
	default:
		c.sent(resultFailed)
	}
}

// oldest is the oldest of some times. It is safe for concurrent use; the zero value has none.
type oldest struct {
	mu sync.Mutex
	at time.Time
}

// set replaces the times by others, of which zero ones do not count.
func (o *oldest) set(times ...time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.at = time.Time{}
	for _, t := range times {
		if !t.IsZero() && (o.at.IsZero() || t.Before(o.at)) {
			o.at = t
		}
	}
}

// time returns the oldest time; zero if there is none.
func (o *oldest) time() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.at
}
