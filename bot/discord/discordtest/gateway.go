package discordtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the gateway. They are stated independently of bot/discord, so that a wrong code there fails a test.
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

// Close codes of the gateway.
const (
	closeDecode            = 4002
	closeNotAuthenticated  = 4003
	closeAuthentication    = 4004
	closeRateLimited       = 4008
	closeInvalidShard      = 4010
	closeInvalidVersion    = 4012
	closeDisallowedIntents = 4014
)

// packet is a message to or from the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

type gatewayState struct {
	sessions            []*session
	conns               map[*conn]bool
	identifies          int
	resumes             int
	heartbeat           time.Duration
	twice               bool
	withholdReady       bool
	ignoreHeartbeats    bool
	reconnectAtIdentify bool // answer IDENTIFY with op 7
	refuseIdentify      int  // close with this code after IDENTIFY; 0 for not
	alter               func(name string, data map[string]any)
	privileged          int
	shards              int // recommended; 0 is 1
	maxConcurrency      int // how many sessions may begin at once; 0 is 1
	begun               []Identify
}

// Identify is a session that the bot began.
type Identify struct {
	Shard, Shards int
	Time          time.Time
}

// connections lists the open connections. The caller holds the server's lock.
func (g *gatewayState) connections() []*conn {
	var list []*conn
	for c := range g.conns {
		list = append(list, c)
	}
	return list
}

// ready lists the sessions that have a connection and had their READY. The caller holds the server's lock.
func (g *gatewayState) ready() []*session {
	var list []*session
	for _, s := range g.sessions {
		if s.conn != nil {
			list = append(list, s)
		}
	}
	return list
}

// hasHeartbeat reports whether some session is connected and has sent a heartbeat. The caller holds the server's lock.
func (g *gatewayState) hasHeartbeat() bool {
	for _, s := range g.ready() {
		if s.conn.beats > 0 {
			return true
		}
	}
	return false
}

func gatewayURL(c *call) (int, any, *apiError) {
	return http.StatusOK, object{"url": c.s.gatewayAddress()}, nil
}

func gatewayBot(c *call) (int, any, *apiError) {
	return http.StatusOK, object{
		"url": c.s.gatewayAddress(), "shards": max(1, c.s.gateway.shards),
		"session_start_limit": object{
			"total": 1000, "remaining": max(0, 1000-c.s.gateway.identifies), "reset_after": 14400000, "max_concurrency": max(1, c.s.gateway.maxConcurrency),
		},
	}, nil
}

func (s *Server) gatewayAddress() string {
	return "ws" + strings.TrimPrefix(s.URL, "http") + "/gateway"
}

// serveGateway serves a connection from hello to its end.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.closed || s.faults.outage {
		s.mu.Unlock()
		http.Error(w, "service unavailable", http.StatusServiceUnavailable)
		return
	}
	s.wg.Add(1)
	s.mu.Unlock()
	defer s.wg.Done()

	ws, err := (&websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := newConn(s, ws)
	s.mu.Lock()
	if s.closed || s.faults.outage {
		s.mu.Unlock()
		c.drop()
		return
	}
	if s.gateway.conns == nil {
		s.gateway.conns = map[*conn]bool{}
	}
	s.gateway.conns[c] = true
	heartbeat := s.gateway.heartbeat
	s.mu.Unlock()

	s.wg.Add(1)
	go c.write()
	if v := r.URL.Query().Get("v"); v != "" && v != "9" && v != "10" {
		c.closeWith(closeInvalidVersion, "Invalid API version.")
	} else {
		c.send(opHello, nil, "", object{"heartbeat_interval": heartbeat.Milliseconds(), "_trace": []string{"discordtest"}})
	}
	code := c.read()
	c.drop()

	s.mu.Lock()
	delete(s.gateway.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
		if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
			s.gateway.remove(c.session)
		}
	}
	s.notify()
	s.mu.Unlock()
}

// handle does what one packet of the client asks for. The caller holds the server's lock.
func (c *conn) handle(p packet) {
	switch p.Op {
	case opHeartbeat:
		c.beats++
		if !c.s.gateway.ignoreHeartbeats {
			c.send(opHeartbeatACK, nil, "", nil)
		}
	case opIdentify:
		c.identify(p.Data)
	case opResume:
		c.resume(p.Data)
	default:
		if c.session == nil {
			c.closeWith(closeNotAuthenticated, "Not authenticated.")
		}
	}
}
