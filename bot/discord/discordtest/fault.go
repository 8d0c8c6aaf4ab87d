package discordtest

import (
	"net/http"
	"strings"
	"time"
)

// Fault is a failure of a request. The zero Fault changes nothing.
type Fault struct {
	// Delay is the time before the request has any effect.
	Delay time.Duration
	// Status, unless 0, is the status of the answer to the request, which then has no effect.
	Status int
	// Body is the answer if Status is not 0; "" is an error of Discord's.
	Body string
	// RetryAfter and Global are fields of the answer if Status is 429.
	RetryAfter time.Duration
	Global     bool
	// CutBefore closes the connection before the request has any effect, CutAfter afterwards without an answer.
	CutBefore, CutAfter bool
}

// oneShot is a fault for the next requests that fit.
type oneShot struct {
	method, path string
	fault        Fault
	left         int
}

type faultState struct {
	outage bool
	hook   func(r *http.Request) *Fault
	shots  []*oneShot
}

// Fault calls hook for each REST request, and applies the fault that it returns, if any. A nil hook switches this off.
// The request's path is the full one, and its body has been read already.
func (s *Server) Fault(hook func(r *http.Request) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.hook = hook
}

// FailNext applies a fault to the next n requests whose method is method ("" for any) and whose path contains part.
func (s *Server) FailNext(n int, method, part string, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.shots = append(s.faults.shots, &oneShot{method, part, f, n})
}

// Outage makes all REST requests answer 503 and the gateway refuse connections. Open connections are dropped.
func (s *Server) Outage(on bool) {
	s.mu.Lock()
	s.faults.outage = on
	conns := s.gateway.connections()
	s.mu.Unlock()
	if on {
		for _, c := range conns {
			c.drop()
		}
		s.awaitDropped(conns)
	}
}

// nextFault returns the fault of a call, nil for none. After a fault of the answer to an interaction, a missing answer is
// no violation.
func (s *Server) nextFault(c *call) *Fault {
	s.mu.Lock()
	hook := s.faults.hook
	var found *Fault
	for _, shot := range s.faults.shots {
		if shot.left > 0 && (shot.method == "" || shot.method == c.method) && strings.Contains(c.path, shot.path) {
			shot.left--
			f := shot.fault
			found = &f
			break
		}
	}
	s.mu.Unlock()
	if found == nil && hook != nil {
		found = hook(c.r)
	}
	if found != nil {
		s.mu.Lock()
		s.excuseInteraction(c.path)
		s.mu.Unlock()
	}
	return found
}

// excuseInteraction forgives the interaction that is answered at path, since the server is to blame. The caller holds the server's lock.
func (s *Server) excuseInteraction(path string) {
	if !strings.HasPrefix(path, "/interactions/") {
		return
	}
	for _, i := range s.interactions {
		if strings.Contains(path, "/"+i.token+"/") {
			i.excused = true
		}
	}
}
