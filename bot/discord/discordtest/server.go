// Package discordtest is Discord in one process, for tests: REST and gateway on a loopback port, and people who type
// commands, press buttons and read what the bot answers. It speaks the wire protocol, so that an unmodified client
// library can be pointed at it, and it checks every request of the bot against Discord's rules.
package discordtest

import (
	"crypto/ed25519"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// BotName is the name of the bot's user; a person mentions it by writing "@" before it.
const BotName = "Stackmate"

// discordEpoch is the beginning of snowflakes: 2015 in Unix milliseconds.
const discordEpoch = 1420070400000

// Server is Discord as one bot sees it. It stops when its test ends.
type Server struct {
	// URL is the base address, such as "http://127.0.0.1:4711"; the API is below URL + "/api/v9".
	URL string
	// Token is the bot's token, without "Bot " in front.
	Token string
	// ApplicationID and BotID are two different snowflakes, as they may be on Discord.
	ApplicationID string
	BotID         string
	// Timeout is how long methods wait for the bot before they fail the test.
	Timeout time.Duration
	// AnswerWithin is how long an interaction waits for its answer: 3 seconds by default. A test of something else may
	// set it higher before the first interaction, so that it passes on a busy machine.
	AnswerWithin time.Duration

	t    testing.TB
	http *httptest.Server
	mux  *http.ServeMux
	done chan struct{}
	wg   sync.WaitGroup

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced at each change
	closed   bool
	openapi  string // path of Discord's description, "" for none
	lastID   uint64
	offset   time.Duration // how far Advance has moved the clock
	bot      *User
	users    map[string]*User
	guilds   []*Guild
	channels map[string]*Channel
	nonces   map[string]*message

	commands        map[string][]*Command // by guild, "" for the global ones
	lax             bool                  // who may use a command is not looked at
	interactions    map[string]*interaction
	requests        []*Request
	violations      []Violation
	allowViolations bool

	endpoint endpointState
	gateway  gatewayState
	faults   faultState
	limits   []*limit
}

// New starts a server that stops when the test ends. The bot is not a member of any guild yet.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		Timeout:      5 * time.Second,
		AnswerWithin: 3 * time.Second,
		t:            t,
		openapi:      os.Getenv(openapiVariable),
		done:         make(chan struct{}),
		changed:      make(chan struct{}),
		users:        map[string]*User{},
		channels:     map[string]*Channel{},
		nonces:       map[string]*message{},
		commands:     map[string][]*Command{},
		interactions: map[string]*interaction{},
	}
	s.gateway.heartbeat = defaultHeartbeat
	s.endpoint.key = ed25519.NewKeyFromSeed([]byte("discordtest signs with this seed"))
	s.ApplicationID = s.newID()
	s.bot = s.newUser(BotName)
	s.bot.bot = true
	s.BotID = s.bot.ID
	s.Token = "discordtest-" + s.BotID + ".secret." + strings.Repeat("x", 38)
	s.routes()
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	t.Cleanup(s.close)
	return s
}

// close ends every connection and waits until no goroutine of the server is left.
func (s *Server) close() {
	s.mu.Lock()
	s.closed = true
	for _, i := range s.interactions {
		i.deadline.Stop()
	}
	conns := s.gateway.connections()
	close(s.done)
	s.mu.Unlock()
	for _, c := range conns {
		c.drop()
	}
	s.http.CloseClientConnections()
	s.http.Close()
	s.wg.Wait()
}

// notify tells everybody who waits that something changed. The caller holds the server's lock.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// await reports whether cond becomes true in time. It calls cond with the lock held, after each change.
func (s *Server) await(timeout time.Duration, cond func() bool) bool {
	return s.poll(timeout, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return cond()
	})
}

// poll is await for a condition that takes the lock itself.
func (s *Server) poll(timeout time.Duration, cond func() bool) bool {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if cond() {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		case <-s.done:
			return false
		}
	}
}

// Bot returns the bot's user.
func (s *Server) Bot() *User { return s.bot }

// Advance moves the server's clock forward. Unanswered interactions and tokens may expire by it, and messages become
// older.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset += d
	for _, i := range s.interactions {
		if !i.answered && s.now().Sub(i.created) >= s.AnswerWithin {
			s.expire(i)
		}
	}
	s.notify()
}

func (s *Server) now() time.Time { return time.Now().Add(s.offset) }

// newID returns a new snowflake. The caller holds s.mu, unless the server is not running yet.
func (s *Server) newID() string {
	s.lastID = max(s.lastID+1, uint64(s.now().UnixMilli()-discordEpoch)<<22)
	return strconv.FormatUint(s.lastID, 10)
}

// dump describes the latest traffic, for the message of a failing test. The caller must not hold the lock.
func (s *Server) dump() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "\nbot sessions connected: %d, identified so far: %d", len(s.gateway.ready()), s.gateway.identifies)
	b.WriteString("\nlatest requests of the bot:")
	for _, r := range s.requests[max(0, len(s.requests)-15):] {
		fmt.Fprintf(&b, "\n  %s", r)
	}
	if len(s.requests) == 0 {
		b.WriteString(" none")
	}
	for _, v := range s.violations {
		fmt.Fprintf(&b, "\nbreach: %s", v)
	}
	return b.String()
}

// fatalf fails the test and shows the latest traffic.
func (s *Server) fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("discordtest: %s%s", fmt.Sprintf(format, args...), s.dump())
}
