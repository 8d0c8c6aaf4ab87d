package discord

import (
	"context"
	"log/slog"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/request"
)

// Desk is what the front end needs of the desk.
type Desk interface {
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	Delivered(ctx context.Context, a *bot.Answer, failure error) error
	Complete(ctx context.Context, m chat.Message, argument, typed string) ([]chat.Option, error)
	ThreadOpened(ctx context.Context, game int64, home chat.Address) error
	Missed(ctx context.Context, m *outbox.MissedError, said *chat.Reply) error
	UseRooms(transport string, r request.Rooms)
}

// safeDesk is a desk of which neither panics nor what it cannot note harm the front end.
type safeDesk struct {
	Desk
	log *slog.Logger
}

// handle has the desk handle a message. A panic there becomes an error.
func (d safeDesk) handle(ctx context.Context, m chat.Message) (a *bot.Answer, err error) {
	defer panics.Catch(&err)
	return d.Handle(ctx, m)
}

// delivered tells the desk what became of an answer, also when time is up.
func (d safeDesk) delivered(ctx context.Context, a *bot.Answer, failure error) {
	if a == nil {
		return
	}
	if err := d.Delivered(context.WithoutCancel(ctx), a, failure); err != nil {
		d.log.Error("discord: note delivery", "game", a.Game, "error", err)
	}
}
