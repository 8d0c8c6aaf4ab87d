package discord

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stackmate/bot/lru"
	"stackmate/bot/uptime"
)

// Limits on what is sent over HTTP.
const (
	// maxInteraction is how many bytes an interaction may have. A message with all that we put into one has some 30 KB.
	maxInteraction = 256 << 10
	// maxReceiving is how many interactions may be read at the same time, in all 64 MB.
	maxReceiving = 256
	// maxAge is by how much the time of a signature may differ from ours. Discord sends interactions at once.
	maxAge = time.Minute
	// maxReceived is how many ids are remembered, to recognise what is sent again: many more than come within maxAge. What is
	// sent again to another process changes nothing either, since the desk stores the ids of what it has done.
	maxReceived = 65536
)

// What became of requests to the endpoint.
const (
	endpointAccepted = "accepted"
	endpointPing     = "ping"
	endpointUnsigned = "unsigned" // without a signature, or with one that cannot be read
	endpointForged   = "forged"   // the signature is not Discord's
	endpointOld      = "old"
	endpointReplayed = "replayed"
	endpointLarge    = "too_large"
	endpointUnread   = "unreadable"
	endpointBusy     = "busy" // more than can be read at once, or the bot starts or stops
)

// EndpointResults are what may become of requests to the endpoint.
var EndpointResults = []string{endpointAccepted, endpointPing, endpointUnsigned, endpointForged, endpointOld, endpointReplayed, endpointLarge,
	endpointUnread, endpointBusy}

// endpoint receives interactions over HTTP, in the place of the gateway. Discord signs each with the key of the application,
// and sends forged ones too, to see whether they are refused.
type endpoint struct {
	key       atomic.Pointer[ed25519.PublicKey] // nil until the bot has logged in
	receiving receiving
	received  *lru.Cache[string, struct{}]
	state     endpointState
	accept    func(body []byte) (result string)
	count     func(result string)
	now       func() time.Time
}

func newEndpoint(accept func([]byte) string, count func(string)) *endpoint {
	if count == nil {
		count = func(string) {}
	}
	return &endpoint{state: endpointState{Connection: uptime.Connection{Name: EndpointName, Since: time.Now(), Why: "not logged in yet"}}, received: lru.New[string, struct{}](maxReceived), accept: accept, count: count, now: time.Now}
}

// statuses are the answers to requests. Discord demands 401 for a wrong signature. The answer to an interaction itself is sent
// as a request of its own, as for those that come over the gateway; then the one here is 202 without a body.
var statuses = map[string]int{endpointAccepted: http.StatusAccepted, endpointPing: http.StatusOK, endpointUnsigned: http.StatusUnauthorized,
	endpointForged: http.StatusUnauthorized, endpointOld: http.StatusUnauthorized, endpointReplayed: http.StatusConflict,
	endpointLarge: http.StatusRequestEntityTooLarge, endpointUnread: http.StatusBadRequest, endpointBusy: http.StatusServiceUnavailable}

