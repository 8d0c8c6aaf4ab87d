package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"stackmate/bot/cluster"
	"stackmate/bot/timeutil"
)

// Pauses between two attempts to connect. They grow from minBackoff to maxBackoff, and start again after each
// connection that got ready. A connection that was ready for stableAfter is replaced at once.
const (
	minBackoff  = 100 * time.Millisecond
	maxBackoff  = 30 * time.Second
	stableAfter = time.Second
)

// fatalCloseCodes are the close codes of the gateway after which connecting again is no use.
var fatalCloseCodes = map[int]error{
	4004: ErrToken,
	4010: fmt.Errorf("%w: invalid shard", ErrGateway),
	4011: fmt.Errorf("%w: the bot is in too many servers for one connection", ErrGateway),
	4012: fmt.Errorf("%w: the API version is no longer supported", ErrGateway),
	4013: fmt.Errorf("%w: invalid intents", ErrGateway),
	4014: fmt.Errorf("%w: disallowed intents", ErrGateway),
}

// openTimeout is how long it may take until a connection is open and its session ready.
const openTimeout = 20 * time.Second

// gateway keeps the connections over which Discord sends events.
type gateway struct {
	rest        *restClient
	token       string
	wanted      int // Config.Shards
	handle      func(event string, data json.RawMessage)
	connected   func(shard int, resumed bool) // nil if nobody counts
	openTimeout time.Duration
	cluster     *cluster.Member
	began       time.Time
	shards      shards
	states      shardStates
	log         *slog.Logger
}

// runShard keeps one shard connected until the context ends, and then returns nil. Other errors wrap
// ErrToken or ErrGateway. While another process still has a session for the shard, both get its events: what both do is done once, since
// the desk stores the ids of what it has done, and Discord takes one answer.
func (g *gateway) runShard(ctx context.Context, shard int, h cluster.Handover) (err error) {
	select {
	case <-h.Alone:
		g.states.take(shard)
	default:
		var taking sync.WaitGroup
		defer taking.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		taking.Go(func() {
			select {
			case <-h.Alone:
				g.states.take(shard)
			case <-ctx.Done():
			}
		})
	}
	defer func() {
		if err == nil && !g.cluster.Alone() { // another process has it now
			g.states.leave(shard)
		}
	}()
	var s session
	pause := minBackoff
	for {
		var ready time.Time
		resumed := s.id != ""
		err := g.connectOnce(ctx, shard, &s, func() {
			ready = time.Now()
			g.states.connected(shard)
			h.Ready()
			if g.connected != nil {
				g.connected(shard, resumed)
			}
			g.log.InfoContext(ctx, "discord: connected", "shard", shard)
		})
		if ctx.Err() != nil {
			g.states.lost(shard, nil)
			return nil
		}
		g.states.lost(shard, err)
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
		g.log.WarnContext(ctx, "discord: not connected", "shard", shard, "error", redact(err), "again_in", pause)
		if timeutil.Sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(max(2*pause, minBackoff), maxBackoff)
	}
}
