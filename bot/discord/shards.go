package discord

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// AutoShards stands for as many connections as the gateway recommends.
const AutoShards = -1

// identifyPause is how far apart two sessions begin that the gateway does not let
// begin at once: five seconds, and a little for the way.
const identifyPause = 5500 * time.Millisecond

// shards are the connections that the bot's guilds are spread over.
type shards struct {
	count atomic.Int32 // 0 until it is known

	pause time.Duration
	lanes []lane // as many sessions may begin at once
}

// lane is where sessions begin one after another.
type lane struct {
	free chan struct{} // holds one value while nobody begins
	last time.Time     // when one began
}

func newLanes(n int) []lane {
	list := make([]lane, max(1, n))
	for i := range list {
		list[i].free = make(chan struct{}, 1)
		list[i].free <- struct{}{}
	}
	return list
}

// plan finds out how many connections there are to be, and how fast they may begin.
func (b *Bot) plan(ctx context.Context) error {
	s := &b.shards
	count := max(1, b.config.Shards)
	s.lanes = newLanes(1)
	defer func() { s.count.Store(int32(count)) }()
	if b.config.Shards == 0 || b.config.Shards == 1 {
		return nil
	}
	var g struct {
		Shards int `json:"shards"`
		Limit  struct {
			Remaining   int   `json:"remaining"`
			ResetAfter  int64 `json:"reset_after"` // milliseconds
			Concurrency int   `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	for {
		err := b.persist(ctx, "discord: the gateway cannot be asked", func() error {
			return b.get(ctx, discordgo.EndpointGatewayBot, &g)
		})
		if err != nil {
			return err
		}
		if b.config.Shards == AutoShards {
			count = max(1, g.Shards)
		}
		s.lanes = newLanes(g.Limit.Concurrency)
		if g.Limit.Remaining >= count {
			b.log.Info("discord: shards", "count", count, "at_once", len(s.lanes))
			return nil
		}
		// Who begins too many sessions in a day loses the token.
		wait := time.Duration(g.Limit.ResetAfter) * time.Millisecond
		b.log.Error("discord: no more sessions may begin today", "again_in", wait)
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// turn waits until a shard may begin a session. Begun must be called when it has.
func (s *shards) turn(ctx context.Context, shard int) (begun func(), err error) {
	l := &s.lanes[shard%len(s.lanes)]
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.free:
	}
	begun = func() {
		l.last = time.Now()
		l.free <- struct{}{}
	}
	if err := sleep(ctx, time.Until(l.last.Add(s.pause))); err != nil {
		begun()
		return nil, err
	}
	return begun, nil
}

// listen keeps the connections to the gateway until the context ends, or one of them
// ends for good. Events are handled under held.
func (b *Bot) listen(ctx, held context.Context) error {
	if err := b.plan(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for shard := range int(b.shards.count.Load()) {
		group.Go(func() {
			if err := b.keep(ctx, held, shard); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause
	}
	return nil
}
