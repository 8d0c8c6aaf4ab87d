package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"stackmate/bot/timeutil"
)

// The gateway's operations.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

// Why a connection ends although nobody closed it.
var (
	errReconnect      = errors.New("the gateway asks to connect again")
	errInvalidSession = errors.New("the gateway knows the session no more")
	errDead           = errors.New("the gateway acknowledges no heartbeat")
)

// maxPacket bounds what the gateway may say at once, in bytes.
const maxPacket = 16 << 20

// packet is one message of the gateway, either way.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// session is what the gateway keeps for a shard between two connections. The zero
// value has not begun.
type session struct {
	id      string
	url     string // where it is resumed; "" for the gateway's usual address
	seq     int64  // the last event that was received
	resumes int    // to resume it that failed
}

// maxResumes is how often in a row resuming a session may fail.
const maxResumes = 3

// onClose notes a close code; some end the session.
func (s *session) onClose(code int) {
	if code == 4003 || code == 4007 || code == 4009 {
		*s = session{}
	}
}

// connection is one WebSocket to the gateway.
type connection struct {
	ws             *websocket.Conn
	writing        sync.Mutex
	seq            atomic.Int64 // the last event that was received
	unacknowledged atomic.Int64 // heartbeats that are not acknowledged
	dead           atomic.Bool  // it was given up for that
}

// connectOnce begins or resumes a session, calls ready when the gateway says that it
// is, and hands on events until the connection ends. It returns why.
func (b *Bot) connectOnce(ctx context.Context, shard int, s *session, ready func()) error {
	if s.id == "" {
		return b.beginSession(ctx, shard, s, ready)
	}
	if s.resumes++; s.resumes > maxResumes {
		*s = session{}
		return errInvalidSession
	}
	c, interval, err := b.dial(ctx, cmp.Or(s.url, b.shards.gatewayURL()))
	if err != nil {
		s.url = ""
		return err
	}
	defer context.AfterFunc(ctx, c.closeNormally)()
	err = c.send(opResume, map[string]any{"token": b.config.Token, "session_id": s.id, "seq": s.seq})
	if err != nil {
		return err
	}
	return b.readPackets(ctx, c, interval, s, ready)
}

// beginSession is connectOnce for a session that has not begun. All shards go through
// the same queue.
func (b *Bot) beginSession(ctx context.Context, shard int, s *session, ready func()) error {
	slot, err := b.shards.acquireSlot(ctx, shard)
	if err != nil {
		return err
	}
	free := sync.OnceFunc(func() { slot.free <- struct{}{} })
	defer free()
	c, interval, err := b.dial(ctx, b.shards.gatewayURL())
	if err != nil {
		_, _ = b.fetchGateway(ctx) // it may have moved
		return err
	}
	defer context.AfterFunc(ctx, c.closeNormally)()
	if err := b.waitForSession(ctx); err != nil {
		c.ws.Close()
		return err
	}
	err = c.send(opIdentify, b.identify(shard))
	slot.last = time.Now()
	free()
	if err != nil {
		return err
	}
	return b.readPackets(ctx, c, interval, s, ready)
}

// identify is what an IDENTIFY says. It is discordgo's, so that the gateway sees what
// the requests show.
func (b *Bot) identify(shard int) discordgo.Identify {
	who := b.rest.Identify
	who.Token, who.Compress = b.config.Token, false
	who.Shard = &[2]int{shard, int(b.shards.count.Load())}
	return who
}

// dial opens a WebSocket and waits for the gateway's hello, which says how often it
// wants a heartbeat.
func (b *Bot) dial(ctx context.Context, address string) (c *connection, interval time.Duration, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, 0, fmt.Errorf("the gateway's address: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, b.openTimeout)
	defer cancel()
	u.RawQuery = url.Values{"v": {discordgo.APIVersion}, "encoding": {"json"}}.Encode()
	ws, _, err := (&websocket.Dialer{Proxy: http.ProxyFromEnvironment}).DialContext(ctx, u.String(), nil)
	if err != nil {
		return nil, 0, err
	}
	defer context.AfterFunc(ctx, func() { ws.Close() })()
	ws.SetReadLimit(maxPacket)
	var h struct {
		Op   int `json:"op"`
		Data struct {
			Interval int64 `json:"heartbeat_interval"` // milliseconds
		} `json:"d"`
	}
	if err := ws.ReadJSON(&h); err != nil {
		ws.Close()
		return nil, 0, err
	}
	if h.Op != opHello || h.Data.Interval <= 0 {
		ws.Close()
		return nil, 0, errors.New("the gateway begins without a hello")
	}
	return &connection{ws: ws}, time.Duration(h.Data.Interval) * time.Millisecond, nil
}

// readPackets sends heartbeats and handles packets until the connection ends. Until the
// session is ready, something new has to happen within the time that opening may take.
func (b *Bot) readPackets(ctx context.Context, c *connection, interval time.Duration, s *session, ready func()) error {
	defer c.ws.Close()
	c.seq.Store(s.seq)
	beating, stop := context.WithCancel(ctx)
	defer stop()
	go c.heartbeats(beating, interval)
	open, limit := false, time.Now().Add(b.openTimeout)
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
			b.log.Warn("discord: unreadable packet", "error", err)
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
				b.handleEvent(p.Type, p.Data)
			}
			if p.Seq != nil {
				s.seq = *p.Seq
				c.seq.Store(s.seq)
			}
			if limit = (time.Time{}); !open {
				limit = time.Now().Add(b.openTimeout)
			}
		}
	}
}

// begin takes from a READY what resuming needs. Without it the next connection begins
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

// heartbeats sends heartbeats until the context ends, and cuts a connection on which one was
// not acknowledged when the next is due.
func (c *connection) heartbeats(ctx context.Context, interval time.Duration) {
	for {
		if c.unacknowledged.Load() > 0 {
			c.dead.Store(true)
			c.ws.Close()
			return
		}
		if c.heartbeat() != nil || timeutil.Sleep(ctx, interval) != nil {
			return
		}
	}
}

func (c *connection) heartbeat() error {
	c.unacknowledged.Add(1)
	var seq *int64 // null before the first event
	if n := c.seq.Load(); n > 0 {
		seq = &n
	}
	return c.send(opHeartbeat, seq)
}

// send sends a packet. One that cannot be sent in time ends the connection.
func (c *connection) send(op int, data any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return err
	}
	err := c.ws.WriteJSON(map[string]any{"op": op, "d": data})
	if err != nil {
		c.ws.Close()
	}
	return err
}

// closeNormally says goodbye, which ends the session, and cuts the connection.
func (c *connection) closeNormally() {
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(100*time.Millisecond))
	c.ws.Close()
}