// ServeHTTP implements http.Handler.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Discord sends interactions here.", http.StatusMethodNotAllowed)
		return
	}
	result := e.receive(w, r)
	e.count(result)
	w.Header().Set("Cache-Control", "no-store")
	switch result {
	case endpointAccepted:
		w.WriteHeader(http.StatusAccepted)
	case endpointPing:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"type":1}`)) // fails if Discord has gone
	default:
		http.Error(w, result, statuses[result])
	}
}

// receive checks a request, what costs least first, and has the interaction handled.
func (e *endpoint) receive(w http.ResponseWriter, r *http.Request) (result string) {
	stamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize || len(stamp) > 20 {
		return endpointUnsigned
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return endpointUnsigned
	}
	if age := e.now().Sub(time.Unix(seconds, 0)); age > maxAge || age < -maxAge {
		return endpointOld
	}
	key := e.key.Load()
	if key == nil {
		return endpointBusy
	}
	if r.ContentLength > maxInteraction {
		return endpointLarge
	}
	end, ok := e.receiving.begin(w)
	if !ok {
		return endpointBusy
	}
	defer end()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return endpointLarge
	}
	if err != nil {
		return endpointUnread
	}
	if !ed25519.Verify(*key, append([]byte(stamp), body...), signature) {
		return endpointForged
	}
	e.state.set(true, "") // Discord knows where it is
	var kind struct{ Type int }
	if json.NewDecoder(bytes.NewReader(body)).Decode(&kind) != nil {
		return endpointUnread
	}
	if kind.Type == typePing {
		return endpointPing
	}
	return e.accept(body)
}

// receiving are the requests that are being read, the oldest first. Who is one too many ends the oldest: Discord sends all of a
// request at once, and who does not must not keep Discord's out.
type receiving struct {
	mu  sync.Mutex
	all []*http.ResponseController
}

// begin notes that a request is being read, until end is called; ok is false if there are too many and none can be ended.
func (r *receiving) begin(w http.ResponseWriter) (end func(), ok bool) {
	control := http.NewResponseController(w)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.all) >= maxReceiving {
		if r.all[0].SetReadDeadline(time.Unix(1, 0)) != nil {
			return nil, false
		}
		r.all = r.all[1:]
	}
	r.all = append(r.all, control)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if i := slices.Index(r.all, control); i >= 0 {
			r.all = slices.Delete(r.all, i, i+1)
		}
	}, true
}

// typePing is the type of an interaction with which Discord asks whether the endpoint works.
const typePing = 1

// Endpoint returns a handler for interactions that Discord sends over HTTP. It works once the bot has logged in.
func (b *Bot) Endpoint() http.Handler { return b.endpoint }

// acceptInteraction has an interaction handled that came over HTTP.
func (b *Bot) acceptInteraction(body []byte) (result string) {
	select {
	case <-b.account.ready:
	default:
		return endpointBusy
	}
	i, ok := readInteraction(body)
	if !ok { // of a kind that we have not asked for, or without an id
		return endpointUnread
	}
	if !b.endpoint.received.Add(i.ID, struct{}{}, 1) {
		return endpointReplayed
	}
	ctx := traced(b.tasks.ctx, i.ID)
	if !b.tasks.goOnce(ctx, i.ID, func() { b.interactions.handle(ctx, i) }) {
		b.endpoint.received.Remove(i.ID) // the bot stops: perhaps another process takes it
		return endpointBusy
	}
	return endpointAccepted
}

// EndpointName is the name of the endpoint among the connections.
const EndpointName = "interactions"

// openEndpoint lets the endpoint receive interactions, and says in the log if Discord sends them elsewhere. The error is ErrKey.
func (b *Bot) openEndpoint(ctx context.Context) error {
	a, c := b.account, b.config
	switch {
	case !c.HTTP && a.url != "":
		b.log.WarnContext(ctx, "discord: commands and buttons do not arrive, since Discord sends them to the Interactions Endpoint URL of the "+
			"developer portal: set discord.interactions.listen, or clear that URL", "url", a.url)
		return nil
	case !c.HTTP:
		return nil
	}
	key, err := hex.DecodeString(cmp.Or(c.PublicKey, a.key))
	if err != nil || len(key) != ed25519.PublicKeySize || c.PublicKey != "" && a.key != "" && !strings.EqualFold(c.PublicKey, a.key) {
		return ErrKey
	}
	if a.url == "" {
		b.log.WarnContext(ctx, "discord: interactions do not come over HTTP yet: set the Interactions Endpoint URL in the developer portal to "+
			"where your proxy leads to discord.interactions.listen", "gateway", !c.NoGateway)
	}
	public := ed25519.PublicKey(key)
	b.endpoint.key.Store(&public)
	if c.NoGateway && a.url == "" { // until Discord sends something
		b.endpoint.state.set(false, "the developer portal has no Interactions Endpoint URL")
	} else {
		b.endpoint.state.set(true, "")
	}
	return nil
}

// receiveEvents receives events until the context ends, over the gateway if there is one.
func (b *Bot) receiveEvents(ctx context.Context) error {
	if b.config.NoGateway {
		<-ctx.Done()
		return nil
	}
	return b.gateway.run(ctx)
}

// endpointState is the state of the endpoint as a connection.
type endpointState struct {
	mu sync.Mutex
	uptime.Connection
}

// set notes whether the endpoint is of use, and why not.
func (s *endpointState) set(up bool, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Up != up {
		s.Since = time.Now()
	}
	s.Up, s.Why = up, why
}

// get returns the state.
func (s *endpointState) get() uptime.Connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Connection
}
