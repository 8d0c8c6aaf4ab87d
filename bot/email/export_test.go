package email

import (
	"context"
	"net"
	"time"

	"stackmate/bot/email/inbound"
)

// Hurry makes the pauses after failures short.
func (b *Bot) Hurry(pause time.Duration) { b.minBackoff, b.maxBackoff = pause, pause }

// AuthenticDomain reports whether a raw mail counts as genuine without a token.
func (b *Bot) AuthenticDomain(ctx context.Context, raw []byte) bool {
	return b.authenticDomain(ctx, raw, inbound.Parse(raw))
}

// NewLimitListener is newLimitListener.
func NewLimitListener(l net.Listener, most, perAddress int, busy time.Duration) net.Listener {
	return newLimitListener(l, most, perAddress, busy)
}
