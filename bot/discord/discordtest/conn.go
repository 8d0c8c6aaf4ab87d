package discordtest

import (
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// maxSends is how many packets a client may send in a minute.
const maxSends = 120

// conn is one connection to the gateway. Packets are sent through a queue, so that nobody waits for a slow client.
type conn struct {
	s       *Server
	ws      *websocket.Conn
	session *session // this and the next two under the server's lock
	beats   int
	sends   []time.Time

	mu     sync.Mutex
	queue  [][]byte
	last   []byte // a close frame, sent after the queue
	wake   chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newConn(s *Server, ws *websocket.Conn) *conn {
	return &conn{s: s, ws: ws, wake: make(chan struct{}, 1), closed: make(chan struct{})}
}

// send queues a packet.
func (c *conn) send(op int, seq *int64, name string, data any) {
	p := object{"op": op, "d": data, "s": seq, "t": nil}
	if name != "" {
		p["t"] = name
	}
	raw, err := json.Marshal(p)
	if err != nil {
		panic(err) // only this package makes data
	}
	c.mu.Lock()
	c.queue = append(c.queue, raw)
	c.mu.Unlock()
	c.signal()
}

// closeWith closes the connection with a code, after the queued packets.
func (c *conn) closeWith(code int, reason string) {
	c.mu.Lock()
	c.last = websocket.FormatCloseMessage(code, reason)
	c.mu.Unlock()
	c.signal()
}

func (c *conn) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// drop closes the connection without a close code.
func (c *conn) drop() {
	c.once.Do(func() {
		close(c.closed)
		_ = c.ws.NetConn().Close()
	})
}

// write sends the queued packets until the connection is closed.
func (c *conn) write() {
	defer c.s.wg.Done()
	for {
		select {
		case <-c.closed:
			return
		case <-c.wake:
		}
		c.mu.Lock()
		queue, last := c.queue, c.last
		c.queue = nil
		c.mu.Unlock()
		for _, raw := range queue {
			_ = c.ws.SetWriteDeadline(time.Now().Add(5 * time.Second))
			if c.ws.WriteMessage(websocket.TextMessage, raw) != nil {
				c.drop()
				return
			}
		}
		if last != nil {
			_ = c.ws.WriteControl(websocket.CloseMessage, last, time.Now().Add(time.Second))
			c.drop()
			return
		}
	}
}

// read handles packets until the connection ends and returns the client's close code, 0 if there was none.
func (c *conn) read() int {
	for {
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			var closing *websocket.CloseError
			if errors.As(err, &closing) {
				return closing.Code
			}
			return 0
		}
		var p packet
		if json.Unmarshal(raw, &p) != nil {
			c.closeWith(closeDecode, "Error while decoding payload.")
			continue
		}
		c.s.mu.Lock()
		c.count()
		c.handle(p)
		c.s.notify()
		c.s.mu.Unlock()
	}
}

// count notes a packet of the client and ends the connection of one that sends too many. The caller holds the server's lock.
func (c *conn) count() {
	now := time.Now()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > time.Minute {
		c.sends = c.sends[1:]
	}
	if c.sends = append(c.sends, now); len(c.sends) > maxSends {
		c.s.report(Violation{Path: "gateway", Problem: "more than 120 packets in a minute"})
		c.closeWith(closeRateLimited, "Rate limited.")
	}
}
