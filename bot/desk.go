package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/render"
)

// lease is how long a front end has to deliver a direct answer before the outbox
// takes it over.
const lease = time.Minute

// Desk hears commands and answers them. It is safe for concurrent use.
type Desk struct {
	store Store
	draw  *render.Renderer
	now   func() time.Time
	coin  func() bool
	code  func() string
	mail  bool
	log   *slog.Logger

	mu     sync.Mutex
	wakes  []chan struct{} // of the senders
	pruned time.Time       // when old messages were last forgotten

	reach reach

	drawing sync.Mutex // held while an animation is drawn
}

// Options are what a desk needs from outside; all are required but Log.
type Options struct {
	Store    Store
	Renderer *render.Renderer
	// Now tells the time, Coin decides a random color.
	Now  func() time.Time
	Coin func() bool
	// Code makes an unguessable code of twelve letters and digits (base 32).
	Code func() string
	// Mail is whether mail can be sent and received.
	Mail bool
	Log  *slog.Logger
}

// New returns a desk.
func New(o Options) *Desk {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Desk{store: o.Store, draw: o.Renderer, now: o.Now, coin: o.Coin, code: o.Code, mail: o.Mail, log: o.Log}
}

// Answer is what goes straight back to whoever spoke.
type Answer struct {
	chat.Reply
	// Refused is whether the command was not done.
	Refused bool
	// Settled is whether the button that was pressed, and questions beside it, are of no
	// more use.
	Settled bool

	letter int64           // its number in the outbox
	scene  *render.Picture // what its picture shows; nil if that is to be looked up
}

// Handle does what a message asks for. When it returns, the change and the replies
// are on disk. It returns nil for a message that was handled before. The front end
// delivers the answer and reports that to Delivered. The error is not for players;
// Handle then has done nothing.
func (d *Desk) Handle(ctx context.Context, m chat.Message) (answer *Answer, err error) {
	defer caught(&err)
	var posted bool
	work := func(refusal *Refusal) error {
		return d.update(ctx, func(tx Tx, now time.Time) (err error) {
			watched := &postTx{Tx: tx}
			answer, err = d.handle(ctx, watched, m, now, refusal)
			posted = watched.posted
			return err
		})
	}
	err = work(nil)
	if r := (*Refusal)(nil); errors.As(err, &r) {
		err = work(r) // whatever the command had begun is undone; only the answer is kept
	}
	if err != nil {
		return nil, fmt.Errorf("handle message: %w", err)
	}
	if posted {
		d.nudge()
	}
	if answer == nil {
		return nil, nil
	}
	if err := d.illustrate(ctx, &answer.Reply, answer.scene); err != nil { // words will do
		d.log.Error("no picture", "game", answer.Game, "error", err)
	}
	return answer, nil
}

// postTx notices whether letters are posted that the senders should hear of.
type postTx struct {
	Tx
	posted bool
}

// Post implements Outbox.
func (t *postTx) Post(l Letter) (int64, error) {
	t.posted = true
	return t.Tx.Post(l)
}

// handle runs one message in a transaction. With a refusal it only answers that.
func (d *Desk) handle(ctx context.Context, tx *postTx, m chat.Message, now time.Time, refusal *Refusal) (*Answer, error) {
	if m.ID != "" {
		switch fresh, err := tx.Receive(m.From.Transport, m.ID, now); {
		case err != nil:
			return nil, err
		case !fresh:
			return nil, nil
		}
	}
	m.From = tidy(m.From)
	c := &call{ctx: ctx, desk: d, tx: tx, msg: m, now: now}
	if refusal == nil {
		if err := c.unlock(); err != nil {
			return nil, err
		}
	}
	if err := c.meet(refusal != nil && refusal.stranger); err != nil {
		return nil, err
	}
	if refusal != nil {
		c.answerRefusal(refusal)
	} else if err := c.run(); err != nil {
		return nil, c.explain(err)
	}
	if c.reply == nil {
		return nil, nil
	}
	if err := c.divert(); err != nil {
		return nil, err
	}
	c.reply.Language = cmp.Or(c.reply.Language, c.say.Tag)
	to := m.In.Address
	if c.reply.Audience != chat.Public {
		to = m.From.Address
		if c.reply.Game == 0 { // it stays beside what it answers
			c.reply.Game = m.Game
		}
	}
	if err := c.dated(c.reply); err != nil {
		return nil, err
	}
	kept := *c.reply
	kept.Asked = m.From
	if kept.Audience != chat.Public {
		kept.Place, kept.Command = c.place(), c.path
	}
	id, err := tx.Tx.Post(Letter{To: to, Reply: kept, NotBefore: now.Add(lease)})
	c.reply.Key = key(id)
	return &Answer{Reply: *c.reply, Refused: refusal != nil, Settled: c.settles(refusal), letter: id, scene: c.scene()}, err
}

// meet finds out who speaks. Of a stranger nothing is kept.
func (c *call) meet(stranger bool) (err error) {
	if stranger {
		if c.player, err = c.tx.FindPlayer(c.msg.From.Address); errors.Is(err, ErrNotFound) {
			err = nil
		}
		c.say = c.tongue()
		return err
	}
	if c.player, err = c.tx.PlayerAt(c.msg.From, c.now); err != nil {
		return err
	}
	c.say = c.tongue()
	if err := c.overhear(); err != nil {
		return err
	}
	if c.msg.In.Private { // who writes in private hears in private
		return c.tx.RefuseAddress(c.msg.From.Address, time.Time{})
	}
	return nil
}

// run does what the message asks for.
func (c *call) run() error {
	in, err := parse(c.msg)
	c.command, c.path, c.args = in.command, in.path, in.args
	if err != nil {
		return err
	}
	if err := in.command.run(c); err != nil && !errors.Is(err, errDone) {
		return err
	}
	c.desk.log.Info("command", "command", c.path, "player", c.player.ID, "game", c.gameID)
	return nil
}

// Nudge tells the senders that letters may have become due.
func (d *Desk) Nudge() { d.nudge() }

// Delivered tells the desk what became of an answer. With a nil error it is done;
// otherwise the outbox tries to deliver it by itself.
func (d *Desk) Delivered(ctx context.Context, a *Answer, failure error) error {
	now := d.now()
	err := d.store.Update(ctx, func(tx Tx) error {
		if failure == nil {
			return tx.Delivered(a.letter, now)
		}
		return tx.Postpone(a.letter, now, failure.Error())
	})
	if failure != nil {
		d.nudge()
	}
	return err
}

// Moved tells the desk that a game has a thread of its own, where it is followed
// from now on.
func (d *Desk) Moved(ctx context.Context, id int64, home chat.Address) error {
	return d.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		g.Home = home
		return tx.SaveGame(g)
	})
}

// ToMove returns whose turn it is in the running game of a place that was moved in
// last; ok is false if there is none.
func (d *Desk) ToMove(ctx context.Context, home chat.Address) (p chat.Person, ok bool, err error) {
	err = d.store.View(ctx, func(tx Tx) error {
		lines, err := tx.GamesIn(home, true, 1)
		if err != nil || len(lines) == 0 {
			return err
		}
		player, err := tx.Player(lines[0].ToMove())
		p, ok = player.Person(), true
		return err
	})
	return p, ok, err
}
