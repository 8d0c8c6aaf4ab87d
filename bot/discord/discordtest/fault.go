package discordtest

import (
	"net/http"
	"strings"
	"time"
)

// Fault is how one answer goes wrong. The zero Fault changes nothing.
type Fault struct {
	// Delay is waited first, before the request has any effect.
	Delay time.Duration
	// Status, unless 0, is answered in place of the real answer, and the request has no effect.
	Status int
	// Body goes with Status; "" is an error in Discord's shape.
	Body string
	// RetryAfter and Global go with status 429.
	RetryAfter time.Duration
	Global     bool
	// CutBefore closes the connection without any effect; CutAfter closes it in place of the answer, the effect stays.
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

// Fault lets hook decide about each REST request; nil from it means no fault, a nil hook ends that. The request's path
// is still the full one, and its body is already read.
func (s *Server) Fault(hook func(r *http.Request) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.hook = hook
}

// FailNext lets the next n requests go wrong whose method is method ("" for any) and whose path contains part.
func (s *Server) FailNext(n int, method, part string, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.shots = append(s.faults.shots, &oneShot{method, part, f, n})
}

// Outage makes all of REST answer 503 and the gateway refuse connections; those that are open are dropped.
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

// nextFault finds the fault for a call, nil for none. A fault on an interaction's answer excuses its lateness.
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
		s.excuse(c.path)
		s.mu.Unlock()
	}
	return found
}

// excuse forgives the interaction that is answered at path, since the server is to blame. The lock is held.
func (s *Server) excuse(path string) {
	if !strings.HasPrefix(path, "/interactions/") {
		return
	}
	for _, i := range s.interactions {
		if strings.Contains(path, "/"+i.token+"/") {
			i.excused = true
		}
	}
}
