package email

import (
	"context"
	"net"
	"time"

	"stackmate/bot/email/inbound"
)

// ListenAddr returns where mail servers bring mail, once Ready is closed; nil if nowhere.
func (b *Bot) ListenAddr() net.Addr { return b.server.addr() }

// Hurry makes the pauses after failures short.
func (b *Bot) Hurry(pause time.Duration) { b.imap.minBackoff, b.imap.maxBackoff = pause, pause }

// AuthenticDomain reports whether a raw mail counts as authentic without a token.
func (b *Bot) AuthenticDomain(ctx context.Context, raw []byte) bool {
	return b.auth.authenticDomain(ctx, raw, inbound.Parse(raw))
}

// NewLimitListener is newLimitListener.
func NewLimitListener(l net.Listener, maxConns, maxPerNetwork int, idleAfter time.Duration) net.Listener {
	return newLimitListener(l, maxConns, maxPerNetwork, idleAfter)
}

// CountNothing counts a mail where nobody wants to know.
func CountNothing(err error) {
	mailCount{}.in(resultHandled)
	mailCount{}.out(err)
}
