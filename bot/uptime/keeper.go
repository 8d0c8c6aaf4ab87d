// Package uptime watches over time: it stores heartbeats of the bot and outages, in which the
// players' clocks are stopped, calls back when the clock of a game is due, deletes old data once
// a day, and makes health checks.
package uptime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/cluster"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/logging"
	"stackmate/bot/panics"
	"stackmate/bot/timeutil"
)

// Times and sizes of the keeper's work.
const (
	// tickInterval is the pause between two rounds of KeepTime.
	tickInterval = 20 * time.Second
	// downtimeGrace is how long there may be no heartbeat before the bot counts as down.
	downtimeGrace = time.Minute
	// alarmBatch is how many games with due clocks one query returns.
	alarmBatch = 1000
	// retryPause is when a clock is tried again whose alarm has failed.
	retryPause = time.Hour
	// pruneBatch is how many rows of each kind one transaction deletes.
	pruneBatch = 2000
)

// Keeper keeps track of the time in which the bot runs and can be reached, and of the clocks of
// the games. It is safe for concurrent use.
type Keeper struct {
	opt Options

	mu     sync.Mutex
	pruned time.Time // when old data was last deleted

	transports transports
	loops      loops
	testWrites testWrites
}

// ClockWork is what the process does that minds the clocks, and everything else that only one should do from time to time.
const ClockWork = "clock"

// Options are what a keeper needs. All are required.
type Options struct {
	Store data.Store
	// Now returns the present time.
	Now func() time.Time
	// Alarm sends the reminder of a game that is due at now, or ends the game.
	Alarm func(ctx context.Context, tx data.Tx, game int64, now time.Time) error
	// Keep is for how long data is kept that nobody needs any more.
	Keep data.Retention
	// Wake is called when messages may have become due.
	Wake func()
	// Cluster are the processes of which one minds the clocks; nil if this is the only one.
	Cluster *cluster.Member
	Log     *slog.Logger
}

// New returns a keeper.
func New(o Options) *Keeper { return &Keeper{opt: o} }

// Update runs fn in an update of the store, after storing the outages until now. Everything that
// depends on clocks must use it instead of data.Store.Update. It returns the error of fn or of
// the store.
func (k *Keeper) Update(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error {
	var ended []string
	err := k.opt.Store.Update(ctx, func(tx data.Tx) (err error) {
		now := k.opt.Now()
		if ended, err = k.catchUp(ctx, tx, now); err != nil {
			return err
		}
		return fn(tx, now)
	})
	if err == nil {
		k.transports.settle(ended)
	}
	return err
}

// catchUp stores the outages of the bot and of the transports until now. It returns the transports
// whose outages have ended.
func (k *Keeper) catchUp(ctx context.Context, tx data.Tx, now time.Time) (ended []string, err error) {
	before, err := tx.Heartbeat()
	if err != nil {
		return nil, err
	}
	gap := now.Sub(before)
	switch {
	case before.IsZero():
	case gap > downtimeGrace: // the bot was down, the machine was asleep, or its clock was set
		k.opt.Log.WarnContext(ctx, "the bot was down", "from", before, "for", gap)
		if err := tx.AddOutage(data.Outage{Span: game.Span{From: before, To: now}}); err != nil {
			return nil, err
		}
	case gap < -downtimeGrace:
		k.opt.Log.WarnContext(ctx, "the system clock was ahead", "by", -gap)
		if err := tx.ClockSetBack(now); err != nil {
			return nil, err
		}
	}
	if before.IsZero() || gap >= tickInterval || gap < 0 {
		if err := tx.SetHeartbeat(now); err != nil {
			return nil, err
		}
	}
	outages, ended := k.transports.outages(now)
	for _, o := range outages {
		if err := tx.AddOutage(o); err != nil {
			return nil, err
		}
	}
	return ended, nil
}

// MissedHeartbeat reports whether the last heartbeat is too long ago, so that Update would store an
// outage of the bot, or correct times after the system clock was set back.
func (k *Keeper) MissedHeartbeat(tx data.Tx, now time.Time) (bool, error) {
	before, err := tx.Heartbeat()
	return !before.IsZero() && now.Sub(before).Abs() > downtimeGrace, err
}

// KeepTime calls CheckClocks every 20 seconds until the context ends, or stores a heartbeat while another process does that.
func (k *Keeper) KeepTime(ctx context.Context) {
	ctx = data.ForJob(ctx, "clock")
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		k.LoopRan("clock")
		check := k.CheckClocks
		if !k.opt.Cluster.Has(ClockWork, 0) {
			check = k.beat
		}
		if err := check(ctx); err != nil && ctx.Err() == nil {
			k.opt.Log.ErrorContext(ctx, "clocks", "error", err)
		}
		tick.Reset(tickInterval)
	}
}

// beat stores a heartbeat, and the outages of connections of this process.
func (k *Keeper) beat(ctx context.Context) error {
	return k.Update(ctx, func(tx data.Tx, now time.Time) error { return tx.SetHeartbeat(now) })
}

// CheckClocks stores a heartbeat and calls Options.Alarm for all games whose clocks are due. If
// that fails or panics for a game, CheckClocks tries it again an hour later, goes on with the
// others, and returns the error. Once a day it deletes old data; see data.Tx.
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
			due, err = tx.Alarms(now, alarmBatch)
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
		more = len(due) == alarmBatch
	}
	k.opt.Wake()
	return errors.Join(err, k.prune(ctx, now))
}

// checkClock calls Options.Alarm for a game. It postpones the alarm if that fails.
func (k *Keeper) checkClock(ctx context.Context, id int64) error {
	ctx = logging.WithTrace(ctx, logging.TraceOf("clock", fmt.Sprint(id), k.opt.Now().String()))
	failure := func() (err error) {
		defer panics.Catch(&err)
		return k.Update(ctx, func(tx data.Tx, now time.Time) error {
			return k.opt.Alarm(ctx, tx, id, now)
		})
	}()
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	k.opt.Log.ErrorContext(ctx, "clock", "game", id, "error", failure, "again_in", retryPause)
	return errors.Join(failure, k.Update(ctx, func(tx data.Tx, now time.Time) error {
		return tx.PostponeAlarm(id, now.Add(retryPause))
	}))
}

// prune deletes data that is no longer needed, once a day, in small transactions so that others
// need not wait for long.
func (k *Keeper) prune(ctx context.Context, now time.Time) error {
	k.mu.Lock()
	early := now.Sub(k.pruned) < timeutil.Day
	k.mu.Unlock()
	ctx = data.ForJob(ctx, "prune")
	for more := !early; more; {
		k.LoopRan("clock")
		err := k.opt.Store.Update(ctx, func(tx data.Tx) (err error) {
			more, err = tx.Prune(now, k.opt.Keep, pruneBatch)
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
