package email

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// crowd is a listener that holds a number of connections at most, and fewer from one
// address. When all are taken, a new one takes the place of the one that has been silent
// longest, so that those who only hold the line keep nobody out.
type crowd struct {
	net.Listener
	most, perAddress int
	// busy is how long a connection is left alone after it was last heard.
	busy time.Duration

	mu   sync.Mutex
	open map[*guest]time.Time // when each was last heard
}

func newCrowd(l net.Listener, most, perAddress int, busy time.Duration) *crowd {
	return &crowd{Listener: l, most: most, perAddress: perAddress, busy: busy, open: map[*guest]time.Time{}}
}

// Accept implements net.Listener.
func (c *crowd) Accept() (net.Conn, error) {
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
func (c *crowd) admit(conn net.Conn) *guest {
	c.mu.Lock()
	now := time.Now()
	var silent *guest
	address, same := origin(conn), 0
	for g := range c.open {
		if g.address == address {
			same++
		}
	}
	if crowded := same >= c.perAddress; crowded || len(c.open) >= c.most {
		since := now.Add(-c.busy)
		for g, heard := range c.open {
			if !heard.After(since) && (!crowded || g.address == address) {
				silent, since = g, heard
			}
		}
		if silent == nil {
			c.mu.Unlock()
			return nil
		}
		delete(c.open, silent)
	}
	g := &guest{conn, c, address}
	c.open[g] = now
	c.mu.Unlock()
	if silent != nil {
		silent.Conn.Close()
	}
	return g
}

// guest is one of the connections.
type guest struct {
	net.Conn
	crowd   *crowd
	address netip.Prefix // where it comes from
}

// origin returns the network address at the other end of a connection. Whoever has one in
// IPv6 usually has 64 bits of them.
func origin(conn net.Conn) netip.Prefix {
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
func (g *guest) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	g.crowd.mu.Lock()
	if _, in := g.crowd.open[g]; in && n > 0 {
		g.crowd.open[g] = time.Now()
	}
	g.crowd.mu.Unlock()
	return n, err
}

// Close implements net.Conn.
func (g *guest) Close() error {
	g.crowd.mu.Lock()
	delete(g.crowd.open, g)
	g.crowd.mu.Unlock()
	return g.Conn.Close()
}
