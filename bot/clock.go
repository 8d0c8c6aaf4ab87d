package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
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

// update runs fn in a transaction, with the time in it. Everything that decides about
// a clock goes through here: what was lost through us is stored before fn sees a game.
func (d *Desk) update(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error {
	var ended []string
	err := d.store.Update(ctx, func(tx data.Tx) (err error) {
		now := d.now()
		if ended, err = d.catchUp(tx, now); err != nil {
			return err
		}
		return fn(tx, now)
	})
	if err == nil {
		d.reach.settle(ended)
	}
	return err
}

// catchUp stores when the bot did not run, or could not be reached, until now. It
// returns the transports that can be reached again.
func (d *Desk) catchUp(tx data.Tx, now time.Time) (ended []string, err error) {
	before, err := tx.Heartbeat()
	if err != nil {
		return nil, err
	}
	gap := now.Sub(before)
	switch {
	case before.IsZero():
	case gap > downtimeGrace: // it was down, or asleep, or its clock was set
		d.log.Warn("the bot was down", "from", before, "for", gap)
		if err := tx.AddOutage(data.Outage{Span: game.Span{From: before, To: now}}); err != nil {
			return nil, err
		}
	case gap < -downtimeGrace:
		d.log.Warn("the clock was ahead", "by", -gap)
		if err := tx.ClockSetBack(now); err != nil {
			return nil, err
		}
	}
	if before.IsZero() || gap >= lookEvery || gap < 0 {
		if err := tx.SetHeartbeat(now); err != nil {
			return nil, err
		}
	}
	outages, ended := d.reach.outages(now)
	for _, o := range outages {
		if err := tx.AddOutage(o); err != nil {
			return nil, err
		}
	}
	return ended, nil
}

// missedHeartbeat reports whether the bot did not run until now, and that is not stored yet.
func (d *Desk) missedHeartbeat(tx data.Tx, now time.Time) (bool, error) {
	before, err := tx.Heartbeat()
	return !before.IsZero() && now.Sub(before).Abs() > downtimeGrace, err
}

// KeepTime minds the clocks of all games until the context ends.
func (d *Desk) KeepTime(ctx context.Context) {
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		d.loopRan("clock")
		if err := d.CheckClocks(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("clocks", "error", err)
		}
		tick.Reset(lookEvery)
	}
}

// CheckClocks notes that the bot runs, sends reminders, and ends the games in which
// somebody has overstepped the time. A game whose clock cannot be looked at holds up
// no other; it is tried again later.
func (d *Desk) CheckClocks(ctx context.Context) (err error) {
	defer panics.Catch(&err)
	now := d.now()
	for more := true; more && ctx.Err() == nil; {
		var due []int64
		failure := d.update(ctx, func(tx data.Tx, at time.Time) (err error) {
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
			d.loopRan("clock")
			if failure := d.checkClock(ctx, id); failure != nil {
				err = errors.Join(err, fmt.Errorf("clock of game %d: %w", id, failure))
			}
		}
		more = len(due) == alarmsAtOnce
	}
	d.outbox.Wake()
	return errors.Join(err, d.prune(ctx, now))
}

// checkClock looks at the clock of one game. If it cannot, it does so again later.
func (d *Desk) checkClock(ctx context.Context, id int64) error {
	failure := func() (err error) {
		defer panics.Catch(&err)
		return d.update(ctx, func(tx data.Tx, now time.Time) error {
			req := &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Now: now, Lang: words.In("en"), Path: "clock", GameID: id}
			return runAlarm(req, id)
		})
	}()
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	return errors.Join(failure, d.update(ctx, func(tx data.Tx, now time.Time) error { return tx.PostponeAlarm(id, now.Add(repair)) }))
}

// prune forgets, once a day, what nobody asks for any more: which messages came and
// which messages went long ago. It does so little by little, so that nobody waits.
func (d *Desk) prune(ctx context.Context, now time.Time) error {
	d.mu.Lock()
	early := now.Sub(d.pruned) < timeutil.Day
	d.mu.Unlock()
	for more := !early; more; {
		d.loopRan("clock")
		err := d.store.Update(ctx, func(tx data.Tx) (err error) {
			more, err = tx.Prune(now.Add(-remembered), pruneAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	if !early {
		d.mu.Lock()
		d.pruned = now
		d.mu.Unlock()
	}
	return nil
}

// runAlarm does what a game's clock asks for now: a reminder, or the end.
func runAlarm(req *request.Request, id int64) error {
	g, err := req.Tx.Game(id)
	if err != nil {
		return err
	}
	if g.FlagIfExpired(req.Now) {
		return request.AnnounceFlag(req, g)
	}
	at, ok := g.NextAlarm()
	if !ok || req.Now.Before(at) {
		return req.Tx.SaveGame(g) // the column was behind
	}
	g.Remind()
	deadline, _ := g.Deadline()
	if err := req.Tx.SaveGame(g); err != nil {
		return err
	}
	if next, ok := g.NextAlarm(); ok && !req.Now.Before(next) {
		return runAlarm(req, id) // the bot was late: only the last reminder is said
	}
	req.Env.Log.Info("reminder", "game", g.ID, "player", g.ToMove())
	return remind(req, g, deadline)
}

// remind says how long the player to move has left: in the game's home, else to that
// player alone.
func remind(req *request.Request, g *game.Game, deadline time.Time) error {
	p, err := req.Person(g.ToMove())
	if err != nil {
		return err
	}
	a, err := request.AudienceOf(req, p, g.Home, g.Server)
	if err != nil {
		return err
	}
	r, err := req.RenderFor(a, func() (chat.Reply, error) {
		return chat.Reply{Game: g.ID, Ply: request.PlyCount(g), Title: req.Title(g), Notify: []chat.Person{p.Person()}, Picture: request.PictureOf(g), Buttons: request.MoveButtons(req, g),
			Text: req.Lang.Text("clock.reminder", "name", req.NameOf(p), "when", chat.When(deadline), "game", g.ID)}, nil
	})
	if err != nil {
		return err
	}
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now})
	return err
}
