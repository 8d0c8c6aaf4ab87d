package uptime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"stackmate/bot/data"
)

// Bounds of health.
const (
	// stuck is for how long a loop may not turn.
	stuck = 2 * time.Minute
	// writeWithin is how long writing to the database may take.
	writeWithin = 3 * time.Second
	// overdue is for how long a message may be due.
	overdue = 10 * time.Minute
)

// Check is something that must be well.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Why is the reason that it is not.
	Why string `json:"why,omitempty"`
	// Since is since when it has been well, or has not; zero if that is not known.
	Since time.Time `json:"since,omitzero"`
}

// Live checks that the loops turn and that the database can be written. If they fail,
// it may help to start the bot anew.
func (k *Keeper) Live(ctx context.Context) []Check {
	list := []Check{{Name: "database", OK: true}}
	if err := k.write(ctx); err != nil {
		list[0].OK, list[0].Why = false, err.Error()
	}
	now := k.opt.Now()
	for loop, last := range k.loopRuns() {
		c := Check{Name: loop, OK: true}
		if idle := now.Sub(last); idle > stuck {
			c.OK, c.Why, c.Since = false, fmt.Sprintf("has not turned for %v", idle.Round(time.Second)), last
		}
		list = append(list, c)
	}
	return sorted(list)
}

// Ready checks also that the transports can be reached and that all that is due goes
// out. A new start does not help if they fail.
func (k *Keeper) Ready(ctx context.Context) []Check {
	list := k.Live(ctx)
	now := k.opt.Now()
	for transport, links := range k.reach.all() {
		for _, l := range links {
			c := Check{Name: transport + " " + l.Name, OK: l.Up || l.Since.IsZero(), Since: l.Since}
			if !c.OK {
				c.Why = l.Why
			}
			list = append(list, c)
		}
		list = append(list, k.backlog(ctx, transport, now))
	}
	return sorted(list)
}

func sorted(list []Check) []Check {
	slices.SortFunc(list, func(a, b Check) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// backlog checks that no message of a transport is due for long.
func (k *Keeper) backlog(ctx context.Context, transport string, now time.Time) Check {
	c := Check{Name: transport + " backlog", OK: true}
	ctx, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	err := k.opt.Store.View(ctx, func(tx data.Tx) (err error) {
		c.Since, err = tx.DueSince(transport, now)
		return err
	})
	if err != nil {
		c.OK, c.Why = false, err.Error()
	} else if waited := now.Sub(c.Since); !c.Since.IsZero() && waited > overdue {
		c.OK, c.Why = false, fmt.Sprintf("a message has been due for %v", waited.Round(time.Second))
	}
	return c
}

// writing is an attempt to write to the database that others may wait for as well.
type writing struct {
	mu   sync.Mutex
	last *written // nil while nobody tries
}

type written struct {
	done chan struct{}
	err  error
}

// errNotWritten says that the database could not be written in time.
var errNotWritten = errors.New("could not be written in time")

// write writes to the database, and waits for that no longer than it may take. A file
// system may keep the attempt for ever: then there is no second one.
func (k *Keeper) write(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	k.writing.mu.Lock()
	w := k.writing.last
	if w == nil {
		w = &written{done: make(chan struct{})}
		k.writing.last = w
		go func() {
			within, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
			defer cancel()
			w.err = k.Update(within, func(tx data.Tx, now time.Time) error { return tx.SetHeartbeat(now) })
			k.writing.mu.Lock()
			k.writing.last = nil
			k.writing.mu.Unlock()
			close(w.done)
		}()
	}
	k.writing.mu.Unlock()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return errNotWritten
	}
}
