package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// Pauses between two attempts to connect. A connection that held for steady was a
// good one. Discord allows 1,000 new sessions a day.
const (
	shortestPause = 100 * time.Millisecond
	longestPause  = 2 * time.Minute
	steady        = 5 * time.Minute
)

// closings are the codes with which the gateway ends what cannot be mended by
// connecting again.
var closings = map[int]error{
	4004: ErrToken,
	4010: fmt.Errorf("%w: invalid shard", ErrGateway),
	4011: fmt.Errorf("%w: the bot is in too many servers for one connection", ErrGateway),
	4012: fmt.Errorf("%w: it does not speak our version any more", ErrGateway),
	4013: fmt.Errorf("%w: invalid intents", ErrGateway),
	4014: fmt.Errorf("%w: disallowed intents", ErrGateway),
}

// errLost says that a connection that was open has ended.
var errLost = errors.New("connection lost")

// keep keeps one shard connected until the context ends. A session that was lost is
// resumed; if that fails, a new one is begun. Events are handled under held.
func (b *Bot) keep(ctx, held context.Context, shard int) error {
	var l *link
	defer func() {
		if l != nil {
			l.end()
		}
	}()
	pause := shortestPause
	for {
		begun := func() {}
		if l == nil {
			var err error
			if l, err = b.newLink(held); err != nil {
				return err
			}
			l.ShardID, l.ShardCount = shard, int(b.shards.count.Load())
			if begun, err = b.shards.turn(ctx, shard); err != nil {
				return nil
			}
		}
		began := time.Now()
		err := b.hold(ctx, l, begun)
		if ctx.Err() != nil {
			return nil
		}
		if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) && closings[closed.Code] != nil {
			return closings[closed.Code]
		}
		if !errors.Is(err, errLost) && !l.usable(err) {
			l.end()
			l = nil
		}
		if time.Since(began) > steady {
			pause = shortestPause
		}
		b.log.Warn("discord: not connected", "shard", shard, "error", err, "again_in", pause)
		if sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// hold opens or resumes a session, says so, and returns when its connection has ended.
func (b *Bot) hold(ctx context.Context, l *link, begun func()) error {
	err := l.open(ctx, b.openTime)
	begun()
	if err != nil {
		return err
	}
	b.log.Info("discord: connected", "shard", l.ShardID)
	b.connected.Add(1)
	defer b.connected.Add(-1)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.lost:
		return errLost
	}
}
