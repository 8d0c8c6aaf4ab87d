package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/account"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/lru"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
	"stackmate/render"
)

// lease is how long a front end has to deliver a direct answer before the outbox
// takes it over.
const lease = time.Minute

// Desk hears commands and answers them. It is safe for concurrent use.
type Desk struct {
	store data.Store
	draw  *render.Renderer
	now   func() time.Time
	env   *request.Env
	log   *slog.Logger

	looked *lru.Cache[chat.Address, struct{}] // messages of commands that only looked

	outbox *outbox.Outbox
	uptime *uptime.Keeper

	drawing sync.Mutex // held while an animation is drawn
}

// Options are what a desk needs from outside; all are required but Owner and Log.
type Options struct {
	Store    data.Store
	Renderer *render.Renderer
	// Now tells the time, Coin decides a random color.
	Now  func() time.Time
	Coin func() bool
	// Code makes an unguessable code of twelve letters and digits (base 32).
	Code func() string
	// Mail is whether mail can be sent and received.
	Mail bool
	// Owner names this run of the bot: it holds the leases of messages. No other run may
	// have the same.
	Owner string
	Log   *slog.Logger
}

// New returns a desk.
func New(o Options) *Desk {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	env := &request.Env{Coin: o.Coin, Code: o.Code, Mail: o.Mail, Owner: cmp.Or(o.Owner, "desk"), Rooms: map[string]request.Rooms{}, Log: o.Log}
	d := &Desk{store: o.Store, draw: o.Renderer, now: o.Now, env: env, log: o.Log,
		looked: lru.New[chat.Address, struct{}](lookedAtMost)}
	d.uptime = uptime.New(uptime.Options{Store: o.Store, Now: o.Now, Log: o.Log, Wake: func() { d.outbox.Wake() },
		Alarm: func(ctx context.Context, tx data.Tx, id int64, now time.Time) error {
			req := &request.Request{Ctx: ctx, Env: env, Tx: tx, Now: now, Lang: words.In("en"), GameID: id}
			return runAlarm(req, id)
		}})
	d.outbox = outbox.New(outbox.Options{Store: o.Store, Update: d.uptime.Update, Now: o.Now, Owner: env.Owner, Ran: d.uptime.LoopRan, Log: o.Log,
		Illustrate: func(ctx context.Context, r *chat.Reply) error { return d.attachPicture(ctx, r, nil) },
		Text: func(p data.Player, key string, args ...any) string {
			return request.LanguageOf(p, "").Text(key, args...)
		},
		CommandName: func(p data.Player, path string) string {
			return request.SlashCommand(request.LanguageOf(p, ""), command.Path(path))
		}})
	return d
}

// Answer is what goes straight back to whoever spoke.
type Answer struct {
	chat.Reply
	// Refused is whether the command was not done.
	Refused bool
	// Settled is whether the button that was pressed, and questions beside it, are of no
	// more use.
	Settled bool

	// Queued is whether the outbox delivers it, because older messages about the game
	// have to go first. Then the front end does not, and reports nothing.
	Queued bool

	letter      int64               // its number in the outbox; 0 if it is not there
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
			d.looked.Remove(numberOf(m))
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

// respond runs one message in a transaction. With a refusal it only answers that. Unless
// it is the last attempt, it returns an unsureError if the answer depends on rooms that
// are not known.
func (d *Desk) respond(ctx context.Context, tx data.Tx, m chat.Message, now time.Time, refusal *request.Refusal, last bool) (*request.Request, error) {
	req := &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Msg: m, Now: now, Where: m.In.Server, Last: last}
	if refusal == nil {
		if err := request.ReadButton(req); err != nil {
			return nil, err
		}
	}
	if err := identify(req, refusal != nil && refusal.Stranger); err != nil {
		return nil, err
	}
	if refusal != nil {
		request.AnswerRefusal(req, refusal)
	} else if err := run(req); err != nil {
		return nil, request.CompleteRefusal(req, err)
	}
	if req.Reply == nil {
		return req, nil
	}
	if err := request.RedirectAnswer(req); err != nil {
		return nil, err
	}
	req.Reply.Language = cmp.Or(req.Reply.Language, req.Lang.Tag)
	if req.Reply.Audience != chat.Public && req.Reply.Game == 0 { // it stays beside what it answers
		req.Reply.Game = m.Game
	}
	return req, request.SetPly(req, req.Reply)
}

// message is the answer as the outbox keeps it until it has been delivered.
func letter(req *request.Request) data.OutboxMessage {
	m := data.OutboxMessage{To: req.Msg.In.Address, Reply: *req.Reply, NotBefore: req.Now.Add(lease), LeasedBy: req.Env.Owner}
	m.Reply.Asked, m.Reply.Answers = req.Msg.From, req.Msg.ID
	if m.Reply.Audience != chat.Public {
		m.To = req.Msg.From.Address
		m.Reply.Place, m.Reply.Command = req.Place(), string(req.Cmd.Path)
	}
	return m
}

