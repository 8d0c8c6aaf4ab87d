package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// session is the gateway's session of a shard, which may outlive a connection. The zero value has not
// begun.
type session struct {
	id      string
	url     string // at which it is resumed; "" for the gateway's general URL
	seq     int64  // sequence number of the last event received
	resumes int    // failed attempts in a row to resume it
}

// maxResumes is how many attempts in a row to resume a session may fail; then a new one begins.
const maxResumes = 3

// onClose ends the session if the gateway's close code says so.
func (s *session) onClose(code int) {
	if code == 4003 || code == 4007 || code == 4009 {
		*s = session{}
	}
}

// connectOnce opens a connection, begins or resumes a session, calls ready when the gateway says that it is ready,
// and handles events until the connection ends. It always returns an error: why the connection ended.
func (g *gateway) connectOnce(ctx context.Context, shard int, s *session, ready func()) error {
	if s.id == "" {
		return g.beginSession(ctx, shard, s, ready)
	}
	if s.resumes++; s.resumes > maxResumes {
		*s = session{}
		return errInvalidSession
	}
	c, interval, err := g.dial(ctx, cmp.Or(s.url, g.shards.gatewayURL()))
	if err != nil {
		s.url = ""
		return err
	}
	defer context.AfterFunc(ctx, c.closeNormally)()
	err = c.send(opResume, map[string]any{"token": g.token, "session_id": s.id, "seq": s.seq})
	if err != nil {
		return err
	}
	return g.readPackets(ctx, c, interval, s, ready)
}

// beginSession is connectOnce for a session that has not begun. It waits for an identify slot and for the
// daily limit of sessions.
func (g *gateway) beginSession(ctx context.Context, shard int, s *session, ready func()) error {
	slot, err := g.shards.acquireSlot(ctx, shard)
	if err != nil {
		return err
	}
	free := sync.OnceFunc(func() { slot.free <- struct{}{} })
	defer free()
	if err := g.waitForOthers(ctx, shard); err != nil {
		return err
	}
	turn := time.Now()
	c, interval, err := g.dial(ctx, g.shards.gatewayURL())
	if err != nil {
		_, _ = g.fetch(ctx) // the gateway may have moved
		return err
	}
	defer context.AfterFunc(ctx, c.closeNormally)()
	if err := g.waitForSession(ctx); err != nil {
		c.ws.Close()
		return err
	}
	if time.Since(turn) > lateTurn { // the next one's turn may be too soon after this
		if err := g.waitForOthers(ctx, shard); err != nil {
			c.ws.Close()
			return err
		}
	}
	err = c.send(opIdentify, g.identify(shard))
	slot.last = time.Now()
	free()
	if err != nil {
		return err
	}
	return g.readPackets(ctx, c, interval, s, ready)
}

// identify returns the data of an IDENTIFY. Its properties are discordgo's, like the User-Agent of requests.
func (g *gateway) identify(shard int) discordgo.Identify {
	who := g.rest.session.Identify
	who.Token, who.Compress = g.token, false
	who.Shard = &[2]int{shard, int(g.shards.count.Load())}
	return who
}

// readPackets sends heartbeats and handles packets until the connection ends, and returns why it ended. Until the
// session is ready, the pause between two events must not exceed openTimeout.
func (g *gateway) readPackets(ctx context.Context, c *connection, interval time.Duration, s *session, ready func()) error {
	defer c.ws.Close()
	c.seq.Store(s.seq)
	beating, stop := context.WithCancel(ctx)
	defer stop()
	go c.heartbeats(beating, interval)
	open, limit := false, time.Now().Add(g.openTimeout)
	for {
		if err := c.ws.SetReadDeadline(limit); err != nil {
			return err
		}
		_, raw, err := c.ws.ReadMessage()
		switch {
		case err != nil && c.dead.Load():
			return errDead
		case err != nil:
			return err
		}
		var p packet
		if err := json.Unmarshal(raw, &p); err != nil {
			g.log.WarnContext(ctx, "discord: unreadable packet", "error", err)
			continue
		}
		switch p.Op {
		case opHeartbeat:
			if err := c.heartbeat(); err != nil {
				return err
			}
		case opHeartbeatACK:
			c.unacknowledged.Store(0)
		case opReconnect:
			return errReconnect
		case opInvalidSession:
			if string(p.Data) != "true" {
				*s = session{}
			}
			return errInvalidSession
		case opDispatch:
			switch p.Type {
			case "READY":
				s.begin(p.Data)
				open = true
				ready()
			case "RESUMED":
				s.resumes, open = 0, true
				ready()
			default:
				g.handle(p.Type, p.Data)
			}
			if p.Seq != nil {
				s.seq = *p.Seq
				c.seq.Store(s.seq)
			}
			if limit = (time.Time{}); !open {
				limit = time.Now().Add(g.openTimeout)
			}
		}
	}
}

// begin takes id and URL of the session from the data of a READY. If they are missing, the next connection begins
// a new session.
func (s *session) begin(data json.RawMessage) {
	var r struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	_ = json.Unmarshal(data, &r)
	*s = session{}
	if r.URL != "" {
		s.id, s.url = r.ID, r.URL
	}
}
