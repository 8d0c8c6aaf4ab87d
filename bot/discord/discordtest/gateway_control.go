package discordtest

import (
	"slices"
	"time"
)

// WaitReady waits until the bot has a session that got its READY and has sent a heartbeat, and fails the test
// if none comes. discordgo, after a connection that ended before its first heartbeat, loses the next one too.
func (s *Server) WaitReady() {
	s.t.Helper()
	if !s.await(s.Timeout, func() bool { return s.gateway.hasHeartbeat() }) {
		s.fatalf("the bot has no session at the gateway")
	}
}

// WaitSessions waits until the bot has identified at least n times.
func (s *Server) WaitSessions(n int) {
	s.t.Helper()
	if !s.await(s.Timeout, func() bool { return s.gateway.identifies >= n }) {
		s.fatalf("the bot has identified %d times, want %d", s.Sessions(), n)
	}
}

// WaitResumes waits until sessions were resumed at least n times.
func (s *Server) WaitResumes(n int) {
	s.t.Helper()
	if !s.await(s.Timeout, func() bool { return s.gateway.resumes >= n }) {
		s.fatalf("sessions were resumed %d times, want %d", s.Resumes(), n)
	}
}

// Sessions returns the number of IDENTIFYs accepted so far.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.identifies
}

// Resumes returns how often sessions were resumed so far.
func (s *Server) Resumes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.resumes
}

// Connected returns the number of sessions that have a connection.
func (s *Server) Connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.gateway.ready())
}

// DeliverTwice makes every event but READY, RESUMED and those of guilds arrive twice, with the same sequence number.
func (s *Server) DeliverTwice(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.twice = on
}

// DropConnections cuts every gateway connection and returns when the sessions are without one. They can be resumed.
func (s *Server) DropConnections() {
	s.mu.Lock()
	conns := s.gateway.connections()
	s.mu.Unlock()
	for _, c := range conns {
		c.drop()
	}
	s.awaitDropped(conns)
}

func (s *Server) awaitDropped(conns []*conn) {
	s.await(s.Timeout, func() bool {
		for _, c := range conns {
			if s.gateway.conns[c] {
				return false
			}
		}
		return true
	})
}

// RequestReconnect sends op 7 on every connection.
func (s *Server) RequestReconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.gateway.connections() {
		c.send(opReconnect, nil, "", nil)
	}
}

// InvalidateSessions sends op 9 on every connection; the sessions cannot be resumed.
func (s *Server) InvalidateSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.sessions = nil
	for _, c := range s.gateway.connections() {
		c.session = nil
		c.send(opInvalidSession, nil, "", false)
	}
}

// CloseGateway closes every connection with a code of the gateway, such as 4000 (unknown error, to be resumed).
func (s *Server) CloseGateway(code int, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.gateway.connections() {
		c.closeWith(code, reason)
	}
}

// WithholdReady makes the gateway send hello, but never READY or RESUMED.
func (s *Server) WithholdReady(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.withholdReady = on
}

// IgnoreHeartbeats makes the gateway acknowledge no heartbeats, as on a connection that is dead without being closed.
func (s *Server) IgnoreHeartbeats(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.ignoreHeartbeats = on
}

// ReconnectAtIdentify makes the gateway answer IDENTIFY with op 7 instead of READY.
func (s *Server) ReconnectAtIdentify(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.reconnectAtIdentify = on
}

// RefuseIdentify makes the gateway close the connection with a code in answer to IDENTIFY; 0 switches this off.
func (s *Server) RefuseIdentify(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.refuseIdentify = code
}

// Dispatch sends an event to every session, unchecked.
func (s *Server) Dispatch(name string, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.gateway.sessions {
		n.emit(name, data, 1)
	}
}

// AlterEvents calls a function that changes each event before it is sent, as a newer version of Discord would. nil
// switches this off. The function must not use the server.
func (s *Server) AlterEvents(alter func(name string, data map[string]any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.alter = alter
}

const defaultHeartbeat = 41250 * time.Millisecond

// SetHeartbeat sets the interval that hello asks for.
func (s *Server) SetHeartbeat(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.heartbeat = d
}

// AllowIntents allows privileged intents in the bot's settings: 1<<1 members, 1<<8 presences, 1<<15 content.
func (s *Server) AllowIntents(intents int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.privileged = intents & intentsPrivileged
}

// Shards sets how many shards the gateway recommends, and how many of them may identify at once.
func (s *Server) Shards(recommended, concurrency int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.shards, s.gateway.maxConcurrency = recommended, concurrency
}

// Identifies lists the sessions that the bot began, in order.
func (s *Server) Identifies() []Identify {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.gateway.begun)
}
