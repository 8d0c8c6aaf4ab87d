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

// Limits of health checks.
const (
	// maxIdle is how long a loop may go without a round.
	maxIdle = 2 * time.Minute
	// writeTimeout is how long writing to the database may take.
	writeTimeout = 3 * time.Second
	// maxOverdue is how long a message may be due without being sent.
	maxOverdue = 10 * time.Minute
)

// Check is the result of a health check.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Why is why the check has failed; empty if it has not.
	Why string `json:"why,omitempty"`
	// Since is since when the check has had this result; zero if that is not known.
	Since time.Time `json:"since,omitzero"`
}

// Live checks that the loops run and that the database can be written, sorted by name. If one of
// these checks fails, a restart of the bot may help.
func (k *Keeper) Live(ctx context.Context) []Check {
	list := []Check{{Name: "database", OK: true}}
	if err := k.write(ctx); err != nil {
		list[0].OK, list[0].Why = false, err.Error()
	}
	return sorted(append(list, k.loopChecks()...))
}

// loopChecks checks that the loops run.
func (k *Keeper) loopChecks() (list []Check) {
	now := k.opt.Now()
	for loop, last := range k.loopRuns() {
		c := Check{Name: loop, OK: true}
		if idle := now.Sub(last); idle > maxIdle {
			c.OK, c.Why, c.Since = false, fmt.Sprintf("has not run for %v", idle.Round(time.Second)), last
		}
		list = append(list, c)
	}
	return list
}

// Stuck returns the loops that do not run, sorted by name. Unlike Live it writes nothing.
func (k *Keeper) Stuck() (names []string) {
	for _, c := range sorted(k.loopChecks()) {
		if !c.OK {
			names = append(names, c.Name)
		}
	}
	return names
}

// Ready makes the checks of Live, and checks that all connections work and that due messages are
// sent. If one of the latter fails, a restart does not help.
func (k *Keeper) Ready(ctx context.Context) []Check {
	list := k.Live(ctx)
	now := k.opt.Now()
	for transport, connections := range k.transports.all() {
		for _, c := range connections {
			check := Check{Name: transport + " " + c.Name, OK: c.Up || c.Since.IsZero(), Since: c.Since}
			if !check.OK {
				check.Why = c.Why
			}
			list = append(list, check)
		}
		list = append(list, k.backlog(ctx, transport, now))
	}
	return sorted(list)
}

// sorted sorts checks by name.
func sorted(list []Check) []Check {
	slices.SortFunc(list, func(a, b Check) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// backlog checks that no message of a transport has been due for too long.
func (k *Keeper) backlog(ctx context.Context, transport string, now time.Time) Check {
	c := Check{Name: transport + " backlog", OK: true}
	ctx, cancel := context.WithTimeout(data.ForJob(ctx, "health"), writeTimeout)
	defer cancel()
	err := k.opt.Store.View(ctx, func(tx data.Tx) (err error) {
		c.Since, err = tx.DueSince(transport, now)
		return err
	})
	if err != nil {
		c.OK, c.Why = false, err.Error()
	} else if waited := now.Sub(c.Since); !c.Since.IsZero() && waited > maxOverdue {
		c.OK, c.Why = false, fmt.Sprintf("a message has been due for %v", waited.Round(time.Second))
	}
	return c
}

// testWrites has the test write that is running, if there is one.
type testWrites struct {
	mu      sync.Mutex
	running *testWrite
}

// testWrite is a test write. Its err may be read when done is closed.
type testWrite struct {
	done chan struct{}
	err  error
}

// errWriteTimeout means that the database could not be written in writeTimeout.
var errWriteTimeout = errors.New("could not be written in time")

// write checks that the database can be written. If a test write is still running, because the
// file system does not answer, write waits for that one instead of starting another.
func (k *Keeper) write(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(data.ForJob(ctx, "health"), writeTimeout)
	defer cancel()
	k.testWrites.mu.Lock()
	w := k.testWrites.running
	if w == nil {
		w = &testWrite{done: make(chan struct{})}
		k.testWrites.running = w
		go func() {
			within, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
			defer cancel()
			w.err = k.Update(within, func(tx data.Tx, now time.Time) error { return tx.SetHeartbeat(now) })
			k.testWrites.mu.Lock()
			k.testWrites.running = nil
			k.testWrites.mu.Unlock()
			close(w.done)
		}()
	}
	k.testWrites.mu.Unlock()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return errWriteTimeout
	}
}
