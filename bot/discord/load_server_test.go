package discord_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// loadServer speaks just enough of Discord's protocol to play games fast: discordtest checks and stores
// everything, which would be most of the load.
type loadServer struct {
	url    string
	shards int
	ready  chan struct{} // closed when all shards are connected

	mu      sync.Mutex
	gateway []loadShard
	ids     int64
	waiting map[string]*loadMove // by interaction, until the benchmark ends
	took    []time.Duration
	late    int                  // answers that were put off
	owed    map[string]*loadMove // moves that the program has not replied to, by channel
	thinks  int                  // answers that came before the reply
	faults  []string
}

// loadShard is a connection to the gateway.
type loadShard struct {
	ws  *websocket.Conn
	seq int
}

// loadMove is a move that is not answered yet.
type loadMove struct {
	game     *loadGame
	ply      int
	sent     time.Time
	answered bool
	replied  bool          // whether the program has replied to it
	done     chan struct{} // closed at the answer, in a game against the program at the reply
}

func newLoadServer(b *testing.B) *loadServer { return newShardedLoadServer(b, 1) }

// newShardedLoadServer is newLoadServer for a bot with several connections.
func newShardedLoadServer(b *testing.B, shards int) *loadServer {
	s := &loadServer{shards: shards, gateway: make([]loadShard, shards), ready: make(chan struct{}), ids: 1 << 40, waiting: map[string]*loadMove{}, owed: map[string]*loadMove{}}
	mux := http.NewServeMux()
	say := func(format string, args ...any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, format, args...)
		}
	}
	web := httptest.NewServer(mux)
	b.Cleanup(web.Close)
	s.url = web.URL
	gateway := "ws" + strings.TrimPrefix(s.url, "http") + "/socket"
	mux.HandleFunc("/socket", s.socket)
	mux.HandleFunc("GET /api/v9/gateway", say(`{"url":%q}`, gateway))
	mux.HandleFunc("GET /api/v9/gateway/bot", say(`{"url":%q,"shards":1,"session_start_limit":{"total":1000,"remaining":999,"max_concurrency":1}}`, gateway))
	mux.HandleFunc("GET /api/v9/users/@me", say(`{"id":"1","username":"Stackmate"}`))
	mux.HandleFunc("GET /api/v9/applications/@me", say(`{"id":"2"}`))
	mux.HandleFunc("GET /api/v9/applications/2/commands", say(`[]`))
	mux.HandleFunc("PUT /api/v9/applications/2/commands", say(`[]`))
	mux.HandleFunc("POST /api/v9/interactions/{id}/{token}/callback", s.answer)
	mux.HandleFunc("POST /api/v9/webhooks/2/{token}", s.answer)
	mux.HandleFunc("PATCH /api/v9/webhooks/2/{token}/messages/{message}", s.answer)
	mux.HandleFunc("POST /api/v9/channels/{channel}/messages", s.post)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		say(`{"id":"3"}`)(w, r)
	})
	return s
}

// fault notes a failure. The caller holds mu.
func (s *loadServer) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// socket is the gateway.
func (s *loadServer) socket(w http.ResponseWriter, r *http.Request) {
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	s.mu.Lock()
	_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
	s.mu.Unlock()
	for {
		var p struct {
			Op int
			D  json.RawMessage
		}
		if ws.ReadJSON(&p) != nil {
			return
		}
		s.mu.Lock()
		switch p.Op {
		case 1:
			_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"op":11}`))
		case 2:
			var identify struct{ Shard [2]int }
			_ = json.Unmarshal(p.D, &identify)
			shard := identify.Shard[0]
			s.gateway[shard].ws = ws
			s.dispatch(shard, "READY", `{"v":9,"session_id":"load","user":{"id":"1","username":"Stackmate"},"guilds":[],"application":{"id":"2"}}`)
			if !slices.ContainsFunc(s.gateway, func(g loadShard) bool { return g.ws == nil }) {
				close(s.ready)
			}
		}
		s.mu.Unlock()
	}
}

// dispatch sends an event. The caller holds mu.
func (s *loadServer) dispatch(shard int, event, data string) {
	g := &s.gateway[shard]
	g.seq++
	_ = g.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"op":0,"s":%d,"t":%q,"d":%s}`, g.seq, event, data))
}

// waitReady waits until the bot listens.
func (s *loadServer) waitReady(b *testing.B, log fmt.Stringer) {
	b.Helper()
	select {
	case <-s.ready:
	case <-time.After(time.Duration(30*s.shards) * time.Second):
		b.Fatalf("the bot does not come: %s", log)
	}
}

// play plays all games up to a ply at the same time, at most one move per interval.
func (s *loadServer) play(b *testing.B, games []*loadGame, until int, every time.Duration) {
	b.Helper()
	began := time.Now()
	var count atomic.Int64
	var group sync.WaitGroup
	for _, g := range games {
		group.Go(func() {
			for ; g.next < until; g.next++ {
				time.Sleep(time.Until(began.Add(time.Duration(count.Add(1)) * every)))
				m := s.move(g)
				select {
				case <-m.done:
				case <-time.After(20 * time.Second):
					b.Errorf("game %d, ply %d: no answer", g.id, m.ply+1)
					return
				}
			}
		})
	}
	group.Wait()
}

