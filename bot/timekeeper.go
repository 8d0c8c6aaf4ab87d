package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// Bounds of keeping time.
const (
	// lookEvery is the pause between two looks at the clocks.
	lookEvery = 20 * time.Second
	// mercy is for how long the bot may be down before the time is given back.
	mercy = 10 * time.Minute
)

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
		if err := d.CheckClocks(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("clocks", "error", err)
		}
		tick.Reset(lookEvery)
	}
}

// CheckClocks notes that the bot runs, gives back the time in which it did not,
// sends reminders, and ends the games in which somebody has overstepped the time.
func (d *Desk) CheckClocks(ctx context.Context) error {
	now := d.now()
	var due []int64
	err := d.store.Update(ctx, func(tx Tx) error {
		before, err := tx.Pulse(now)
		if err != nil {
			return err
		}
		if down := now.Sub(before); !before.IsZero() && down > mercy {
			d.log.Warn("the bot was down", "for", down)
			if err := giveBack(tx, down); err != nil {
				return err
			}
		}
		if err := tx.ForgetRefusals(now); err != nil {
			return err
		}
		due, err = tx.Alarms(now, 1000)
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range due {
		err := d.store.Update(ctx, func(tx Tx) error {
			c := &call{ctx: ctx, desk: d, tx: tx, now: now, say: words.In("en"), path: "clock", gameID: id}
			return c.alarm(id)
		})
		if err != nil && !errors.Is(err, ErrConflict) {
			return err
		}
	}
	d.nudge()
	return nil
}

// giveBack returns time to whoever is to move in every game with a clock.
func giveBack(tx Tx, down time.Duration) error {
	ids, err := tx.Clocked()
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		g.GiveBack(down)
		if err := tx.SaveGame(g); err != nil {
			return err
		}
	}
	return nil
}

// alarm does what a game's clock asks for now: a reminder, or the end.
func (c *call) alarm(id int64) error {
	g, err := c.tx.Game(id)
	if err != nil {
		return err
	}
	if g.Flag(c.now) {
		return c.announceFlag(g)
	}
	at, ok := g.Alarm()
	if !ok || c.now.Before(at) {
		return c.tx.SaveGame(g) // the column was behind
	}
	g.Remind()
	deadline, _ := g.Deadline()
	if err := c.tx.SaveGame(g); err != nil {
		return err
	}
	if next, ok := g.Alarm(); ok && !c.now.Before(next) {
		return c.alarm(id) // the bot was late: only the last reminder is said
	}
	notify, err := c.toMove(g)
	if err != nil {
		return err
	}
	c.desk.log.Info("reminder", "game", g.ID, "player", g.ToMove())
	return c.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Notify: notify, Picture: picture(g), Buttons: c.moveButtons(g),
			Text: c.say.Text("clock.reminder", "name", notify[0].Name, "when", chat.When(deadline), "game", g.ID)}, nil
	})
}

// announceFlag stores and tells the end of a game by the clock.
func (c *call) announceFlag(g *game.Game) error {
	if err := c.save(g); err != nil {
		return err
	}
	c.desk.log.Info("time is over", "game", g.ID)
	names, err := c.names(g)
	if err != nil {
		return err
	}
	var notify []chat.Person
	for _, id := range g.Seats {
		p, err := c.person(id)
		if err != nil {
			return err
		}
		notify = append(notify, p.Person())
	}
	return c.announce(g, func() (chat.Reply, error) {
		result, err := c.resultText(g, names)
		return chat.Reply{Text: result, Picture: picture(g), Buttons: c.endButtons(g), Notify: notify}, err
	})
}

// clockLine says until when the side to move must have moved; empty without a clock.
func (c *call) clockLine(g *game.Game) string {
	deadline, ok := g.Deadline()
	if !ok {
		return ""
	}
	return " " + c.say.Text("clock.deadline", "when", chat.When(deadline))
}
