package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"stackmate/bot/account"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/render"
)

// Answer is what goes straight back to whoever spoke.
type Answer struct {
	chat.Reply
	// Refused is whether the command was not done.
	Refused bool
	// ButtonSpent is whether the button that was pressed, and questions beside it, are of no
	// more use.
	ButtonSpent bool

	// Queued is whether the outbox delivers it, because older messages about the game
	// have to go first. Then the front end does not, and reports nothing.
	Queued bool

	outboxID    int64               // its number in the outbox; 0 if it is not there
	undelivered *data.OutboxMessage // what the outbox takes over if it cannot be delivered; nil if it is there
	scene       *render.Picture     // what its picture shows; nil if that is to be looked up
}

// Handle does what a message asks for. When it returns, the change and the replies
// are on disk; see look for commands that change nothing. It returns nil for a message
// that was handled before. The front end delivers the answer and reports that to
// Delivered. The error is not for players; Handle then has done nothing.
func (d *Desk) Handle(ctx context.Context, m chat.Message) (answer *Answer, err error) {
	defer panics.Catch(&err)
	m.From = request.CleanName(m.From)
	err = d.withRooms(ctx, func(last bool) (err error) {
		if answer, err = d.handleReadOnly(ctx, m, last); errors.Is(err, data.ErrReadOnly) {
			answer, err = d.handleWrite(ctx, m, last)
		}
		if err != nil {
			d.readOnlySeen.Remove(messageKey(m))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("handle message: %w", err)
	}
	if answer == nil || answer.Queued {
		return answer, nil
	}
	if err := d.attachPicture(ctx, &answer.Reply, answer.scene); err != nil { // words will do
		d.log.Error("no picture", "game", answer.Game, "error", err)
	}
	return answer, nil
}

// handleWrite does what a message asks for in one transaction that may write.
func (d *Desk) handleWrite(ctx context.Context, m chat.Message, last bool) (answer *Answer, err error) {
	var posted bool
	work := func(refusal *request.Refusal) error {
		return d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
			answer = nil
			if fresh, err := d.receive(tx, m, now); !fresh {
				return err
			}
			watched := &postTx{Tx: tx}
			req, err := d.respond(ctx, watched, m, now, refusal, last)
			if err != nil || req.Reply == nil {
				return err
			}
			answer, err = enqueueAnswer(req, tx, refusal)
			posted = watched.posted || err == nil && answer.Queued
			return err
		})
	}
	err = work(nil)
	if r := (*request.Refusal)(nil); errors.As(err, &r) {
		err = work(r) // whatever the command had begun is undone; only the answer is kept
	}
	if err == nil && posted {
		d.outbox.Wake()
	}
	return answer, err
}

// receive notes a message; fresh is whether it had not been noted before.
func (d *Desk) receive(tx data.Tx, m chat.Message, now time.Time) (fresh bool, err error) {
	if m.ID == "" {
		return true, nil
	}
	return tx.MarkReceived(m.From.Transport, m.ID, now)
}

// postTx notices whether messages are posted that the senders should hear of.
type postTx struct {
	data.Tx
	posted bool
}

// Enqueue implements Outbox.
func (t *postTx) Enqueue(m data.OutboxMessage) (int64, error) {
	t.posted = true
	return t.Tx.Enqueue(m)
}

// respond runs one message in a transaction: it admits the speaker, runs the command, and
// completes the answer. With a refusal it only answers that. Unless it is the last attempt,
// it returns an UnknownRoomsError if the answer depends on rooms that are not known.
func (d *Desk) respond(ctx context.Context, tx data.Tx, m chat.Message, now time.Time, refusal *request.Refusal, last bool) (*request.Request, error) {
	req := &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Msg: m, Now: now, AudienceServer: m.In.Server, LastAttempt: last}
	if err := admit(req, refusal); err != nil {
		return nil, err
	}
	if refusal != nil {
		request.AnswerRefusal(req, refusal)
	} else if err := runCommand(req); err != nil {
		return nil, request.CompleteRefusal(req, err)
	}
	return req, finishAnswer(req)
}

// admit finds out who speaks, and refuses who may not press the button that was pressed.
func admit(req *request.Request, refusal *request.Refusal) error {
	if refusal == nil {
		if err := request.AuthorizeButton(req); err != nil {
			return err
		}
	}
	return identify(req, refusal != nil && refusal.ForgetSpeaker)
}

