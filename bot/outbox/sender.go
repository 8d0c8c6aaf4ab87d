// Package outbox delivers the messages that the bot owes: it sends them through the front
// ends, tries again after failures, and redirects those that cannot be delivered to their
// addresses.
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
	"stackmate/bot/cluster"
	"stackmate/bot/data"
	"stackmate/bot/logging"
	"stackmate/bot/panics"
)

// FrontEnd delivers replies to the addresses of one transport.
type FrontEnd interface {
	// Deliver sends a reply and returns when the transport has accepted it. An error that
	// wraps ErrUndeliverable is permanent. A MissedError says that the reply was delivered,
	// but not seen by everybody it notifies. After any other error the outbox tries again.
	Deliver(ctx context.Context, to chat.Address, r chat.Reply) error
}

// ErrUndeliverable says that a message can never be delivered to its address.
var ErrUndeliverable = errors.New("undeliverable")

// ErrGone says that a place no longer exists or accepts no messages; it wraps
// ErrUndeliverable.
var ErrGone = fmt.Errorf("%w: the place is gone", ErrUndeliverable)

// ErrRejected says that a transport rejected a message without saying whether it always
// will. A message that is rejected for about a day becomes undeliverable.
var ErrRejected = errors.New("rejected")

// ErrDMsClosed says that a person does not accept direct messages; it wraps
// ErrUndeliverable.
var ErrDMsClosed = fmt.Errorf("%w: its owner takes no messages", ErrUndeliverable)

// Limits on delivering messages.
const (
	// batchSize is how many messages are read from the store at once.
	batchSize = 20
	// parallelDeliveries is how many addresses are served at once.
	parallelDeliveries = data.MostExcepted
	// deliveryTimeout is how long one delivery may take.
	deliveryTimeout = 30 * time.Second
	// shutdownGrace is how long a delivery may go on after the sender was told to stop.
	shutdownGrace = 4 * time.Second
)

// Outbox delivers the messages that are owed. It is safe for concurrent use.
type Outbox struct {
	opt Options

	mu        sync.Mutex
	wakeChans []chan struct{} // one for each running Send

	suspects suspects
}

// Options are what an outbox needs from outside; all are required.
type Options struct {
	Store data.Store
	// Update runs fn in a transaction that may write, and passes it the current time.
	Update func(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error
	// Now returns the current time.
	Now func() time.Time
	// Owner identifies this run of the bot, which holds leases on messages. No other run
	// may have the same.
	Owner string
	// Illustrate makes the picture or other file that a reply describes.
	Illustrate func(ctx context.Context, r *chat.Reply) error
	// Text returns a sentence of the catalogue in a player's language, or in English if the
	// player is zero.
	Text func(p data.Player, key string, args ...any) string
	// Refused, unless nil, is called with a person who takes no messages.
	Refused func(to chat.Address)
	// Cluster are the processes that share the outbox; nil if this is the only one.
	Cluster *cluster.Member
	// Ran is called in each iteration of a loop, with the loop's name.
	Ran func(loop string)
	// Attempted, unless nil, is told of each attempt to deliver a message.
	Attempted func(Attempt)
	Log       *slog.Logger
}

// New returns an outbox.
func New(o Options) *Outbox {
	box := &Outbox{opt: o}
	o.Cluster.Hear(topic, func(string) { box.wake() })
	return box
}

// topic is that of the news that messages may be due.
const topic = "outbox"

// Send delivers the messages of one transport through its front end until the context
// ends. Deliveries that have begun then have shutdownGrace to finish.
func (o *Outbox) Send(ctx context.Context, transport string, front FrontEnd) {
	ctx = data.ForJob(ctx, "outbox")
	wake, unsubscribe := o.subscribe()
	defer unsubscribe()
	s := o.newSender(transport, front)
	defer s.wait()
	if !o.opt.Cluster.Alone() {
		sharing := make(chan error, 1)
		go func() { sharing <- o.opt.Cluster.Share(ctx, s.work(), data.OutboxParts, s.serve) }()
		defer func() { <-sharing }()
	}
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
			o.opt.Log.ErrorContext(ctx, "outbox", "transport", transport, "error", err)
		}
		tick.Reset(time.Second)
	}
}

// SendDue tries to deliver, once, every message of a transport that is due. It returns how
// many there were.
func (o *Outbox) SendDue(ctx context.Context, transport string, front FrontEnd) (int, error) {
	s := o.newSender(transport, front)
	n, err := s.startWorkers(ctx)
	s.wait()
	return n, err
}

// Senders returns how many calls of Send have not returned.
func (o *Outbox) Senders() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.wakeChans)
}

// sender delivers the messages of one transport: to several addresses at once, each by one
// worker that keeps the order of messages. A slow address delays no other.
type sender struct {
	outbox    *Outbox
	transport string
	front     FrontEnd
	busy      map[string]bool // recipients being served
	done      chan string     // recipients that have been
	parts     parts
}

