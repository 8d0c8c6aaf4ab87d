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

// PostPuzzles posts the daily puzzles that are due.
func (d *Desk) PostPuzzles(ctx context.Context) error { return d.puzzles.Post(ctx) }

// TellNextRestored tells the players of one game that TellRestored has to tell.
func (d *Desk) TellNextRestored(ctx context.Context) (game int64, err error) {
	return d.tellNext(ctx, d.env.Restores.Last())
}
