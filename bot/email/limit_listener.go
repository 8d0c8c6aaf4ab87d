package email

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// limitListener is a listener that holds a number of connections at most, and fewer from one
// address. When all are taken, a new one takes the place of the one that has been silent
// longest, so that those who only hold the line keep nobody out.
type limitListener struct {
	net.Listener
	max, maxPerAddress int
	// idleAfter is how long a connection is left alone after it was last heard.
	idleAfter time.Duration

	mu    sync.Mutex
	conns map[*limitedConn]time.Time // when each was last heard
}

func newLimitListener(l net.Listener, most, perAddress int, busy time.Duration) *limitListener {
	return &limitListener{Listener: l, max: most, maxPerAddress: perAddress, idleAfter: busy, conns: map[*limitedConn]time.Time{}}
}

// Accept implements net.Listener.
func (c *limitListener) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if g := c.admit(conn); g != nil {
			return g, nil
		}
		conn.Close() // mail servers come again
	}
}

// admit makes room for a connection; nil if everybody is busy.
func (c *limitListener) admit(conn net.Conn) *limitedConn {
	c.mu.Lock()
	now := time.Now()
	var silent *limitedConn
	address, same := remotePrefix(conn), 0
	for g := range c.conns {
		if g.remote == address {
			same++
		}
	}
	if crowded := same >= c.maxPerAddress; crowded || len(c.conns) >= c.max {
		since := now.Add(-c.idleAfter)
		for g, heard := range c.conns {
			if !heard.After(since) && (!crowded || g.remote == address) {
				silent, since = g, heard
			}
		}
		if silent == nil {
			c.mu.Unlock()
			return nil
		}
		delete(c.conns, silent)
	}
	g := &limitedConn{conn, c, address}
	c.conns[g] = now
	c.mu.Unlock()
	if silent != nil {
		silent.Conn.Close()
	}
	return g
}

// limitedConn is one of the connections.
type limitedConn struct {
	net.Conn
	listener *limitListener
	remote   netip.Prefix // where it comes from
}

// remotePrefix returns the network address at the other end of a connection. Whoever has one in
// IPv6 usually has 64 bits of them.
func remotePrefix(conn net.Conn) netip.Prefix {
	a, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil { // no network
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
func (g *limitedConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	g.listener.mu.Lock()
	if _, in := g.listener.conns[g]; in && n > 0 {
		g.listener.conns[g] = time.Now()
	}
	g.listener.mu.Unlock()
	return n, err
}

// Close implements net.Conn.
func (g *limitedConn) Close() error {
	g.listener.mu.Lock()
	delete(g.listener.conns, g)
	g.listener.mu.Unlock()
	return g.Conn.Close()
}
