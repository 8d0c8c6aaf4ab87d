package discord

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/timeutil"
)

// AutoShards, as Config.Shards, is as many connections as the gateway recommends.
const AutoShards = -1

// identifyInterval is the time between two IDENTIFYs in the same slot. Discord demands 5 seconds; the rest is for the
// network.
const identifyInterval = 5500 * time.Millisecond

// lateTurn is how long connecting may take after a session's turn in the queue of all processes.
const lateTurn = 300 * time.Millisecond

// shards are the connections over which the bot's guilds are spread, and when their sessions may begin.
type shards struct {
	count atomic.Int32 // 0 until known

	interval time.Duration
	slots    []identifySlot // Discord's max_concurrency of them

	mu        sync.Mutex
	url       string    // of the gateway
	remaining int       // sessions that may still begin before reset
	total     int       // what remaining is when it is renewed
	reset     time.Time // when remaining is renewed
}

// identifySlot lets sessions begin one after another.
type identifySlot struct {
	free chan struct{} // contains a value while the slot is free
	last time.Time     // when a session last began
}

func newSlots(n int) []identifySlot {
	list := make([]identifySlot, max(1, n))
	for i := range list {
		list[i].free = make(chan struct{}, 1)
		list[i].free <- struct{}{}
	}
	return list
}

// gatewayInfo is the answer of GET /gateway/bot.
type gatewayInfo struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// fetch asks Discord for the URL of the gateway and how many sessions may begin.
func (g *gateway) fetch(ctx context.Context) (info gatewayInfo, err error) {
	if err := g.rest.get(ctx, discordgo.EndpointGatewayBot, &info); err != nil {
		return info, err
	}
	s := &g.shards
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url, s.remaining, s.total = info.URL, info.Limit.Remaining, info.Limit.Total
	s.reset = time.Now().Add(time.Duration(info.Limit.ResetAfter) * time.Millisecond)
	return info, nil
}

// plan decides the number of shards and of identify slots. Errors are those of retryUntilDone.
func (g *gateway) plan(ctx context.Context) error {
	var info gatewayInfo
	err := g.rest.retryUntilDone(ctx, "discord: the gateway cannot be asked", func() (err error) {
		info, err = g.fetch(ctx)
		return err
	})
	if err != nil {
		return err
	}
	count := max(1, g.wanted)
	if g.wanted == AutoShards {
		count = max(1, info.Shards)
	}
	s := &g.shards
	s.slots = newSlots(info.Limit.Concurrency)
	s.count.Store(int32(count))
	g.states.begin(count, g.cluster.Alone())
	g.log.InfoContext(ctx, "discord: shards", "count", count, "at_once", len(s.slots))
	return nil
}

// SessionBudget returns how many sessions at the gateway may begin before Discord renews that
// number, and the number that it is then; zeros before the bot has asked.
func (b *Bot) SessionBudget() (remaining, total int) {
	s := &b.gateway.shards
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().After(s.reset) { // it is asked again only when it needs to know
		return s.total, s.total
	}
	return s.remaining, s.total
}

// gatewayURL returns the URL of the gateway that fetch got last.
func (s *shards) gatewayURL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.url
}

// waitForSession counts a session that is about to begin. If no more may begin today it waits: Discord resets the
// token of a bot that exceeds the limit.
func (g *gateway) waitForSession(ctx context.Context) error {
	s, fresh := &g.shards, false
	for {
		s.mu.Lock()
		wait := time.Until(s.reset)
		if s.remaining > 0 && (fresh || g.cluster.Alone()) {
			s.remaining--
			s.mu.Unlock()
			return nil
		}
		s.mu.Unlock()
		if wait > 0 && (fresh || g.cluster.Alone()) {
			g.log.ErrorContext(ctx, "discord: no more sessions may begin today", "again_in", wait)
			if err := timeutil.Sleep(ctx, wait); err != nil {
				return err
			}
		}
		if _, err := g.fetch(ctx); err != nil {
			return err
		}
		fresh = true // what Discord says now counts the sessions of other processes too
	}
}

// acquireSlot waits until a shard may begin a session, as far as this process knows. The caller must send to the slot's free
// afterwards.
func (s *shards) acquireSlot(ctx context.Context, shard int) (*identifySlot, error) {
	slot := &s.slots[shard%len(s.slots)]
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-slot.free:
	}
	if err := timeutil.Sleep(ctx, time.Until(slot.last.Add(s.interval))); err != nil {
		slot.free <- struct{}{}
		return nil, err
	}
	return slot, nil
}

// waitForOthers waits until a shard may begin a session after those of other processes. The turns of a slot are in one queue
// for all.
func (g *gateway) waitForOthers(ctx context.Context, shard int) error {
	return g.cluster.Turn(ctx, fmt.Sprintf("discord session %d", shard%len(g.shards.slots)), g.shards.interval)
}

// run keeps the shards connected that this process has a share of until the context ends, and then returns nil, or until one of
// them fails for good.
func (g *gateway) run(ctx context.Context) error {
	if err := g.plan(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	count := int(g.shards.count.Load())
	return g.cluster.ShareWithoutGap(ctx, fmt.Sprintf("discord shards of %d", count), count, g.runShard)
}