// enqueueAnswer stores the answer, and returns it for whoever delivers it. Who can wait is answered
// by the outbox, after all that waits there and is older.
func enqueueAnswer(req *request.Request, tx data.Tx, refusal *request.Refusal) (*Answer, error) {
	m := letter(req)
	older, err := outbox.MergeWaiting(tx, m.To, &m.Reply, req.Now)
	if err != nil {
		return nil, err
	}
	req.Reply.Text, req.Reply.Played = m.Reply.Text, m.Reply.Played
	queued := older > 0 && req.Msg.Patient && m.Reply.Audience == chat.Public
	if queued {
		m.NotBefore, m.LeasedBy = req.Now, ""
		if err := outbox.SendNow(tx, m.To, m.Reply.Game, req.Now); err != nil {
			return nil, err
		}
	}
	id, err := tx.Enqueue(m)
	req.Reply.Key = outbox.IdempotencyKey(id)
	return &Answer{Reply: *req.Reply, Refused: refusal != nil, Settled: request.AnswersQuestion(req, refusal), Queued: queued, letter: id, scene: sceneSaved(req)}, err
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
		return noteSeen(req)
	}
	if req.Msg.In.Guest {
		return nil
	}
	if closed, err := req.Tx.Unreachable(req.Msg.From.Address, req.Now); err != nil || !closed {
		return err
	}
	return req.Tx.SetUnreachable(req.Msg.From.Address, time.Time{}) // who writes in private hears in private
}

// noteSeen notes that the speaker can see where something is said.
func noteSeen(req *request.Request) error {
	absent, err := req.Tx.Absent(req.Msg.In.Address, req.Player.ID)
	if err != nil || !absent {
		return err
	}
	return req.Tx.SetAbsent(req.Msg.In.Address, req.Player.ID, false)
}

// run does what the message asks for.
func run(req *request.Request) error {
	in, err := command.Parse(req.Msg, func(name string) bool { return request.IsName(req, name) })
	req.Cmd = in
	if bad := (*command.ParseError)(nil); errors.As(err, &bad) {
		return request.Refuse(bad.Key, bad.Args...)
	}
	if err != nil {
		return err
	}
	if req.Msg.Overheard && in.Audience() != chat.Public {
		req.Where = "" // the answer may have to go to the speaker alone
	}
	if err := request.CheckVisibility(req, handlers[in.Path](req)); err != nil && !errors.Is(err, request.ErrDone) {
		return err
	}
	if err := account.AskName(req); err != nil {
		return err
	}
	req.Env.Log.Info("command", "command", in.Path, "player", req.Player.ID, "game", req.GameID)
	return nil
}

// Wake tells the senders that messages may have become due.
func (d *Desk) Wake() { d.outbox.Wake() }

// Start takes over what an earlier run of the bot has left. It is called before anything
// else; panicked says that the last run ended by a panic.
func (d *Desk) Start(ctx context.Context, panicked bool) error { return d.outbox.Start(ctx, panicked) }

// Send delivers the messages that are owed on a transport through its front end until the
// context ends.
func (d *Desk) Send(ctx context.Context, transport string, front outbox.FrontEnd) {
	d.outbox.Send(ctx, transport, front)
}

// KeepTime minds the clocks of all games until the context ends.
func (d *Desk) KeepTime(ctx context.Context) { d.uptime.KeepTime(ctx) }

// CheckClocks sends the reminders that are due, and ends the games in which the time is over.
func (d *Desk) CheckClocks(ctx context.Context) error { return d.uptime.CheckClocks(ctx) }

// WatchConnections has the desk know of the connections of a transport. While one of them
// is down, the clocks of its people stand still.
func (d *Desk) WatchConnections(transport string, list func() []uptime.Connection) {
	d.uptime.WatchConnections(transport, list)
}

// Live checks that the loops run and that the database can be written. If a check fails, it
// may help to start the bot anew.
func (d *Desk) Live(ctx context.Context) []uptime.Check { return d.uptime.Live(ctx) }

// Ready checks also that the transports can be reached and that all that is due goes out. A
// new start does not help if a check fails.
func (d *Desk) Ready(ctx context.Context) []uptime.Check { return d.uptime.Ready(ctx) }

// Missed notes that people cannot see a place, and tells each alone what was said there,
// unless that is nil.
func (d *Desk) Missed(ctx context.Context, m *outbox.MissedError, said *chat.Reply) error {
	return d.outbox.Missed(ctx, m, said)
}

// Delivered tells the desk what became of an answer. With a nil error it is done;
// otherwise the outbox tries to deliver it by itself.
func (d *Desk) Delivered(ctx context.Context, a *Answer, failure error) error {
	if a.letter == 0 && failure == nil {
		return nil
	}
	unseen := (*outbox.MissedError)(nil)
	err := d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
		switch {
		case errors.As(failure, &unseen):
			return errors.Join(tx.MarkDelivered(a.letter, now), d.outbox.NotifyMissed(tx, unseen, &a.Reply, now))
		case a.letter == 0:
			a.undelivered.NotBefore, a.undelivered.LeasedBy = now, ""
			_, err := tx.Enqueue(*a.undelivered)
			return err
		case failure == nil:
			return tx.MarkDelivered(a.letter, now)
		}
		return tx.Postpone(a.letter, now, outbox.FirstLine(failure))
	})
	if failure != nil {
		d.outbox.Wake()
	}
	return err
}

// ThreadOpened tells the desk that a game has a thread of its own, where it is followed
// from now on.
func (d *Desk) ThreadOpened(ctx context.Context, id int64, home chat.Address) error {
	return d.store.Update(ctx, func(tx data.Tx) error { return tx.SetHome(id, home) })
}

// ToMove returns whose turn it is in the running game of a place that was moved in
// last; ok is false if there is none.
func (d *Desk) ToMove(ctx context.Context, home chat.Address) (p chat.Person, ok bool, err error) {
	err = d.store.View(ctx, func(tx data.Tx) error {
		running, err := tx.FindGames(data.GameFilter{Everyone: true, Home: home, Limit: 1})
		if err != nil || len(running.Games) == 0 {
			return err
		}
		player, err := tx.Player(running.Games[0].ToMove())
		p, ok = player.Person(), true
		return err
	})
	return p, ok, err
}
