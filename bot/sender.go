package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// Front carries replies to the addresses of one transport.
type Front interface {
	// Deliver sends a reply and returns when the transport has taken it. An error
	// that wraps ErrUndeliverable will not get better; any other may.
	Deliver(ctx context.Context, to chat.Address, r chat.Reply) error
}

// ErrUndeliverable says that an address cannot be reached at all.
var ErrUndeliverable = errors.New("undeliverable")

// Bounds of the pauses between two attempts to deliver a letter.
const (
	firstPause  = 5 * time.Second
	longestWait = 15 * time.Minute
	batch       = 20
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

// sendDue tries each letter that is due once, and returns how many were tried.
func (d *Desk) sendDue(ctx context.Context, transport string, front Front) (tried int, err error) {
	var due []Letter
	err = d.store.View(ctx, func(tx Tx) (err error) {
		due, err = tx.Due(transport, d.now(), batch)
		return err
	})
	for _, l := range due {
		if ctx.Err() != nil {
			return tried, ctx.Err()
		}
		held, release := linger(ctx)
		failure := d.deliver(held, front, l)
		release()
		if err := d.settle(context.WithoutCancel(ctx), l, failure); err != nil {
			return tried, err
		}
		tried++
	}
	return tried, err
}

// linger returns a context that outlives ctx a little, so that a letter that has been
// handed over is not sent again after a restart.
func linger(ctx context.Context) (held context.Context, release func()) {
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, cut) })
	return held, func() { stop(); cut() }
}

func (d *Desk) deliver(ctx context.Context, front Front, l Letter) error {
	if err := d.illustrate(ctx, &l.Reply); err != nil {
		d.log.Error("no picture", "letter", l.ID, "game", l.Reply.Game, "error", err)
	}
	l.Reply.Key = key(l.ID)
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return front.Deliver(ctx, l.To, l.Reply)
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
			return redirect(tx, l, now)
		}
		pause := min(firstPause<<min(l.Attempts, 12), longestWait)
		d.log.Warn("delivery failed", "letter", l.ID, "game", l.Reply.Game, "attempt", l.Attempts+1, "error", failure)
		return tx.Postpone(l.ID, now.Add(pause), failure.Error())
	})
}

// redirect sends a letter that the home of its game does not take to the people it is
// for, each alone: those it notifies and whose message it answers, else those who play.
func redirect(tx Tx, l Letter, now time.Time) error {
	home, seats, err := homeOf(tx, l.Reply.Game)
	if err != nil || home != l.To || l.Reply.Private {
		return err
	}
	people := slices.Clone(l.Reply.Notify)
	if !l.Reply.Asked.IsZero() {
		people = append(people, l.Reply.Asked)
	}
	if len(people) == 0 {
		for _, seat := range seats {
			if seat == 0 { // nobody has taken it yet
				continue
			}
			p, err := tx.Player(seat)
			if err != nil {
				return err
			}
			people = append(people, p.Person())
		}
	}
	told := map[chat.Address]bool{l.To: true}
	for _, p := range people {
		if told[p.Address] {
			continue
		}
		told[p.Address] = true
		r := l.Reply
		r.Notify = []chat.Person{p}
		r.Text += " " + words.In("en").Text("letter.redirected")
		if _, err := tx.Post(Letter{To: p.Address, Reply: r, NotBefore: now}); err != nil {
			return err
		}
	}
	return nil
}

// homeOf returns where a game or a challenge is at home and who plays it; no address
// if there is neither.
func homeOf(tx Tx, id int64) (home chat.Address, seats [2]int64, err error) {
	g, err := tx.Game(id)
	if err == nil {
		return g.Home, g.Seats, nil
	}
	if !errors.Is(err, ErrNotFound) {
		return home, seats, err
	}
	ch, err := tx.Challenge(id)
	if errors.Is(err, ErrNotFound) {
		return home, seats, nil
	}
	if err != nil {
		return home, seats, err
	}
	return ch.Home, [2]int64{ch.From, ch.To}, nil
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
