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
	// Name tells it from the others of the front end, such as "shard 0" or "imap".
	Name string
	// Up is whether it works, Since from when on it has or has not; zero if that is not
	// known yet.
	Up    bool
	Since time.Time
	// Why is the reason that it does not, for whoever runs the bot.
	Why string
}

// reach knows which transports people can reach the bot on. A transport with a link
// that is down counts as out for all of its people: some of them cannot be heard.
type reach struct {
	mu    sync.Mutex
	links map[string]func() []Connection
	out   map[string]time.Time // since when transports are
}

// WatchConnections has the desk know of the links of a transport. While one of them is down, the
// clocks of its people stand still.
func (k *Keeper) WatchConnections(transport string, links func() []Connection) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	if k.reach.links == nil {
		k.reach.links, k.reach.out = map[string]func() []Connection{}, map[string]time.Time{}
	}
	k.reach.links[transport] = links
}

// all returns the links of every transport.
func (r *reach) all() map[string][]Connection {
	r.mu.Lock()
	sources := maps.Clone(r.links)
	r.mu.Unlock()
	list := make(map[string][]Connection, len(sources))
	for transport, links := range sources { // a front end may hold locks of its own
		list[transport] = links()
	}
	return list
}

// outages returns the outages up to now: those that go on, and those that have ended
// since they were last settled.
func (r *reach) outages(now time.Time) (list []data.Outage, ended []string) {
	for transport, links := range r.all() {
		var down, up time.Time
		for _, l := range links {
			switch {
			case l.Up && l.Since.After(up):
				up = l.Since
			case !l.Up && !l.Since.IsZero() && (down.IsZero() || l.Since.Before(down)):
				down = l.Since
			}
		}
		r.mu.Lock()
		began, known := r.out[transport]
		if !down.IsZero() && (!known || began.After(now)) { // after now: the clock was ahead
			began, known = down, true
			r.out[transport] = began
		}
		r.mu.Unlock()
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

// settle forgets outages that have ended and are stored.
func (r *reach) settle(ended []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, transport := range ended {
		delete(r.out, transport)
	}
}
