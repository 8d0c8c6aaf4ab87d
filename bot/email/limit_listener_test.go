package email_test

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot/email"
)

// pipeListener is a listener to whose end tests dial.
type pipeListener chan net.Conn

// Accept implements net.Listener.
func (p pipeListener) Accept() (net.Conn, error) {
	conn, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

// Close implements net.Listener.
func (p pipeListener) Close() error { close(p); return nil }

// Addr implements net.Listener.
func (p pipeListener) Addr() net.Addr { return nil }

// farConn is a connection from an address, empty for none.
type farConn struct {
	net.Conn
	from string
}

// RemoteAddr implements net.Conn.
func (c farConn) RemoteAddr() net.Addr {
	if c.from == "" {
		return c.Conn.RemoteAddr()
	}
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.from))
}

// limited serves a listener with limits, and returns how a test connects from an address.
func limited(t *testing.T, maxConns, maxPerNetwork int) (connect func(from string) net.Conn) {
	pipes := make(pipeListener)
	l := email.NewLimitListener(pipes, maxConns, maxPerNetwork, 10*time.Second)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { io.Copy(io.Discard, conn); conn.Close() }()
		}
	}()
	t.Cleanup(func() { l.Close() })
	return func(from string) net.Conn {
		ours, theirs := net.Pipe()
		t.Cleanup(func() { ours.Close() })
		pipes <- farConn{theirs, from}
		synctest.Wait()
		return ours
	}
}

// isOpen writes to a connection, and reports whether the other side reads that.
func isOpen(conn net.Conn) bool {
	conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, err := conn.Write([]byte("x"))
	synctest.Wait()
	return err == nil
}

// TestLimitListener opens too many connections: a new one replaces the one that has been
// silent for longest, and none that is active.
func TestLimitListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		connect := limited(t, 3, 3)
		first, second, third := connect(""), connect(""), connect("")
		if late := connect(""); isOpen(late) {
			t.Error("a fourth connection is accepted while three are active")
		}
		time.Sleep(6 * time.Second)
		if !isOpen(first) || !isOpen(third) {
			t.Error("an active connection was closed")
		}
		time.Sleep(6 * time.Second)
		fourth := connect("") // the second was silent for 12 seconds, the others for 6
		if isOpen(second) || !isOpen(first) || !isOpen(third) || !isOpen(fourth) {
			t.Error("another connection than the silent one was replaced")
		}
		third.Close()
		synctest.Wait()
		if fifth := connect(""); !isOpen(fifth) || !isOpen(first) || !isOpen(fourth) {
			t.Error("a closed connection still counts")
		}
	})
}

// TestLimitPerNetwork opens many connections from one network: they replace one another and
// none from elsewhere.
func TestLimitPerNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		connect := limited(t, 5, 2)
		conns := map[string]net.Conn{}
		enter := func(from string, want bool) {
			t.Helper()
			conns[from] = connect(from)
			if want != isOpen(conns[from]) {
				t.Errorf("%s: open %t", from, !want)
			}
		}
		enter("192.0.2.9:1", true)
		time.Sleep(time.Second)
		enter("192.0.2.1:1", true)
		enter("[::ffff:192.0.2.1]:2", true)
		enter("192.0.2.1:3", false)
		enter("[2001:db8::1]:1", true)
		enter("[2001:db8::2:0:0:1]:2", true)
		enter("[2001:db8::3]:3", false)
		time.Sleep(11 * time.Second) // all are silent, the first one longest
		if !isOpen(conns["[::ffff:192.0.2.1]:2"]) {
			t.Error("an active connection was closed")
		}
		enter("192.0.2.1:4", true)
		if isOpen(conns["192.0.2.1:1"]) || !isOpen(conns["[::ffff:192.0.2.1]:2"]) || !isOpen(conns["192.0.2.9:1"]) {
			t.Error("another connection than the silent one from the same address was replaced")
		}
	})
}
