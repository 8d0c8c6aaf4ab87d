package discord

import (
	"context"
	"log/slog"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/mydata"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/request"
)

// Desk is what the front end needs of the desk.
type Desk interface {
	// Handle carries out a message. It returns nil for a message that it has handled before.
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	// Delivered records that an answer was sent, or with an error that it was not.
	Delivered(ctx context.Context, a *bot.Answer, failure error) error
	// Complete returns what an argument may become of which something has been typed.
	Complete(ctx context.Context, m chat.Message, argument, typed string) ([]chat.Option, error)
	// ThreadOpened moves a game to the thread that was opened for it.
	ThreadOpened(ctx context.Context, game int64, home chat.Address) error
	// Missed records who cannot see a message, and sends them said unless that is nil.
	Missed(ctx context.Context, m *outbox.MissedError, said *chat.Reply) error
	// UseRooms lets the desk ask who can see a place of a transport.
	UseRooms(transport string, r request.Rooms)
	// UseAccounts lets the desk ask whether people of a transport still have an account.
	UseAccounts(transport string, a mydata.Accounts)
}

// safeDesk is a desk whose panics become errors, and whose failures to record a delivery are logged.
type safeDesk struct {
	Desk
	log *slog.Logger
}

// handle is Handle, except that a panic becomes an error.
func (d safeDesk) handle(ctx context.Context, m chat.Message) (a *bot.Answer, err error) {
	defer panics.Catch(&err)
	return d.Handle(ctx, m)
}

// delivered is Delivered, also for a nil answer and after the context has ended. An error is logged.
func (d safeDesk) delivered(ctx context.Context, a *bot.Answer, failure error) {
	if a == nil {
		return
	}
	if err := d.Delivered(context.WithoutCancel(ctx), a, failure); err != nil {
		d.log.ErrorContext(ctx, "discord: note delivery", "game", a.Game, "error", err)
	}
}
