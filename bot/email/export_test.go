package email

import (
	"context"
	"net"
	"time"

	"stackmate/bot/email/inbound"
)

// Hurry makes the pauses after failures short.
func (b *Bot) Hurry(pause time.Duration) { b.soon, b.seldom = pause, pause }

// Vouched reports whether a raw mail counts as genuine without a token.
func (b *Bot) Vouched(ctx context.Context, raw []byte) bool {
	return b.vouched(ctx, raw, inbound.Parse(raw))
}

// NewCrowd is newCrowd.
func NewCrowd(l net.Listener, most, perAddress int, busy time.Duration) net.Listener {
	return newCrowd(l, most, perAddress, busy)
}
