package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
)

const (
	// restoredPause is the pause between two games whose players are told of a restore, so that
	// thousands of games leave room for other messages.
	restoredPause = 200 * time.Millisecond
	// reopenedFor is how old challenges may be, before a backup, whose players are told.
	reopenedFor = 14 * timeutil.Day
)

// TellRestored tells the players of all running games where their games are after the database
// was restored from a backup, and those of open challenges that they are open. It tells each once,
// goes on after a restart, and returns when all have been told or the context ends.
func (d *Desk) TellRestored(ctx context.Context) {
	ctx = data.ForJob(ctx, "restored")
	last := d.env.Restores.Last()
	for pause := restoredPause; !last.Told && !last.At.IsZero(); {
		if !d.cluster.Has(uptime.ClockWork, 0) { // another process tells them, or none does yet
			if timeutil.Sleep(ctx, time.Minute) != nil {
				return
			}
			continue
		}
		id, err := d.tellNext(ctx, last)
		if err == nil && id == 0 {
			return
		}
		pause = restoredPause
		if err != nil && ctx.Err() == nil {
			d.log.ErrorContext(ctx, "players were not told of a restore", "game", id, "error", err)
			if id > 0 { // the others must not wait for this one
				err = d.store.Update(ctx, func(tx data.Tx) error { return tx.MarkTold(id) })
			}
			if err != nil {
				pause = time.Minute
			}
		}
		d.outbox.Wake()
		if timeutil.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// tellNext tells the players of the next game or challenge, and returns its number; 0 if there is
// none.
func (d *Desk) tellNext(ctx context.Context, last data.Restore) (id int64, err error) {
	defer panics.Catch(&err)
	err = d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
		list, err := tx.NextRestored(last.From.Add(-reopenedFor), 1)
		if err != nil || len(list) == 0 {
			return errors.Join(err, tx.MarkTold(0))
		}
		id = list[0]
		req := &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Now: now, Lang: words.In("en"), GameID: id, LastAttempt: true}
		g, err := tx.Game(id)
		switch {
		case err == nil:
			err = request.AnnounceRestored(req, g)
		case errors.Is(err, data.ErrNotFound):
			err = announceReopened(req, id)
		}
		return errors.Join(err, tx.MarkTold(id))
	})
	return id, err
}

// announceReopened sends an open challenge again. A mail address that a challenge names hears
// nothing: its owner may never have wanted mail.
func announceReopened(req *request.Request, id int64) error {
	ch, err := req.Tx.Challenge(id)
	if err != nil || ch.State != game.Open || ch.Address != "" {
		return err
	}
	if req.Player, err = req.Tx.Player(ch.From); err != nil {
		return err
	}
	var opponent data.Player
	if ch.To != 0 {
		if opponent, err = req.Tx.Player(ch.To); err != nil {
			return err
		}
	}
	return tellOther(req, ch, opponent, func(req *request.Request) (chat.Reply, error) {
		r := offerReply(req, ch, opponent)
		if req.ByMail {
			r = bymail.Invitation(req, ch, opponent, termTexts(req.Lang, ch.Terms))
		}
		r.Text = req.Lang.Text("challenge.restored", "from", chat.When(req.Env.Restores.Last().From)) + " " + r.Text
		return r, nil
	}, "challenge.sent")
}
