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
	"stackmate/bot/logging"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/show"
	"stackmate/render"
)

// Answer is the reply to a message, which the front end delivers.
type Answer struct {
	chat.Reply
	// Refused is whether the command was not done.
	Refused bool
	// ButtonSpent is whether the button that was pressed, and all others of its message,
	// will never do anything again.
	ButtonSpent bool

	// Queued is whether the outbox delivers the answer, after older messages about the
	// game. The front end must then neither deliver it nor call Delivered.
	Queued bool
	// InOrder is whether the answer comes after older messages about the game. A front end that has kept a
	// place for it must not use that: some may have come since.
	InOrder bool

	trace       string              // of the message that is answered
	outboxID    int64               // its ID in the outbox; 0 if it is not there
	after       chat.Address        // where older messages about the game were still owed; zero if none were
	undelivered *data.OutboxMessage // what the outbox takes over if it cannot be delivered; nil if it is there
	awaiting    *data.OutboxMessage // what waits for the program's reply; nil if nothing does
	scene       *render.Picture     // what its picture shows; nil if that must be read from the store
}

// Handle does what a message asks for. When it returns, the change, the answer and all
// other messages are on disk. An answer that only shows something is not stored if the
// transport itself tells the speaker when no answer comes. The front end delivers the
// answer and reports the result to Delivered. The answer is nil if the message was handled
// before. The error is for the log; after an error nothing was changed.
func (d *Desk) Handle(ctx context.Context, m chat.Message) (answer *Answer, err error) {
	verb, began := unknownVerb, d.now()
	if m.Since.IsZero() {
		m.Since = began
	}
	defer func() { d.report(verb, answer, err, d.now().Sub(began)) }()
	defer panics.Catch(&err)
	ctx = traced(ctx, m)
	m = m.WithoutMarks()
	m.From = request.CleanName(m.From)
	verb, readOnly := glance(m)
	ctx = data.ForJob(ctx, verb)
	waited, err := d.whenKnown(ctx, func(last bool) (err error) {
		err = data.ErrReadOnly
		if readOnly {
			answer, err = d.handleReadOnly(ctx, m, last)
		}
		if errors.Is(err, data.ErrReadOnly) {
			answer, err = d.handleWrite(ctx, m, last)
		}
		if answersLater(m, err) {
			answer, err = answerLater(ctx, d, m, last)
		}
		if err != nil {
			d.readOnlySeen.Remove(messageKey(m))
		}
		return err
	})
	began = began.Add(waited) // how long the program thinks says nothing about the desk
	if err != nil {
		return nil, fmt.Errorf("handle message: %w", err)
	}
	if answer != nil && !answer.after.IsZero() && m.AnswerMayFollow {
		d.takeTurn(ctx, answer)
	}
	if answer == nil || answer.Queued || answer.Later != nil {
		return answer, nil
	}
	answer.trace = logging.Trace(ctx)
	if err := d.attach(ctx, &answer.Reply, answer.scene); err != nil { // the text is enough
		d.log.ErrorContext(ctx, "no picture", "game", answer.Game, "error", err)
	}
	return answer, nil
}

// handleWrite handles a message in one transaction that may write.
func (d *Desk) handleWrite(ctx context.Context, m chat.Message, last bool) (answer *Answer, err error) {
	began := d.now()
	var posted bool
	var req *request.Request
	var waiting *outbox.Awaiting
	work := func(refusal *request.Refusal) error {
		return d.uptime.Update(ctx, func(tx data.Tx, now time.Time) (err error) {
			answer, req = nil, nil
			d.awaited.Stop(waiting) // of an attempt that failed
			if fresh, err := receive(tx, m, now); !fresh {
				return err
			}
			recorder := &enqueueRecorder{Tx: tx}
			req, err = d.respond(ctx, recorder, m, now, refusal, last)
			if err != nil || req.Reply == nil {
				return err
			}
			answer, err = enqueueAnswer(req, tx, refusal)
			posted = recorder.posted || err == nil && answer.Queued
			if err == nil && answer.awaiting != nil { // before the commit, after which the program may move at once
				waiting = d.awaited.Add(*answer.awaiting)
			}
			return err
		})
	}
	err = work(nil)
	refusal := (*request.Refusal)(nil)
	if errors.As(err, &refusal) {
		err = work(refusal) // the command was rolled back: only the answer is stored
	}
	if err == nil && req != nil {
		d.logCommand(ctx, req, refusal, began)
	}
	if err == nil && posted {
		d.outbox.Wake()
	}
	if err != nil {
		d.awaited.Stop(waiting)
		return answer, err
	}
	if req != nil && (req.Saved != nil || req.Awaits) && d.env.Computer != nil {
		d.env.Computer.Wake()
	}
	if waiting != nil {
		answer = withReply(ctx, d, answer, waiting)
	}
	return answer, err
}

