package discord

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"stackmate/bot/timeutil"
)

// Pauses between two attempts to connect. They begin anew whenever a session got ready;
// a connection that then held for a second is followed by the next one at once.
const (
	minBackoff  = 100 * time.Millisecond
	maxBackoff  = 30 * time.Second
	stableAfter = time.Second
)

// fatalCloseCodes are the codes with which the gateway closes what cannot be mended by
// connecting again.
var fatalCloseCodes = map[int]error{
	4004: ErrToken,
	4010: fmt.Errorf("%w: invalid shard", ErrGateway),
	4011: fmt.Errorf("%w: the bot is in too many servers for one connection", ErrGateway),
	4012: fmt.Errorf("%w: it does not speak our version any more", ErrGateway),
	4013: fmt.Errorf("%w: invalid intents", ErrGateway),
	4014: fmt.Errorf("%w: disallowed intents", ErrGateway),
}

// ShardState is how one connection to the gateway is doing.
type ShardState struct {
	Shard int
	// Connected is whether the gateway has said READY or RESUMED on a connection that
	// is still open.
	Connected bool
	// Since is when Connected last changed, or when the bot began to connect.
	Since time.Time
	// Err is why the last connection ended, nil if none has.
	Err error
}

// shardStates are the states of all shards; none before their number is known.
type shardStates struct {
	mu   sync.Mutex
	list []ShardState
}

func (g *shardStates) begin(shards int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = make([]ShardState, shards)
	for i := range g.list {
		g.list[i] = ShardState{Shard: i, Since: time.Now()}
	}
}

// set notes that a shard is connected, or why it is not.
func (g *shardStates) set(shard int, connected bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &g.list[shard]
	if s.Connected != connected {
		s.Since = time.Now()
	}
	s.Connected, s.Err = connected, err
}

// Shards returns the state of each connection to the gateway, by number. It is empty
// until the bot has logged in and knows how many there are to be.
func (b *Bot) Shards() []ShardState {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	return append([]ShardState(nil), b.states.list...)
}

// Connected reports whether the bot hears all that happens on Discord at present.
func (b *Bot) Connected() bool {
	list := b.Shards()
	for _, s := range list {
		if !s.Connected {
			return false
		}
	}
	return len(list) > 0
}

// runShard keeps one shard connected until the context ends, which is no error, or the
// gateway refuses it for good.
func (b *Bot) runShard(ctx context.Context, shard int) error {
	var s session
	pause := minBackoff
	for {
		var ready time.Time
		err := b.connectOnce(ctx, shard, &s, func() {
			ready = time.Now()
			b.states.set(shard, true, nil)
			b.log.Info("discord: connected", "shard", shard)
		})
		if ctx.Err() != nil {
			b.states.set(shard, false, nil)
			return nil
		}
		b.states.set(shard, false, err)
		if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) {
			if final := fatalCloseCodes[closed.Code]; final != nil {
				return final
			}
			s.onClose(closed.Code)
		}
		switch {
		case ready.IsZero():
		case time.Since(ready) < stableAfter:
			pause = minBackoff
		default:
			pause = 0
		}
		b.log.Warn("discord: not connected", "shard", shard, "error", redact(err), "again_in", pause)
		if timeutil.Sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(max(2*pause, minBackoff), maxBackoff)
	}
}