func (o *Outbox) newSender(transport string, front FrontEnd) *sender {
	s := &sender{outbox: o, transport: transport, front: front, busy: map[string]bool{}, done: make(chan string, parallelDeliveries)}
	if o.opt.Cluster.Alone() {
		s.parts.open = data.AllOutboxParts
	}
	return s
}

// startWorkers starts workers for addresses with messages that are due, up to
// parallelDeliveries in all. It returns how many messages they deliver.
func (s *sender) startWorkers(ctx context.Context) (started int, err error) {
	o := s.outbox
	for ctx.Err() == nil && len(s.busy) < parallelDeliveries {
		var due []data.OutboxMessage
		closed := map[string]bool{}
		err := o.opt.Store.View(ctx, func(tx data.Tx) (err error) {
			due, err = tx.DueIn(s.transport, s.served(), o.opt.Now(), batchSize, slices.Sorted(maps.Keys(s.busy))...)
			for _, m := range due {
				if err == nil && !closed[m.To.ID] {
					closed[m.To.ID], err = tx.Unreachable(m.To, o.opt.Now())
				}
			}
			return err
		})
		switch {
		case ctx.Err() != nil: // what is due waits
			return started, nil
		case err != nil || len(due) == 0:
			return started, err
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
			part := queues[to][0].Part
			if !s.parts.begin(part) {
				continue // another process is about to serve it
			}
			s.busy[to] = true
			started += len(queues[to])
			go func() {
				defer func() { s.done <- to }()
				defer s.parts.end(part)
				s.deliverAll(ctx, queues[to], closed[to])
			}()
		}
	}
	return started, nil
}

// wait returns when all workers of a sender have ended.
func (s *sender) wait() {
	for len(s.busy) > 0 {
		delete(s.busy, <-s.done)
	}
}

// deliverAll delivers messages to one address in their order, and stores the result of
// each. Closed is whether the address is known not to accept messages.
func (s *sender) deliverAll(ctx context.Context, messages []data.OutboxMessage, closed bool) {
	for _, m := range messages {
		if ctx.Err() != nil || !s.serves(m.Part) {
			return
		}
		ctx := logging.WithTrace(ctx, m.Trace)
		began := s.outbox.opt.Now()
		failure := error(errStillUnreachable)
		if !closed {
			failure = s.outbox.deliver(ctx, s.front, m)
			s.outbox.report(s.transport, failure)
		}
		if s.outbox.settleWithRetries(ctx, m, failure) && failure == nil {
			s.outbox.opt.Log.InfoContext(ctx, "delivered", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game,
				"attempt", m.Attempts+1, "ms", s.outbox.opt.Now().Sub(began).Milliseconds())
		}
	}
}

// errStillUnreachable says that a message was not tried because its address refused one
// within unreachableFor.
var errStillUnreachable = fmt.Errorf("%w, as it did lately", ErrDMsClosed)

// graceContext returns a context that ends shutdownGrace after ctx, so that a delivery can
// finish and its message is not sent again after a restart. The caller must call release.
func graceContext(ctx context.Context) (held context.Context, release func()) {
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(shutdownGrace, cut) })
	return held, func() { stop(); cut() }
}

// deliver tries once to deliver a message. The error is that of the front end, or a
// panics.Error.
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
	if err := o.opt.Illustrate(ctx, &m.Reply); err != nil && m.Reply.Later != nil {
		return fmt.Errorf("%w: %w", notKnown(err), err)
	} else if err != nil {
		o.opt.Log.ErrorContext(ctx, "no picture", "message", m.ID, "transport", m.To.Transport, "game", m.Reply.Game, "error", err)
	}
	m.Reply.Key = IdempotencyKey(m.ID)
	ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
	defer cancel()
	if !o.opt.Cluster.Alive() { // it has slept
		return cluster.ErrSilent
	}
	return front.Deliver(ctx, m.To, m.Reply)
}

// errNotYet says that the program still thinks about the answer, which is no failure.
var errNotYet = fmt.Errorf("%w: the answer is not known yet", ErrRejected)

// notKnown returns what to do with a message whose answer could not be found: errNotYet if there was
// not enough time, or the program is asked too much or ends, else ErrRejected.
func notKnown(err error) error {
	var refusal interface{ Temporary() bool }
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &refusal) && refusal.Temporary() {
		return errNotYet
	}
	return ErrRejected
}

// subscribe returns a channel that receives a value after each Wake.
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

// Wake tells the senders, also those of other processes, that messages may be due.
func (o *Outbox) Wake() {
	o.wake()
	o.opt.Cluster.Tell(topic, "")
}

func (o *Outbox) wake() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, wake := range o.wakeChans {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}
