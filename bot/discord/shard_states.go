package discord

import (
	"fmt"
	"sync"
	"time"

	"stackmate/bot/uptime"
)

// shardStates are the states of the connections to the gateway, one a shard.
type shardStates struct {
	mu   sync.Mutex
	list []uptime.Connection // by shard; empty before their number is known
	ours []bool              // by shard, whether this process keeps it connected
}

// begin notes how many shards there are, and whether all are this process's. None is connected yet.
func (s *shardStates) begin(shards int, ours bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list, s.ours = make([]uptime.Connection, shards), make([]bool, shards)
	for i := range s.list {
		s.list[i] = uptime.Connection{Name: fmt.Sprintf("shard %d", i), Since: time.Now(), Why: "not connected yet"}
		s.ours[i] = ours
	}
}

// take notes that this process keeps a shard connected from now on.
func (s *shardStates) take(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := &s.list[shard]; !s.ours[shard] && !c.Up {
		c.Since = time.Now()
	}
	s.ours[shard] = true
}

// leave notes that this process no longer does.
func (s *shardStates) leave(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ours[shard] = false
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

// Connections returns the states of this process's connections to the gateway, one a shard, and of the endpoint
// for interactions, as far as there are any. Before the bot has logged in, it doesn't know how many
// shards there are, and returns one that is down.
func (b *Bot) Connections() (list []uptime.Connection) {
	if b.config.HTTP {
		list = append(list, b.endpoint.state.get())
	}
	if b.config.NoGateway {
		return list
	}
	s := &b.gateway.states
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return append(list, uptime.Connection{Name: "gateway", Since: b.gateway.began, Why: "not logged in yet"})
	}
	var ours []uptime.Connection
	for i, c := range s.list {
		if s.ours[i] {
			ours = append(ours, c)
		}
	}
	return append(ours, list...)
}
