package bot

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/cluster"
	"stackmate/bot/data"
	"stackmate/bot/logging"
	"stackmate/bot/lru"
	"stackmate/bot/mydata"
	"stackmate/bot/outbox"
	"stackmate/bot/puzzles"
	"stackmate/bot/request"
	"stackmate/bot/show"
	"stackmate/bot/status"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
	"stackmate/render"
)

// Desk handles messages from front ends and delivers answers and announcements through
// them. It is safe for concurrent use.
type Desk struct {
	store data.Store
	files *show.Illustrator
	now   func() time.Time
	env   *request.Env
	log   *slog.Logger

	handled      func(Handled)
	readOnlySeen *lru.Cache[chat.Address, struct{}] // handled messages whose commands changed nothing

	outbox  *outbox.Outbox
	uptime  *uptime.Keeper
	missing *mydata.Watcher
	puzzles *puzzles.Poster

	commands status.Counter

	awaited outbox.Awaited
	cluster *cluster.Member
	after   func(time.Duration) <-chan time.Time
}

// Options are what a desk needs from outside. All are required except Owner and Log.
type Options struct {
	Store    data.Store
	Renderer *render.Renderer
	// Now returns the current time, Coin a random choice between the colors.
	Now  func() time.Time
	Coin func() bool
	// After returns a channel that gets a value after a time; nil for time.After.
	After func(time.Duration) <-chan time.Time
	// Code returns an unguessable code of twelve letters and digits (base 32).
	Code func() string
	// Mail is whether mail can be sent and received.
	Mail bool
	// Web is the URL of the pages for browsers, without a slash at the end; empty if there are none.
	Web string
	// Owner identifies this run of the bot, which holds leases on messages. No other run
	// may have the same.
	Owner string
	// Cluster are the processes that share the work, of which this is Owner; nil if it is the only one.
	Cluster *cluster.Member
	// Keep is for how long data is kept that nobody needs any more; zero for data.DefaultRetention.
	Keep data.Retention
	// Policies are where people read how the bot treats them and their data.
	Policies request.Policies
	// Handled, unless nil, is told of each message that was handled.
	Handled func(Handled)
	// Attempted, unless nil, is told of each attempt of the outbox to deliver a message.
	Attempted func(outbox.Attempt)
	Log       *slog.Logger
}

// New returns a desk. Call Start before any other method.
func New(o Options) *Desk {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.After == nil {
		o.After = time.After
	}
	env := &request.Env{Policies: o.Policies, Coin: o.Coin, Code: o.Code, Mail: o.Mail, Web: o.Web, Owner: cmp.Or(o.Owner, "desk"), Rooms: map[string]request.Rooms{}, Log: o.Log}
	d := &Desk{store: o.Store, files: show.NewIllustrator(o.Store, o.Renderer), now: o.Now, env: env, log: o.Log, handled: o.Handled, after: o.After, cluster: o.Cluster,
		readOnlySeen: lru.New[chat.Address, struct{}](maxReadOnlyKept)}
	mine := func() bool { return o.Cluster.Has(uptime.ClockWork, 0) }
	d.uptime = uptime.New(uptime.Options{Cluster: o.Cluster, Store: o.Store, Keep: cmp.Or(o.Keep, data.DefaultRetention()), Now: o.Now, Log: o.Log, Wake: func() { d.outbox.Wake() },
		Alarm: func(ctx context.Context, tx data.Tx, id int64, now time.Time) error {
			req := &request.Request{Ctx: ctx, Env: env, Tx: tx, Now: now, Lang: words.In("en"), GameID: id}
			return runAlarm(req, id)
		}})
	d.missing = mydata.NewWatcher(mydata.WatcherOptions{Mine: mine, Store: o.Store, Update: d.uptime.Update, Now: o.Now, Wake: func() { d.outbox.Wake() }, Env: env, Log: o.Log})
	d.puzzles = puzzles.NewPoster(puzzles.PosterOptions{Mine: mine, Store: o.Store, Update: d.uptime.Update, Now: o.Now, Wake: func() { d.outbox.Wake() }, Env: env, Log: o.Log})
	d.outbox = outbox.New(outbox.Options{Cluster: o.Cluster, Refused: d.missing.Suspect, Store: o.Store, Update: d.uptime.Update, Now: o.Now, Owner: env.Owner, Ran: d.uptime.LoopRan, Attempted: o.Attempted, Log: o.Log,
		Illustrate: func(ctx context.Context, r *chat.Reply) error { return d.attach(ctx, r, nil) },
		Text: func(p data.Player, key string, args ...any) string {
			return request.LanguageOf(p, "").Text(key, args...)
		}})
	return d
}

// SetOwners says where the bot's owners write from. It can be called at any time.
func (d *Desk) SetOwners(list []chat.Address) { d.env.SetOwners(list) }

