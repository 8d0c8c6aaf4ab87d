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

// listen keeps a connection to the gateway until the context ends. A session that
// was lost is resumed; if that fails, a new one is begun. Events are handled under held.
func (b *Bot) listen(ctx, held context.Context) error {
	var l *link
	defer func() {
		if l != nil {
			l.end()
		}
	}()
	pause := shortestPause
	for {
		if l == nil {
			var err error
			if l, err = b.newLink(held); err != nil {
				return err
			}
		}
		began := time.Now()
		err := b.hold(ctx, l)
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
		b.log.Warn("discord: not connected", "error", err, "again_in", pause)
		if sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// hold opens or resumes a session and returns when its connection has ended.
func (b *Bot) hold(ctx context.Context, l *link) error {
	if err := l.open(ctx, b.openTime); err != nil {
		return err
	}
	b.log.Info("discord: connected")
	b.connected.Store(true)
	defer b.connected.Store(false)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.lost:
		return errLost
	}
}
