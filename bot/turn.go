package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/outbox"
)

// How long an answer waits for older messages, and the pauses between two looks. A front end has a few seconds to answer.
const (
	turnPatience = time.Second
	turnPause    = 5 * time.Millisecond
	maxTurnPause = 100 * time.Millisecond
)

// takeTurn waits until no older message about the game is owed to the place of an answer: another front end, or one of another process,
// may just be delivering it. If that takes long, since that process has died perhaps, the outbox delivers the answer after them.
func (d *Desk) takeTurn(ctx context.Context, a *Answer) {
	ctx = data.ForJob(ctx, "outbox") // it is no part of what the command costs
	late := time.After(turnPatience)
	for pause := turnPause; ; pause = min(2*pause, maxTurnPause) {
		older := true
		err := d.store.View(ctx, func(tx data.Tx) error {
			list, err := tx.Waiting(a.after, a.Game)
			older = len(list) > 0 && list[0].ID < a.outboxID
			return err
		})
		if err == nil && !older {
			return
		}
		select {
		case <-time.After(pause):
			continue
		case <-late:
		case <-ctx.Done():
		}
		break
	}
	a.Queued = true
	err := d.uptime.Update(context.WithoutCancel(ctx), func(tx data.Tx, now time.Time) error {
		return errors.Join(outbox.SendNow(tx, a.after, a.Game, now), tx.Postpone(a.outboxID, now, "older messages are owed"))
	})
	if err != nil { // the outbox takes it over when the lease is over
		d.log.ErrorContext(ctx, "an answer waits longer than it should", "game", a.Game, "error", err)
	}
	d.outbox.Wake()
}
