package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
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

// Bounds of delivering letters.
const (
	// batch is how many letters are looked up at once.
	batch = 20
	// parallelDeliveries is how many addresses are served at once.
	parallelDeliveries = data.MostExcepted
	// attempt is how long one delivery may take, lastWords when the sender is to end.
	attempt       = 30 * time.Second
	shutdownGrace = 4 * time.Second
)

// Send delivers the letters of one transport through its front until the context
// ends; a letter that is just being delivered is finished.
func (d *Desk) Send(ctx context.Context, transport string, front FrontEnd) {
	wake, unsubscribe := d.subscribe()
	defer unsubscribe()
	s := d.newSender(transport, front)
	defer s.finish()
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		case served := <-s.served:
			delete(s.busy, served)
		}
		d.loopRan("outbox " + transport)
		if _, err := s.begin(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("outbox", "transport", transport, "error", err)
		}
		tick.Reset(time.Second)
	}
}

// sender serves the addresses of one transport: several at once, each by one worker
// that delivers letters in their order. One that is slow holds up nobody else.
type sender struct {
	desk      *Desk
	transport string
	front     FrontEnd
	busy      map[string]bool // recipients being served
	served    chan string     // recipients that have been
}

func (d *Desk) newSender(transport string, front FrontEnd) *sender {
	return &sender{desk: d, transport: transport, front: front, busy: map[string]bool{}, served: make(chan string, parallelDeliveries)}
}

// begin hands letters that are due to workers while some are free. It returns how many.
func (s *sender) begin(ctx context.Context) (begun int, err error) {
	d := s.desk
	for ctx.Err() == nil && len(s.busy) < parallelDeliveries {
		var due []data.OutboxMessage
		closed := map[string]bool{}
		err := d.store.View(ctx, func(tx data.Tx) (err error) {
			due, err = tx.Due(s.transport, d.now(), batch, slices.Sorted(maps.Keys(s.busy))...)
			for _, m := range due {
				if err == nil && !closed[m.To.ID] {
					closed[m.To.ID], err = tx.Unreachable(m.To, d.now())
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
			go s.serve(ctx, to, queues[to], closed[to])
		}
	}
	return begun, nil
}

// finish waits until all workers have ended.
func (s *sender) finish() {
	for len(s.busy) > 0 {
		delete(s.busy, <-s.served)
	}
}

// serve delivers letters to one address, and writes down what became of each.
func (s *sender) serve(ctx context.Context, to string, letters []data.OutboxMessage, closed bool) {
	defer func() { s.served <- to }()
	for _, m := range letters {
		if ctx.Err() != nil {
			return
		}
		failure := error(errKnown)
		if !closed {
			failure = s.desk.deliver(ctx, s.front, m)
		}
		s.desk.settleFinally(ctx, m, failure)
	}
}

// errKnown says that an address refused a message not long ago.
var errKnown = fmt.Errorf("%w, as it did lately", ErrDMsClosed)

// graceContext returns a context that outlives ctx a little, so that a letter that has been
// handed over is not sent again after a restart.
func graceContext(ctx context.Context) (held context.Context, release func()) {
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(shutdownGrace, cut) })
	return held, func() { stop(); cut() }
}

// deliver tries to deliver a letter once.
func (d *Desk) deliver(ctx context.Context, front FrontEnd, m data.OutboxMessage) (err error) {
	defer caught(&err)
	switch {
	case m.Damage != nil:
		return fmt.Errorf("%w: %w", ErrUndeliverable, m.Damage)
	case m.Panics >= maxPanics:
		return errTooManyPanics
	}
	if m.ID <= d.suspects.last.Load() {
		defer d.beginSuspect()()
		if err := d.store.Update(ctx, func(tx data.Tx) error { return tx.Lease(m.ID, d.owner) }); err != nil {
			return err
		}
	}
	ctx, release := graceContext(ctx)
	defer release()
	if err := d.attachPicture(ctx, &m.Reply, nil); err != nil {
		d.log.Error("no picture", "letter", m.ID, "game", m.Reply.Game, "error", err)
	}
	m.Reply.Key = idempotencyKey(m.ID)
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return front.Deliver(ctx, m.To, m.Reply)
}

// subscribe returns a channel that hears when letters have been posted.
func (d *Desk) subscribe() (wake chan struct{}, unsubscribe func()) {
	wake = make(chan struct{}, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wakes = append(d.wakes, wake)
	return wake, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.wakes = slices.DeleteFunc(d.wakes, func(c chan struct{}) bool { return c == wake })
	}
}

// wake tells the senders that there may be letters.
func (d *Desk) wake() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, wake := range d.wakes {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}
