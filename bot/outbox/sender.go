package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/panics"
)

// FrontEnd carries replies to the addresses of one transport.
type FrontEnd interface {
	// Deliver sends a reply and returns when the transport has taken it. An error
	// that wraps ErrUndeliverable will not get better; with a MissedError it is delivered,
	// though not to all whom it was to notify; any other may get better.
	Deliver(ctx context.Context, to chat.Address, r chat.Reply) error
}

// ErrUndeliverable says that an address cannot be reached at all.
var ErrUndeliverable = errors.New("undeliverable")

// ErrGone says that a place takes nothing any more, whatever it is; it is undeliverable.
var ErrGone = fmt.Errorf("%w: the place is gone", ErrUndeliverable)

// ErrRejected says that a transport rejects a message, and not why: that may pass. What
// is rejected for a day is undeliverable.
var ErrRejected = errors.New("rejected")

// ErrDMsClosed says that a person takes no private messages; it is undeliverable.
var ErrDMsClosed = fmt.Errorf("%w: its owner takes no messages", ErrUndeliverable)

// Bounds of delivering messages.
const (
	// batchSize is how many messages are looked up at once.
	batchSize = 20
	// parallelDeliveries is how many addresses are served at once.
	parallelDeliveries = data.MostExcepted
	// deliveryTimeout is how long one delivery may take, lastWords when the sender is to end.
	deliveryTimeout = 30 * time.Second
	shutdownGrace   = 4 * time.Second
)

// Outbox delivers the messages that are owed. It is safe for concurrent use.
type Outbox struct {
	opt Options

	mu        sync.Mutex
	wakeChans []chan struct{} // of the senders

	suspects suspects
}

// Options are what an outbox needs from outside; all are required.
type Options struct {
	Store data.Store
	// Update runs fn in a transaction that may write, with the time in it.
	Update func(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error
	// Now tells the time.
	Now func() time.Time
	// Owner names this run of the bot, which holds the leases of messages. No other run
	// may have the same.
	Owner string
	// Illustrate makes the file that a reply asks for.
	Illustrate func(ctx context.Context, r *chat.Reply) error
	// Text returns the sentence of a key in a player's language, or in English for somebody
	// whose Player is zero.
	Text func(p data.Player, key string, args ...any) string
	// CommandName returns a command as the player types it, such as "/draw claim".
	CommandName func(p data.Player, path string) string
	// Ran is told of every turn of a loop, by its name.
	Ran func(loop string)
	Log *slog.Logger
}

// New returns an outbox.
func New(o Options) *Outbox { return &Outbox{opt: o} }

// Send delivers the messages of one transport through its front until the context
// ends; a message that is just being delivered is finished.
func (o *Outbox) Send(ctx context.Context, transport string, front FrontEnd) {
	wake, unsubscribe := o.subscribe()
	defer unsubscribe()
	s := o.newSender(transport, front)
	defer s.wait()
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		case served := <-s.done:
			delete(s.busy, served)
		}
		o.opt.Ran("outbox " + transport)
		if _, err := s.startWorkers(ctx); err != nil && ctx.Err() == nil {
			o.opt.Log.Error("outbox", "transport", transport, "error", err)
		}
		tick.Reset(time.Second)
	}
}

// SendDue tries every message of a transport once that is due, and returns how many there
// were.
func (o *Outbox) SendDue(ctx context.Context, transport string, front FrontEnd) (int, error) {
	s := o.newSender(transport, front)
	n, err := s.startWorkers(ctx)
	s.wait()
	return n, err
}

// Senders counts the calls of Send that have not returned.
func (o *Outbox) Senders() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.wakeChans)
}

// sender serves the addresses of one transport: several at once, each by one worker
// that delivers messages in their order. One that is slow holds up nobody else.
type sender struct {
	outbox    *Outbox
	transport string
	front     FrontEnd
	busy      map[string]bool // recipients being served
	done      chan string     // recipients that have been
}

func (o *Outbox) newSender(transport string, front FrontEnd) *sender {
	return &sender{outbox: o, transport: transport, front: front, busy: map[string]bool{}, done: make(chan string, parallelDeliveries)}
}