// Status fills in what the desk knows of how the bot is doing, and answers owners with the
// report from now on.
func (d *Desk) Status(o status.Options) status.Options {
	o.Connections, o.Stuck, o.Commands = d.uptime.Connections, d.uptime.Stuck, &d.commands
	o.Questions = func() int { return d.env.Computer.Unanswered() }
	d.env.Status = func(tx data.Tx, now time.Time, lang words.Language) (string, error) {
		r, err := o.Report(tx, now)
		return r.Text(lang), err
	}
	return o
}

// Wake tells the senders that messages may be due.
func (d *Desk) Wake() { d.outbox.Wake() }

// LoopRan must be called in every round of a loop that works for the desk, with the loop's name.
func (d *Desk) LoopRan(loop string) { d.uptime.LoopRan(loop) }

// Start takes over the messages that the last run of the bot was delivering. Call it
// before any other method. Panicked is whether the last run ended in a panic.
func (d *Desk) Start(ctx context.Context, panicked bool) error {
	ctx = data.ForJob(ctx, "start")
	if err := d.outbox.Start(ctx, panicked); err != nil {
		return err
	}
	return d.store.View(ctx, func(tx data.Tx) (err error) {
		d.env.Restores, err = tx.Restores()
		return err
	})
}

// Send delivers the messages of one transport through its front end until the context
// ends.
func (d *Desk) Send(ctx context.Context, transport string, front outbox.FrontEnd) {
	d.outbox.Send(ctx, transport, front)
}

// KeepTime checks the clocks of all games, posts daily puzzles, and looks for accounts that are gone,
// until the context ends.
func (d *Desk) KeepTime(ctx context.Context) {
	var group sync.WaitGroup
	group.Go(func() { d.missing.Run(ctx) })
	group.Go(func() { d.puzzles.Run(ctx) })
	group.Go(func() { d.cluster.Mind(ctx, uptime.ClockWork, 1) })
	d.uptime.KeepTime(ctx)
	group.Wait()
}

// CheckAccounts does what KeepTime does once an hour: it looks for accounts that are gone.
func (d *Desk) CheckAccounts(ctx context.Context) error { return d.missing.Check(ctx) }

// SuspectAccount has CheckAccounts look whether a person, whom a message did not reach, still has an
// account.
func (d *Desk) SuspectAccount(a chat.Address) { d.missing.Suspect(a) }

// UseAccounts sets how the desk finds out whether the accounts of a transport still exist.
func (d *Desk) UseAccounts(transport string, a mydata.Accounts) { d.missing.Use(transport, a) }

// WatchConnections registers the function that lists the connections of a transport. While
// one of them is down, the clocks of the players that it serves stand still.
func (d *Desk) WatchConnections(transport string, list func() []uptime.Connection) {
	d.uptime.WatchConnections(transport, list)
}

// Live checks that the loops run and that the database can be written. If a check fails, a
// restart may help.
func (d *Desk) Live(ctx context.Context) []uptime.Check { return d.uptime.Live(ctx) }

// Ready makes the checks of Live, and checks that the transports can be reached and that
// messages are delivered on time. If only these fail, a restart does not help.
func (d *Desk) Ready(ctx context.Context) []uptime.Check { return d.uptime.Ready(ctx) }

// Missed stores that people cannot see a place, and sends each of them the message said in
// private, unless said is nil.
func (d *Desk) Missed(ctx context.Context, m *outbox.MissedError, said *chat.Reply) error {
	return d.outbox.Missed(data.ForJob(ctx, "missed"), m, said)
}

// Delivered reports the result of delivering an answer. Unless failure is nil or an
// outbox.MissedError, the outbox takes the answer over and tries again.
func (d *Desk) Delivered(ctx context.Context, a *Answer, failure error) error {
	ctx = logging.WithTrace(data.ForJob(ctx, "delivered"), a.trace)
	if a.outboxID == 0 && failure == nil {
		d.logDelivery(ctx, a, nil)
		return nil
	}
	unseen := (*outbox.MissedError)(nil)
	err := d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
		switch {
		case errors.As(failure, &unseen):
			return errors.Join(tx.MarkDelivered(a.outboxID, now), d.outbox.NotifyMissed(tx, unseen, &a.Reply, now))
		case a.outboxID == 0:
			a.undelivered.NotBefore, a.undelivered.LeasedBy = now, ""
			_, err := tx.Enqueue(*a.undelivered)
			return err
		case failure == nil:
			return tx.MarkDelivered(a.outboxID, now)
		}
		return tx.Postpone(a.outboxID, now, outbox.FirstLine(failure))
	})
	d.logDelivery(ctx, a, failure)
	if failure != nil {
		d.outbox.Wake()
	}
	return err
}

// ThreadOpened makes a thread the home of a game, where it is announced from now on.
func (d *Desk) ThreadOpened(ctx context.Context, id int64, home chat.Address) error {
	return d.store.Update(data.ForJob(ctx, "thread"), func(tx data.Tx) error { return tx.SetHome(id, home) })
}
