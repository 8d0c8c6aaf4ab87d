package bot

import (
	"context"

	"stackmate/bot/outbox"
)

// SendDue tries once to deliver each message that is due, and returns how many there were.
func (d *Desk) SendDue(ctx context.Context, transport string, front outbox.FrontEnd) (int, error) {
	return d.outbox.SendDue(ctx, transport, front)
}

// Senders returns how many senders run.
func (d *Desk) Senders() int { return d.outbox.Senders() }

// CheckClocks handles the alarms that are due.
func (d *Desk) CheckClocks(ctx context.Context) error { return d.uptime.CheckClocks(ctx) }
