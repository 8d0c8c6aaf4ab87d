package bot

import (
	"context"

	"stackmate/bot/outbox"
)

// SendDue has every message that is due tried once, and returns how many were.
func (d *Desk) SendDue(ctx context.Context, transport string, front outbox.FrontEnd) (int, error) {
	return d.outbox.SendDue(ctx, transport, front)
}

// Senders counts the senders that listen.
func (d *Desk) Senders() int { return d.outbox.Senders() }

// CheckClocks looks once at the clocks that are due.
func (d *Desk) CheckClocks(ctx context.Context) error { return d.uptime.CheckClocks(ctx) }
