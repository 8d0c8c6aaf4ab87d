package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/logging"
	"stackmate/bot/mydata"
	"stackmate/bot/outbox"
	"stackmate/bot/request"
	"stackmate/render"
)

// traced returns a context with the trace of a message, unless its front end has given it
// one.
func traced(ctx context.Context, m chat.Message) context.Context {
	if m.ID == "" || logging.Trace(ctx) != "" {
		return ctx
	}
	return logging.WithTrace(ctx, logging.TraceOf(m.From.Transport, m.ID))
}

// logCommand logs a command whose effects are on disk, or that was refused.
func (d *Desk) logCommand(ctx context.Context, req *request.Request, refusal *request.Refusal, began time.Time) {
	fields := []any{"verb", string(req.Cmd.Path), "player", req.Player.ID, "game", req.GameID, "transport", req.Msg.From.Transport,
		"ms", d.now().Sub(began).Milliseconds()}
	if refusal != nil {
		d.log.InfoContext(ctx, "refused", append(fields, "why", refusal.Keys())...)
		return
	}
	d.log.InfoContext(ctx, "done", fields...)
}

// logDelivery logs how it went when a front end delivered an answer.
func (d *Desk) logDelivery(ctx context.Context, a *Answer, failure error) {
	fields := []any{"message", a.outboxID, "game", a.Game, "attempt", 1}
	if unseen := (*outbox.MissedError)(nil); failure == nil || errors.As(failure, &unseen) {
		d.log.InfoContext(ctx, "answered", fields...)
		return
	}
	d.log.WarnContext(ctx, "not answered", append(fields, "error", failure)...)
}

// attach adds to a reply the files that it describes: a picture, a record or a copy of somebody's data.
func (d *Desk) attach(ctx context.Context, r *chat.Reply, known *render.Picture) error {
	began := d.now()
	if r.Later != nil {
		if err := findLater(ctx, d, r); err != nil {
			return err
		}
	}
	r.Stamp(d.env.Stamp())
	if r.Export != nil {
		return mydata.Attach(ctx, d.store, began, r)
	}
	err := d.files.Attach(ctx, r, known)
	if err == nil && len(r.Files) > 0 {
		d.log.InfoContext(ctx, "picture", "game", r.Picture.Game, "files", len(r.Files), "ms", d.now().Sub(began).Milliseconds())
	}
	return err
}
