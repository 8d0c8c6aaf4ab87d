package bot

import (
	"context"
	"strconv"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/logging"
	"stackmate/bot/outbox"
	"stackmate/bot/request"
	"stackmate/bot/words"
)

// UseComputer has the program play against people. Call it before Start.
func (d *Desk) UseComputer(c request.Computer) { d.env.Computer = &c }

// Act carries out what the program has decided to do in a turn, unless the game has gone on since:
// its log must have as many entries as when the program looked. So a decision that comes twice or
// late does nothing. Done is whether it was carried out.
func (d *Desk) Act(ctx context.Context, w data.ComputerTurn, entries int, a data.ComputerAction) (done bool, err error) {
	ctx = data.ForJob(logging.WithTrace(ctx, logging.TraceOf("computer", strconv.FormatInt(w.Game, 10), strconv.Itoa(entries))), "computer")
	answer := d.awaited.Take(w.Game)
	err = d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
		req := &request.Request{Ctx: ctx, Env: d.env, Tx: answer.Tx(tx, now.Add(leaseTime)), Now: now, Lang: words.In("en"), GameID: w.Game, LastAttempt: true}
		if req.Player, err = tx.Player(w.Opponent); err != nil { // whose language counts where there is no server
			return err
		}
		done, err = act(req, w, entries, a)
		return err
	})
	answer.Release(err == nil)
	if err != nil {
		return false, err
	}
	if done {
		d.log.InfoContext(ctx, "the program has played", "game", w.Game, "level", w.Level)
	}
	d.outbox.Wake()
	return done, nil
}

// act is Act in a transaction.
func act(req *request.Request, w data.ComputerTurn, entries int, a data.ComputerAction) (done bool, err error) {
	g, err := req.Tx.Game(w.Game)
	if err != nil {
		return false, err
	}
	offered := g.DrawOfferBy != nil && *g.DrawOfferBy == w.Color.Other()
	moves := a.Plays || a.ClaimsDraw
	switch {
	case g.Over(), len(g.Log) != entries, moves && g.Turn() != w.Color, !moves && !offered:
		return false, nil
	case g.FlagIfExpired(req.Now):
		return true, request.AnnounceFlag(req, g)
	case a.Plays:
		return true, playMove(req, g, w.Color, a.Move, "")
	case a.ClaimsDraw:
		return true, req.Change(g, w.Color, func() error { return g.ClaimDraw(req.Now) }, nil)
	case a.AcceptsDraw:
		return true, req.Change(g, w.Color, func() error { return g.AcceptDraw(w.Color, req.Now) }, nil)
	}
	return true, req.Change(g, w.Color, func() error { return g.DeclineDraw(w.Color) }, func(req *request.Request, _ data.Player) (chat.Reply, error) {
		computer, err := req.Person(g.Seats[w.Color])
		text := req.Lang.Text("draw.declined", "name", req.NameOf(computer), "game", g.ID)
		return chat.Reply{Text: text, Played: text}, err
	})
}

// withReply waits a moment for the program's reply to what a person has done, and returns the answer
// with both, or as it was.
func withReply(ctx context.Context, d *Desk, a *Answer, waiting *outbox.Awaiting) *Answer {
	select {
	case <-waiting.Replied:
	case <-d.after(request.ReplyWait):
	case <-ctx.Done():
	}
	if m := d.awaited.Stop(waiting); m != nil {
		return &Answer{Reply: m.Reply, ButtonSpent: a.ButtonSpent, InOrder: a.InOrder, outboxID: m.ID, after: a.after}
	}
	return a
}
