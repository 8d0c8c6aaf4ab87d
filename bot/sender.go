package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot/chat"
)

// Front carries replies to the addresses of one transport.
type Front interface {
	// Deliver sends a reply and returns when the transport has taken it. An error
	// that wraps ErrUndeliverable will not get better; any other may.
	Deliver(ctx context.Context, to chat.Address, r chat.Reply) error
}

// ErrUndeliverable says that an address cannot be reached at all.
var ErrUndeliverable = errors.New("undeliverable")

// ErrRefused says that a person takes no private messages; it is undeliverable.
var ErrRefused = fmt.Errorf("%w: its owner takes no messages", ErrUndeliverable)

// refusal is for how long the bot leaves alone who refused a private message.
const refusal = 24 * time.Hour

// Bounds of the pauses between two attempts to deliver a letter.
const (
	firstPause  = 5 * time.Second
	longestWait = 2 * time.Minute
	batch       = 20
	// hands is how many letters are delivered at once, so that one that has to wait
	// holds up nobody.
	hands = 8
	// attempt is how long one delivery may take, lastWords when the sender is to end.
	attempt   = 30 * time.Second
	lastWords = 4 * time.Second
)

// Send delivers the letters of one transport through its front until the context
// ends; a letter that is just being delivered is finished.
func (d *Desk) Send(ctx context.Context, transport string, front Front) {
	wake, unsubscribe := d.subscribe()
	defer unsubscribe()
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
		for ctx.Err() == nil {
			n, err := d.sendDue(ctx, transport, front)
			if err != nil && ctx.Err() == nil {
				d.log.Error("outbox", "error", err)
			}
			if n == 0 || err != nil {
				break
			}
		}
		tick.Reset(time.Second)
	}
}

// sendDue tries each letter that is due once, and returns how many were tried. Those
// to one address go in their order; several addresses are served at once.
func (d *Desk) sendDue(ctx context.Context, transport string, front Front) (tried int, err error) {
	var due []Letter
	var count atomic.Int64
	closed := map[chat.Address]bool{}
	err = d.store.View(ctx, func(tx Tx) (err error) {
		due, err = tx.Due(transport, d.now(), batch)
		for _, l := range due {
			if err == nil && !closed[l.To] {
				closed[l.To], err = tx.Refuses(l.To, d.now())
			}
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	queues := map[chat.Address][]Letter{}
	var order []chat.Address
	for _, l := range due {
		if queues[l.To] == nil {
			order = append(order, l.To)
		}
		queues[l.To] = append(queues[l.To], l)
	}
	var group errgroup.Group
	group.SetLimit(hands)
	for _, to := range order {
		group.Go(func() error {
			for _, l := range queues[to] {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				count.Add(1)
				failure := error(errKnown)
				if !closed[to] {
					held, release := linger(ctx)
					failure = d.deliver(held, front, l)
					release()
				}
				if err := d.settle(context.WithoutCancel(ctx), l, failure); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = group.Wait()
	return int(count.Load()), err
}

// errKnown says that an address refused a message not long ago.
var errKnown = fmt.Errorf("%w, as it did lately", ErrRefused)

// linger returns a context that outlives ctx a little, so that a letter that has been
// handed over is not sent again after a restart.
func linger(ctx context.Context) (held context.Context, release func()) {
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, cut) })
	return held, func() { stop(); cut() }
}

func (d *Desk) deliver(ctx context.Context, front Front, l Letter) error {
	if err := d.illustrate(ctx, &l.Reply, nil); err != nil {
		d.log.Error("no picture", "letter", l.ID, "game", l.Reply.Game, "error", err)
	}
	l.Reply.Key = key(l.ID)
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return front.Deliver(ctx, l.To, l.Reply)
}

// limitedError is a failure that says when to come again.
type limitedError interface {
	error
	RetryAfter() time.Duration
}

// key names a letter to the transport, whoever carries it there.
func key(letter int64) string { return strconv.FormatInt(letter, 10) }

// settle writes down what became of a letter.
func (d *Desk) settle(ctx context.Context, l Letter, failure error) error {
	now := d.now()
	return d.store.Update(ctx, func(tx Tx) error {
		switch {
		case failure == nil:
			return tx.Delivered(l.ID, now)
		case errors.Is(failure, ErrUndeliverable):
			d.log.Warn("undeliverable", "letter", l.ID, "game", l.Reply.Game, "error", failure)
			if err := tx.Refused(l.ID, now, failure.Error()); err != nil {
				return err
			}
			if errors.Is(failure, ErrRefused) && !errors.Is(failure, errKnown) {
				if err := tx.RefuseAddress(l.To, now.Add(refusal)); err != nil {
					return err
				}
			}
			return redirect(tx, l, errors.Is(failure, errKnown), now)
		}
		pause := min(firstPause<<min(l.Attempts, 12), longestWait)
		if limited := (limitedError)(nil); errors.As(failure, &limited) && limited.RetryAfter() > 0 {
			pause = limited.RetryAfter()
		}
		d.log.Warn("delivery failed", "letter", l.ID, "game", l.Reply.Game, "attempt", l.Attempts+1, "error", failure)
		return tx.Postpone(l.ID, now.Add(pause), failure.Error())
	})
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

// nudge tells the senders that there may be letters.
func (d *Desk) nudge() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, wake := range d.wakes {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}