// finishAnswer makes the answer fit the place where it is read.
func finishAnswer(req *request.Request) error {
	if req.Reply == nil {
		return nil
	}
	if err := request.RedirectAnswer(req); err != nil {
		return err
	}
	req.Reply.Language = cmp.Or(req.Reply.Language, req.Lang.Tag)
	if req.Reply.Audience != chat.Public && req.Reply.Game == 0 { // it stays with what it answers
		req.Reply.Game = req.Msg.Game
	}
	return request.SetPly(req, req.Reply)
}

// outboxMessage is the answer as the outbox keeps it until it has been delivered.
func outboxMessage(req *request.Request) data.OutboxMessage {
	m := data.OutboxMessage{To: req.Msg.In.Address, Reply: *req.Reply, NotBefore: req.Now.Add(leaseTime), LeasedBy: req.Env.Owner}
	m.Reply.Asker, m.Reply.InReplyTo = req.Msg.From, req.Msg.ID
	if m.Reply.Audience != chat.Public {
		m.To = req.Msg.From.Address
		m.Reply.Place, m.Reply.Command = req.PublicPlace(), string(req.Cmd.Path)
	}
	return m
}

// enqueueAnswer stores the answer, and returns it for whoever delivers it. Who can wait is answered
// by the outbox, after all that waits there and is older.
func enqueueAnswer(req *request.Request, tx data.Tx, refusal *request.Refusal) (*Answer, error) {
	m := outboxMessage(req)
	older, err := outbox.MergeWaiting(tx, m.To, &m.Reply, req.Now)
	if err != nil {
		return nil, err
	}
	req.Reply.Text, req.Reply.Played = m.Reply.Text, m.Reply.Played
	queued := older > 0 && req.Msg.AnswerMayWait && m.Reply.Audience == chat.Public
	if queued {
		m.NotBefore, m.LeasedBy = req.Now, ""
		if err := outbox.SendNow(tx, m.To, m.Reply.Game, req.Now); err != nil {
			return nil, err
		}
	}
	id, err := tx.Enqueue(m)
	req.Reply.Key = outbox.IdempotencyKey(id)
	return &Answer{Reply: *req.Reply, Refused: refusal != nil, ButtonSpent: request.ButtonSpent(req, refusal), Queued: queued, outboxID: id, scene: savedScene(req)}, err
}

// identify finds out who speaks. Of a stranger nothing is kept.
func identify(req *request.Request, stranger bool) (err error) {
	if stranger {
		if req.Player, err = req.Tx.FindPlayer(req.Msg.From.Address); errors.Is(err, data.ErrNotFound) {
			err = nil
		}
		req.Lang = req.Language()
		return err
	}
	if req.Player, err = req.Tx.PlayerAt(req.Msg.From, req.Now); err != nil {
		return err
	}
	req.Lang = req.Language()
	if err := errors.Join(request.RememberLanguage(req), request.RememberName(req)); err != nil {
		return err
	}
	if !req.Msg.In.Private {
		return markPresent(req)
	}
	if req.Msg.In.Guest {
		return nil
	}
	if closed, err := req.Tx.Unreachable(req.Msg.From.Address, req.Now); err != nil || !closed {
		return err
	}
	return req.Tx.SetUnreachable(req.Msg.From.Address, time.Time{}) // who writes in private hears in private
}

// markPresent notes that the speaker can see where something is said.
func markPresent(req *request.Request) error {
	absent, err := req.Tx.CannotSee(req.Msg.In.Address, req.Player.ID)
	if err != nil || !absent {
		return err
	}
	return req.Tx.SetCannotSee(req.Msg.In.Address, req.Player.ID, false)
}

// runCommand does what the message asks for.
func runCommand(req *request.Request) error {
	in, err := command.Parse(req.Msg, func(name string) bool { return request.IsName(req, name) })
	req.Cmd = in
	if bad := (*command.ParseError)(nil); errors.As(err, &bad) {
		return request.ParseRefusal(bad)
	}
	if err != nil {
		return err
	}
	if req.Msg.PublicAnswer && in.Audience() != chat.Public {
		req.AudienceServer = "" // the answer may have to go to the speaker alone
	}
	err = handlers[in.Path](req)
	if over := (*request.ExpiredError)(nil); errors.As(err, &over) {
		err = request.AnnounceFlag(req, over.Game)
	}
	if err := request.RequireRooms(req, err); err != nil {
		return err
	}
	if err := account.AskName(req); err != nil {
		return err
	}
	req.Env.Log.Info("command", "command", in.Path, "player", req.Player.ID, "game", req.GameID)
	return nil
}

// leaseTime is how long a front end has to deliver a direct answer before the outbox
// takes it over.
const leaseTime = time.Minute
