package email

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// limitListener limits how many connections of a listener are open, in all and from one
// network. At a limit, a new connection replaces the one that has been silent for longest,
// so that peers that send nothing keep nobody out.
type limitListener struct {
	net.Listener
	max, maxPerNetwork int
	// idleAfter is how long after its last byte a connection may be replaced.
	idleAfter time.Duration

	mu    sync.Mutex
	conns map[*limitedConn]time.Time // when each last received a byte
}

func newLimitListener(l net.Listener, maxConns, maxPerNetwork int, idleAfter time.Duration) *limitListener {
	return &limitListener{Listener: l, max: maxConns, maxPerNetwork: maxPerNetwork, idleAfter: idleAfter, conns: map[*limitedConn]time.Time{}}
}

// Accept implements net.Listener. Connections beyond a limit are closed at once: mail
// servers try again.
func (l *limitListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.admit(conn); c != nil {
			return c, nil
		}
		conn.Close()
	}
}

// admit makes room for a connection; nil if all others are active.
func (l *limitListener) admit(conn net.Conn) *limitedConn {
	l.mu.Lock()
	now := time.Now()
	var silent *limitedConn
	network, same := networkOf(conn), 0
	for c := range l.conns {
		if c.network == network {
			same++
		}
	}
	if full := same >= l.maxPerNetwork; full || len(l.conns) >= l.max {
		since := now.Add(-l.idleAfter)
		for c, last := range l.conns {
			if !last.After(since) && (!full || c.network == network) {
				silent, since = c, last
			}
		}
		if silent == nil {
			l.mu.Unlock()
			return nil
		}
		delete(l.conns, silent)
	}
	c := &limitedConn{conn, l, network}
	l.conns[c] = now
	l.mu.Unlock()
	if silent != nil {
		silent.Conn.Close()
	}
	return c
}

// limitedConn is a connection that counts towards the limits until it is closed.
type limitedConn struct {
	net.Conn
	listener *limitListener
	network  netip.Prefix
}

// networkOf returns the network that counts as one peer: an IPv4 address, or 64 bits of an
// IPv6 address, which is what a single customer usually gets. It is zero for a connection
// without IP addresses.
func networkOf(conn net.Conn) netip.Prefix {
	a, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}
	}
	bits := 32
	if a.Addr().Unmap().Is6() {
		bits = 64
	}
	p, _ := a.Addr().Unmap().Prefix(bits)
	return p
}

// Read implements net.Conn.
func (c *limitedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.listener.mu.Lock()
	if _, open := c.listener.conns[c]; open && n > 0 {
		c.listener.conns[c] = time.Now()
	}
	c.listener.mu.Unlock()
	return n, err
}

// Close implements net.Conn.
func (c *limitedConn) Close() error {
	c.listener.mu.Lock()
	delete(c.listener.conns, c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}
