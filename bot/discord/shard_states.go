package discord

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"stackmate/bot/uptime"
)

// shardStates are the states of the connections to the gateway, one a shard.
type shardStates struct {
	mu   sync.Mutex
	list []uptime.Connection // by shard; empty before their number is known
}

// begin notes how many shards there are. None is connected yet.
func (s *shardStates) begin(shards int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = make([]uptime.Connection, shards)
	for i := range s.list {
		s.list[i] = uptime.Connection{Name: fmt.Sprintf("shard %d", i), Since: time.Now(), Why: "not connected yet"}
	}
}

// connected notes that the gateway has said READY or RESUMED to a shard.
func (s *shardStates) connected(shard int) { s.set(shard, true, "") }

// lost notes that a shard is not connected, and why; nil if the bot stops.
func (s *shardStates) lost(shard int, err error) {
	why := "not connected yet"
	if err != nil {
		why = redact(err).Error()
	}
	s.set(shard, false, why)
}

func (s *shardStates) set(shard int, up bool, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.list[shard]
	if c.Up != up {
		c.Since = time.Now()
	}
	c.Up, c.Why = up, why
}

// Connections returns the states of the connections to the gateway, one a shard. Before the bot
// has logged in, it doesn't know how many there are, and returns one that is down.
func (b *Bot) Connections() []uptime.Connection {
	s := &b.gateway.states
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return []uptime.Connection{{Name: "gateway", Since: b.gateway.began, Why: "not logged in yet"}}
	}
	return slices.Clone(s.list)
}
