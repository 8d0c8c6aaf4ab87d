package discord

import (
	"fmt"
	"sync"
	"time"

	"stackmate/bot"
)

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
	b.gateway.states.mu.Lock()
	defer b.gateway.states.mu.Unlock()
	return append([]ShardState(nil), b.gateway.states.list...)
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

// Connections returns how the connections to the gateway are doing. Before the bot has logged
// in, it does not know how many there are to be.
func (b *Bot) Connections() []bot.Connection {
	shards := b.Shards()
	if len(shards) == 0 {
		return []bot.Connection{{Name: "gateway", Since: b.gateway.began, Why: "not logged in yet"}}
	}
	list := make([]bot.Connection, len(shards))
	for i, s := range shards {
		list[i] = bot.Connection{Name: fmt.Sprintf("shard %d", s.Shard), Up: s.Connected, Since: s.Since}
		switch {
		case s.Connected:
		case s.Err != nil:
			list[i].Why = redact(s.Err).Error()
		default:
			list[i].Why = "not connected yet"
		}
	}
	return list
}