// startWorkers hands messages that are due to workers while some are free. It returns how many.
func (s *sender) startWorkers(ctx context.Context) (begun int, err error) {
	o := s.outbox
	for ctx.Err() == nil && len(s.busy) < parallelDeliveries {
		var due []data.OutboxMessage
		closed := map[string]bool{}
		err := o.opt.Store.View(ctx, func(tx data.Tx) (err error) {
			due, err = tx.Due(s.transport, o.opt.Now(), batchSize, slices.Sorted(maps.Keys(s.busy))...)
			for _, m := range due {
				if err == nil && !closed[m.To.ID] {
					closed[m.To.ID], err = tx.Unreachable(m.To, o.opt.Now())
				}
			}
			return err
		})
		if err != nil || len(due) == 0 {
			return begun, err
		}
		queues := map[string][]data.OutboxMessage{}
		var order []string
		for _, m := range due {
			if queues[m.To.ID] == nil {
				order = append(order, m.To.ID)
			}
			queues[m.To.ID] = append(queues[m.To.ID], m)
		}
		for _, to := range order[:min(len(order), parallelDeliveries-len(s.busy))] {
			s.busy[to] = true
			begun += len(queues[to])
			go s.deliverAll(ctx, to, queues[to], closed[to])
		}
	}
	return begun, nil
}

// wait waits until all workers have ended.
func (s *sender) wait() {
	for len(s.busy) > 0 {
		delete(s.busy, <-s.done)
	}
}

// deliverAll delivers messages to one address, and writes down what became of each.
func (s *sender) deliverAll(ctx context.Context, to string, letters []data.OutboxMessage, closed bool) {
	defer func() { s.done <- to }()
	for _, m := range letters {
		if ctx.Err() != nil {
			return
		}
		failure := error(errStillUnreachable)
		if !closed {
			failure = s.outbox.deliver(ctx, s.front, m)
		}
		s.outbox.settleWithRetries(ctx, m, failure)
	}
}

// errStillUnreachable says that an address refused a message not long ago.
var errStillUnreachable = fmt.Errorf("%w, as it did lately", ErrDMsClosed)

// graceContext returns a context that outlives ctx a little, so that a message that has been
// handed over is not sent again after a restart.
func graceContext(ctx context.Context) (held context.Context, release func()) {
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(shutdownGrace, cut) })
	return held, func() { stop(); cut() }
}

// deliver tries to deliver a message once.
func (o *Outbox) deliver(ctx context.Context, front FrontEnd, m data.OutboxMessage) (err error) {
	defer panics.Catch(&err)
	switch {
	case m.Damage != nil:
		return fmt.Errorf("%w: %w", ErrUndeliverable, m.Damage)
	case m.Panics >= maxPanics:
		return errTooManyPanics
	}
	if m.ID <= o.suspects.last.Load() {
		defer o.lockSuspect()()
		if err := o.opt.Store.Update(ctx, func(tx data.Tx) error { return tx.Lease(m.ID, o.opt.Owner) }); err != nil {
			return err
		}
	}
	ctx, release := graceContext(ctx)
	defer release()
	if err := o.opt.Illustrate(ctx, &m.Reply); err != nil {
		o.opt.Log.Error("no picture", "letter", m.ID, "game", m.Reply.Game, "error", err)
	}
	m.Reply.Key = IdempotencyKey(m.ID)
	ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
	defer cancel()
	return front.Deliver(ctx, m.To, m.Reply)
}

// subscribe returns a channel that hears when messages have been posted.
func (o *Outbox) subscribe() (wake chan struct{}, unsubscribe func()) {
	wake = make(chan struct{}, 1)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wakeChans = append(o.wakeChans, wake)
	return wake, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.wakeChans = slices.DeleteFunc(o.wakeChans, func(c chan struct{}) bool { return c == wake })
	}
}

// Wake tells the senders that there may be messages.
func (o *Outbox) Wake() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, wake := range o.wakeChans {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}