// receive stores that a message was received; fresh is whether it is new.
func receive(tx data.Tx, m chat.Message, now time.Time) (fresh bool, err error) {
	if m.ID == "" {
		return true, nil
	}
	return tx.MarkReceived(m.From.Transport, m.ID, now)
}

// enqueueRecorder is a transaction that records whether anything was put into the outbox.
type enqueueRecorder struct {
	data.Tx
	posted bool
}

// Enqueue implements data.Outbox.
func (t *enqueueRecorder) Enqueue(m data.OutboxMessage) (int64, error) {
	t.posted = true
	return t.Tx.Enqueue(m)
}

// respond handles a message in a transaction: it identifies the speaker, runs the command,
// and completes the answer. If refusal is not nil, the answer is that refusal and the
// command is not run. Unless last is true, the error is an UnknownRoomsError if the answer
// depends on rooms that are not known.
func (d *Desk) respond(ctx context.Context, tx data.Tx, m chat.Message, now time.Time, refusal *request.Refusal, last bool) (*request.Request, error) {
	req := newRequest(ctx, d, tx, m, now, last)
	if err := admit(req, refusal); err != nil {
		return nil, err
	}
	if refusal != nil {
		if err := request.AnswerRefusal(req, refusal); err != nil {
			return nil, err
		}
	} else if err := runCommand(req); err != nil {
		return nil, request.CompleteRefusal(req, err)
	}
	return req, finishAnswer(req)
}

func newRequest(ctx context.Context, d *Desk, tx data.Tx, m chat.Message, now time.Time, last bool) *request.Request {
	return &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Msg: m, Now: now, AudienceServer: m.In.Server, LastAttempt: last,
		ByMail: m.In.Transport == request.MailTransport}
}

// admit identifies the speaker. The error is a Refusal if the speaker may not press the
// button that was pressed.
func admit(req *request.Request, refusal *request.Refusal) error {
	if refusal == nil {
		if err := request.AuthorizeButton(req); err != nil {
			return err
		}
	}
	return identify(req, refusal != nil && refusal.ForgetSpeaker)
}

// finishAnswer completes the answer with what depends on where it is read.
func finishAnswer(req *request.Request) error {
	if req.Reply == nil {
		return nil
	}
	if err := request.RedirectAnswer(req); err != nil {
		return err
	}
	req.Reply.Language = cmp.Or(req.Reply.Language, req.Lang.Tag)
	if pic := req.Reply.Picture; req.Reply.Audience != chat.Public && req.Reply.Game == 0 && (pic == nil || pic.Puzzle == "") { // it stays in the game's conversation
		req.Reply.Game = req.Msg.Game
	}
	return request.SetPly(req, req.Reply)
}

// outboxMessage returns the answer as a message of the outbox, leased to the front end.
func outboxMessage(req *request.Request) data.OutboxMessage {
	m := data.OutboxMessage{To: req.Msg.In.Address, Reply: *req.Reply, NotBefore: req.Now.Add(leaseTime), LeasedBy: req.Env.Owner}
	m.Reply.Asker, m.Reply.InReplyTo = req.Msg.From, req.Msg.ID
	if m.Reply.Later != nil {
		m.Reply.Game = 0 // what happens in the game meanwhile does not wait behind it
	}
	if m.Reply.Audience != chat.Public {
		m.To = req.Msg.From.Address
		m.Reply.Place, m.Reply.Command = req.PublicPlace(), string(req.Cmd.Path)
	}
	return m
}