// move sends the next move of a game; every tenth one twice, as Discord may.
func (s *loadServer) move(g *loadGame) *loadMove {
	seat := g.next % 2
	user := loadUser(g.id, seat)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids++
	id := strconv.FormatInt(s.ids, 10)
	data := fmt.Sprintf(`{"id":%q,"application_id":"2","type":2,"token":"token%s","version":1,"guild_id":"9","channel_id":%q,`+
		`"locale":"en-US","guild_locale":"en-US","app_permissions":"2248473465835073","authorizing_integration_owners":{"0":"9"},"context":0,`+
		`"member":{"user":{"id":%q,"username":"player%s","global_name":"Player %d %c","discriminator":"0"},"roles":[],"permissions":"2248473465835073"},`+
		`"data":{"id":"4","name":"move","type":1,"options":[{"name":"move","type":3,"value":%q}]}}`,
		id, id, loadChannel(g.id), user, user, g.id, 'A'+seat, g.moves[g.next])
	m := &loadMove{game: g, ply: g.next, sent: time.Now(), done: make(chan struct{})}
	s.waiting[id] = m
	if g.play != nil {
		s.owed[loadChannel(g.id)] = m
	}
	shard := int(g.id) % s.shards
	s.dispatch(shard, "INTERACTION_CREATE", data)
	if s.ids%10 == 0 {
		s.dispatch(shard, "INTERACTION_CREATE", data)
	}
	return m
}

// answer takes the answer to a move: at once, or later if it has been put off.
func (s *loadServer) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	came := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.waiting[strings.TrimPrefix(r.PathValue("token"), "token")]
	switch {
	case err != nil || m == nil:
		s.fault("answer to %s: %v", r.URL.Path, err)
		return
	case m.answered:
		s.fault("game %d, ply %d is answered twice", m.game.id, m.ply+1)
		return
	case string(body) == `{"type":5}`:
		s.late++
		return
	}
	m.answered = true
	if m.game.play != nil {
		s.hear(m, body, came)
	} else {
		s.end(m, m.judge(body), body, came)
	}
	_, _ = io.WriteString(w, `{"id":"3"}`)
}

// end notes that a move has its answer, and what is wrong with that. The caller holds mu.
func (s *loadServer) end(m *loadMove, problem string, body []byte, came time.Time) {
	s.took = append(s.took, came.Sub(m.sent))
	if problem != "" {
		s.fault("game %d, ply %d: %s: %.700q", m.game.id, m.ply+1, problem, body)
	}
	close(m.done)
}

// judge returns what is wrong with an answer; "" for nothing.
func (m *loadMove) judge(body []byte) string {
	text, files, problem := readAnswer(body)
	if want := plyText(m.ply, m.game.names[m.ply]); problem == "" && !strings.Contains(text, want) {
		return "no " + want
	}
	return cmp.Or(problem, judgePicture(files, m.game.id, m.ply+1))
}

// plyText returns a move as it is written in sentences.
func plyText(ply int, name string) string {
	dots := ". "
	if ply%2 == 1 {
		dots = "… "
	}
	return strconv.Itoa(ply/2+1) + dots + name
}

// readAnswer returns the text and the files of a public message, or what is wrong with it.
func readAnswer(body []byte) (text string, files []byte, problem string) {
	message := body
	if !bytes.HasPrefix(body, []byte("{")) {
		_, parts, _ := bytes.Cut(body, []byte("\r\n\r\n"))
		message, files, _ = bytes.Cut(parts, []byte("\r\n--"))
	}
	type content struct {
		Content string
		Flags   int
	}
	var p struct {
		content
		Data content // in the first answer to an interaction
	}
	switch err := json.Unmarshal(message, &p); {
	case err != nil:
		return "", nil, "not a message"
	case (p.Flags|p.Data.Flags)&64 != 0:
		return "", nil, "a private message"
	}
	return unescape(p.Content + p.Data.Content), files, ""
}

// judgePicture returns what is wrong with the picture of a game; "" for nothing. It decodes one in fifty.
func judgePicture(files []byte, game int64, plies int) string {
	if name := fmt.Sprintf("game-%d-%d.png", game, plies); !bytes.Contains(files[:min(len(files), 500)], []byte(name)) {
		return "no " + name
	}
	_, data, _ := bytes.Cut(files, []byte("\r\n\r\n"))
	if !bytes.HasPrefix(data, []byte("\x89PNG")) || !bytes.Contains(data[max(0, len(data)-200):], []byte("IEND")) {
		return "no picture"
	}
	if (int(game)+plies)%50 == 0 {
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			return err.Error()
		}
	}
	return ""
}

// reset removes the times measured so far.
func (s *loadServer) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took, s.late, s.thinks = nil, 0, 0
}

// times returns how long the answers took, in ascending order.
func (s *loadServer) times() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.took)
	return s.took
}

// check fails the benchmark for wrong and missing answers.
func (s *loadServer) check(b *testing.B) {
	b.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.waiting {
		if !m.answered {
			s.fault("interaction %s is not answered", i)
		}
	}
	for _, f := range s.faults[:min(len(s.faults), 10)] {
		b.Error(f)
	}
}
