package bot_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/uptime"
)

// reasons returns the failed checks with their reasons.
func reasons(list []uptime.Check) string {
	var all []string
	for _, c := range list {
		if !c.OK {
			all = append(all, c.Name+": "+c.Why)
		}
	}
	return strings.Join(all, "; ")
}

// TestReady checks that lost connections and messages that wait too long are reported, but
// not a transport that was not asked yet.
func TestReady(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	link := uptime.Connection{Name: "imap", Up: true}
	c.desk.WatchConnections("test", func() []uptime.Connection { return []uptime.Connection{link, {Name: "smtp"}} })
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", alone("Anna"), "e4")
	ready := func(want string) {
		t.Helper()
		if got := reasons(c.desk.Ready(t.Context())); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	ready("")
	c.front.fail = func(chat.Address, chat.Reply) error { return errors.New("busy") }
	for range 20 {
		c.post()
		c.later(30 * time.Second)
	}
	ready("")
	c.later(time.Second)
	ready("test backlog: a message has been due for 10m1s")
	c.front.fail = nil
	c.later(2 * time.Minute)
	c.post()
	ready("")
	link = uptime.Connection{Name: "imap", Since: c.time(), Why: "connection refused"}
	ready("test imap: connection refused")
	if got := reasons(c.desk.Live(t.Context())); got != "" {
		t.Error(got)
	}
	c.store.Close()
	if got := reasons(c.desk.Live(t.Context())); !strings.HasPrefix(got, "database: ") {
		t.Errorf("a closed database is %q", got)
	}
}

// TestStalled checks that a disk that hangs is reported in time, and is not tried again.
func TestStalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := make(chan struct{})
		var began atomic.Int64
		desk := bot.New(bot.Options{Store: storeFunc(func(context.Context, func(data.Tx) error) error {
			began.Add(1)
			<-gone
			return errors.New("gone")
		}), Now: time.Now})
		ctx, cancel := context.WithCancel(t.Context())
		go desk.KeepTime(ctx)
		start := time.Now()
		for range 3 {
			if got := reasons(desk.Live(t.Context())); got != "database: could not be written in time" {
				t.Error(got)
			}
		}
		if d := time.Since(start); d != 9*time.Second || began.Load() != 3 { // clocks, puzzles and one health check
			t.Errorf("%d attempts in %v", began.Load(), d)
		}
		time.Sleep(5 * time.Minute)
		if got := reasons(desk.Live(t.Context())); !strings.Contains(got, "clock: has not run for 5m12s") {
			t.Error(got)
		}
		cancel()
		close(gone)
		synctest.Wait()
	})
}

// storeFunc is a store whose transactions are a function.
type storeFunc func(context.Context, func(data.Tx) error) error

func (f storeFunc) Update(ctx context.Context, fn func(data.Tx) error) error { return f(ctx, fn) }
func (f storeFunc) View(ctx context.Context, fn func(data.Tx) error) error   { return f(ctx, fn) }