// enqueueAnswer stores the answer and returns it for delivery. If the transport can wait
// and older messages about the game are due in the same place, the answer is left to the
// outbox, behind them.
func enqueueAnswer(req *request.Request, tx data.Tx, refusal *request.Refusal) (*Answer, error) {
	m := outboxMessage(req)
	older, err := outbox.MergeWaiting(tx, m.To, &m.Reply, req.Now)
	if err != nil {
		return nil, err
	}
	req.Reply.Text, req.Reply.Played = m.Reply.Text, m.Reply.Played
	awaits := req.Awaits && m.Reply.Played != ""
	public := m.Reply.Audience == chat.Public
	queued := (older > 0 && req.Msg.AnswerMayWait || awaits && (req.Msg.AnswerMayWait || req.ByMail)) && public
	if queued {
		m.NotBefore, m.LeasedBy = req.Now, ""
		if awaits {
			m.NotBefore = req.Now.Add(request.ReplyWaitFor(m.To.Transport))
		}
		if err := outbox.SendNow(tx, m.To, m.Reply.Game, req.Now); err != nil {
			return nil, err
		}
	}
	id, err := tx.Enqueue(m)
	req.Reply.Key = outbox.IdempotencyKey(id)
	a := &Answer{Reply: *req.Reply, Refused: refusal != nil, ButtonSpent: request.ButtonSpent(req, refusal), Queued: queued, InOrder: public && m.Reply.Game != 0, outboxID: id, scene: show.SavedScene(req)}
	if older > 0 && public {
		a.after = m.To
	}
	if m.ID = id; awaits && !queued && public && req.Env.Computer.Here(m.Reply.Game) {
		a.awaiting = &m
	}
	return a, err
}

// identify finds the player who sent the message, and stores a new one unless that person's
// data was just deleted. If forget is true, nothing is stored.
func identify(req *request.Request, forget bool) (err error) {
	if forget {
		if req.Player, err = req.Tx.FindPlayer(req.Msg.From.Address); errors.Is(err, data.ErrNotFound) {
			err = nil
		}
		req.Lang = req.Language()
		return err
	}
	if req.Player, err = request.Speaker(req); err != nil {
		return err
	}
	req.Lang = req.Language()
	if err := errors.Join(request.RememberLanguage(req), request.RememberName(req)); err != nil {
		return err
	}
	if !req.Msg.In.Private {
		return markPresent(req)
	}
	if req.Msg.In.Guest || req.Msg.In.Transport != req.Msg.From.Transport { // a browser
		return nil
	}
	if closed, err := req.Tx.Unreachable(req.Msg.From.Address, req.Now); err != nil || !closed {
		return err
	}
	return req.Tx.SetUnreachable(req.Msg.From.Address, time.Time{}) // somebody who writes in private can be answered there
}

// markPresent stores that the speaker can see the place of the message.
func markPresent(req *request.Request) error {
	absent, err := req.Tx.CannotSee(req.Msg.In.Address, req.Player.ID)
	if err != nil || !absent {
		return err
	}
	return req.Tx.SetCannotSee(req.Msg.In.Address, req.Player.ID, false)
}

// runCommand parses the command of a message and runs its handler. If the time of a player
// has run out in the game, the game ends instead.
func runCommand(req *request.Request) error {
	in, err := command.Parse(req.Msg, func(name string) bool { return request.IsName(req, name) })
	req.Cmd = in
	if bad := (*command.ParseError)(nil); errors.As(err, &bad) {
		return request.ParseRefusal(req, bad)
	}
	if err != nil {
		return err
	}
	if req.Msg.PublicAnswer && in.Audience() != chat.Public {
		req.AudienceServer = "" // the answer may have to be private
	}
	err = handlers[in.Path](req)
	if over := (*request.ExpiredError)(nil); errors.As(err, &over) {
		err = request.AnnounceFlag(req, over.Game)
	}
	if err := request.RequireRooms(req, err); err != nil {
		return err
	}
	return account.AskName(req)
}

// leaseTime is how long a front end has to deliver an answer before the outbox takes it
// over.
const leaseTime = time.Minute
