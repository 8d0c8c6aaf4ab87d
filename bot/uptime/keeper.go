// Package uptime knows when the bot runs and can be reached: it notes heartbeats, gives back
// to the players the time that was lost without their doing, looks at the clocks of the
// games when they are due, and says whether all is well.
package uptime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/panics"
	"stackmate/bot/timeutil"
)

// Bounds of keeping time.
const (
	// lookEvery is the pause between two looks at the clocks.
	lookEvery = 20 * time.Second
	// downtimeGrace is for how long nothing may be heard of the bot before it counts as down.
	downtimeGrace = time.Minute
	// alarmsAtOnce is how many clocks are found in one query.
	alarmsAtOnce = 1000
	// repair is when a clock that cannot be read is looked at again.
	repair = time.Hour
	// remembered is how long messages that came and messages that went are known.
	remembered = 30 * timeutil.Day
	// pruneAtOnce is how many of them are forgotten in one transaction.
	pruneAtOnce = 2000
)

// Keeper knows when the bot runs and can be reached, and minds the clocks of the games. It
// is safe for concurrent use.
type Keeper struct {
	opt Options

	mu     sync.Mutex
	pruned time.Time // when old messages were last forgotten

	reach   reach
	loops   loops
	writing writing
}

// Options are what a keeper needs from outside; all are required.
type Options struct {
	Store data.Store
	Now   func() time.Time
	// Alarm does what the clock of a game asks for now: a reminder, or the end.
	Alarm func(ctx context.Context, tx data.Tx, game int64, now time.Time) error
	// Wake tells the outbox that messages may have become due.
	Wake func()
	Log  *slog.Logger
}

// New returns a keeper.
func New(o Options) *Keeper { return &Keeper{opt: o} }

// Update runs fn in a transaction, with the time in it. Everything that decides about
// a clock goes through here: what was lost through us is stored before fn sees a game.
func (k *Keeper) Update(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error {
	var ended []string
	err := k.opt.Store.Update(ctx, func(tx data.Tx) (err error) {
		now := k.opt.Now()
		if ended, err = k.catchUp(tx, now); err != nil {
			return err
		}
		return fn(tx, now)
	})
	if err == nil {
		k.reach.settle(ended)
	}
	return err
}

// catchUp stores when the bot did not run, or could not be reached, until now. It
// returns the transports that can be reached again.
func (k *Keeper) catchUp(tx data.Tx, now time.Time) (ended []string, err error) {
	before, err := tx.Heartbeat()
	if err != nil {
		return nil, err
	}
	gap := now.Sub(before)
	switch {
	case before.IsZero():
	case gap > downtimeGrace: // it was down, or asleep, or its clock was set
		k.opt.Log.Warn("the bot was down", "from", before, "for", gap)
		if err := tx.AddOutage(data.Outage{Span: game.Span{From: before, To: now}}); err != nil {
			return nil, err
		}
	case gap < -downtimeGrace:
		k.opt.Log.Warn("the clock was ahead", "by", -gap)
		if err := tx.ClockSetBack(now); err != nil {
			return nil, err
		}
	}
	if before.IsZero() || gap >= lookEvery || gap < 0 {
		if err := tx.SetHeartbeat(now); err != nil {
			return nil, err
		}
	}
	outages, ended := k.reach.outages(now)
	for _, o := range outages {
		if err := tx.AddOutage(o); err != nil {
			return nil, err
		}
	}
	return ended, nil
}

// MissedHeartbeat reports whether the bot did not run until now, and that is not stored yet.
func (k *Keeper) MissedHeartbeat(tx data.Tx, now time.Time) (bool, error) {
	before, err := tx.Heartbeat()
	return !before.IsZero() && now.Sub(before).Abs() > downtimeGrace, err
}

// KeepTime minds the clocks of all games until the context ends.
func (k *Keeper) KeepTime(ctx context.Context) {
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		k.LoopRan("clock")
		if err := k.CheckClocks(ctx); err != nil && ctx.Err() == nil {
			k.opt.Log.Error("clocks", "error", err)
		}
		tick.Reset(lookEvery)
	}
}

// CheckClocks notes that the bot runs, sends reminders, and ends the games in which
// somebody has overstepped the time. A game whose clock cannot be looked at holds up
// no other; it is tried again later.
func (k *Keeper) CheckClocks(ctx context.Context) (err error) {
	defer panics.Catch(&err)
	now := k.opt.Now()
	for more := true; more && ctx.Err() == nil; {
		var due []int64
		failure := k.Update(ctx, func(tx data.Tx, at time.Time) (err error) {
			now = at
			if err := errors.Join(tx.SetHeartbeat(now), tx.ForgetUnreachable(now)); err != nil {
				return err
			}
			due, err = tx.Alarms(now, alarmsAtOnce)
			return err
		})
		if failure != nil {
			return failure
		}
		for _, id := range due {
			k.LoopRan("clock")
			if failure := k.checkClock(ctx, id); failure != nil {
				err = errors.Join(err, fmt.Errorf("clock of game %d: %w", id, failure))
			}
		}
		more = len(due) == alarmsAtOnce
	}
	k.opt.Wake()
	return errors.Join(err, k.prune(ctx, now))
}

// checkClock looks at the clock of one game. If it cannot, it does so again later.
func (k *Keeper) checkClock(ctx context.Context, id int64) error {
	failure := func() (err error) {
		defer panics.Catch(&err)
		return k.Update(ctx, func(tx data.Tx, now time.Time) error {
			return k.opt.Alarm(ctx, tx, id, now)
		})
	}()
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	return errors.Join(failure, k.Update(ctx, func(tx data.Tx, now time.Time) error { return tx.PostponeAlarm(id, now.Add(repair)) }))
}

// prune forgets, once a day, what nobody asks for any more: which messages came and
// which messages went long ago. It does so little by little, so that nobody waits.
func (k *Keeper) prune(ctx context.Context, now time.Time) error {
	k.mu.Lock()
	early := now.Sub(k.pruned) < timeutil.Day
	k.mu.Unlock()
	for more := !early; more; {
		k.LoopRan("clock")
		err := k.opt.Store.Update(ctx, func(tx data.Tx) (err error) {
			more, err = tx.Prune(now.Add(-remembered), pruneAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	if !early {
		k.mu.Lock()
		k.pruned = now
		k.mu.Unlock()
	}
	return nil
}
