package discord

import (
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

// connection is one WebSocket to the gateway.
type connection struct {
	ws             *websocket.Conn
	writing        sync.Mutex
	seq            atomic.Int64 // sequence number of the last event received
	unacknowledged atomic.Int64 // number of heartbeats sent that were not acknowledged
	dead           atomic.Bool  // closed because of that
}

// Opcodes of the gateway.
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

// Reasons for which the bot ends a connection.
var (
	errReconnect      = errors.New("the gateway asks to connect again")
	errInvalidSession = errors.New("the gateway does not know the session any more")
	errDead           = errors.New("the gateway does not acknowledge heartbeats")
)

// maxPacket is the maximum size of a packet of the gateway, in bytes.
const maxPacket = 16 << 20

// packet is a message to or from the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// dial opens a WebSocket and waits for the gateway's hello. interval is the time between heartbeats.
func (g *gateway) dial(ctx context.Context, address string) (c *connection, interval time.Duration, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, 0, fmt.Errorf("the gateway's address: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, g.openTimeout)
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
		return nil, 0, errors.New("the gateway's first packet is not a hello")
	}
	return &connection{ws: ws}, time.Duration(h.Data.Interval) * time.Millisecond, nil
}

// heartbeats sends heartbeats until the context ends. It closes the connection if one was not acknowledged when the
// next is due.
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

// send sends a packet. If that fails or takes longer than 10 seconds, it closes the connection.
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

// closeNormally closes the connection with code 1000, which ends the session.
func (c *connection) closeNormally() {
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(100*time.Millisecond))
	c.ws.Close()
}
