package uptime

import (
	"maps"
	"sync"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/game"
)

// Connection is one connection between a front end and its transport.
type Connection struct {
	// Name identifies the connection in its front end, such as "shard 0" or "imap".
	Name string
	// Up is whether the connection works.
	Up bool
	// Since is when Up last changed; zero if it is not known yet whether the connection works.
	Since time.Time
	// Why is why the connection does not work, for the operator; empty if it does.
	Why string
}

// transports knows since when transports are down. A transport is down while one of its
// connections is, since some people cannot reach the bot then.
type transports struct {
	mu          sync.Mutex
	connections map[string]func() []Connection
	downSince   map[string]time.Time // only of transports with an outage that is not stored in full
}

// WatchConnections makes the keeper watch the connections of a transport, which list returns. The
// clocks of players with an address on the transport are stopped while one of them is down.
func (k *Keeper) WatchConnections(transport string, list func() []Connection) {
	k.transports.mu.Lock()
	defer k.transports.mu.Unlock()
	if k.transports.connections == nil {
		k.transports.connections, k.transports.downSince = map[string]func() []Connection{}, map[string]time.Time{}
	}
	k.transports.connections[transport] = list
}

// Connections returns the connections of every transport.
func (k *Keeper) Connections() map[string][]Connection { return k.transports.all() }

// all returns the connections of every transport.
func (t *transports) all() map[string][]Connection {
	t.mu.Lock()
	sources := maps.Clone(t.connections)
	t.mu.Unlock()
	all := make(map[string][]Connection, len(sources))
	for transport, list := range sources { // without t.mu, since front ends may lock a mutex
		all[transport] = list()
	}
	return all
}

// outages returns the outages of transports until now: those that have not ended, and those
// that have ended since the last call of settle. It also returns the transports of the latter.
func (t *transports) outages(now time.Time) (list []data.Outage, ended []string) {
	for transport, connections := range t.all() {
		var down, up time.Time
		for _, c := range connections {
			switch {
			case c.Up && c.Since.After(up):
				up = c.Since
			case !c.Up && !c.Since.IsZero() && (down.IsZero() || c.Since.Before(down)):
				down = c.Since
			}
		}
		t.mu.Lock()
		began, known := t.downSince[transport]
		if !down.IsZero() && (!known || began.After(now)) { // began is after now if the system clock was ahead
			began, known = down, true
			t.downSince[transport] = began
		}
		t.mu.Unlock()
		end := now
		if down.IsZero() && known {
			ended = append(ended, transport)
			if up.Before(now) {
				end = up
			}
		}
		if known && began.Before(end) {
			list = append(list, data.Outage{Transport: transport, Span: game.Span{From: began, To: end}})
		}
	}
	return list, ended
}

// settle forgets the outages of transports, which have ended and are stored.
func (t *transports) settle(ended []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, transport := range ended {
		delete(t.downSince, transport)
	}
}
