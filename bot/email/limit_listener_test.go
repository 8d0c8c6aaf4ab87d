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

// TestCrowd fills a listener: whoever has been silent longest makes room, and nobody who
// has just spoken.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		door := make(pipeListener)
		l := email.NewLimitListener(door, 3, 3, 10*time.Second)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				go func() { io.Copy(io.Discard, conn); conn.Close() }()
			}
		}()
		defer l.Close()
		enter := func() net.Conn {
			ours, theirs := net.Pipe()
			t.Cleanup(func() { ours.Close() })
			door <- theirs
			synctest.Wait()
			return ours
		}
		inside := func(conn net.Conn) bool {
			conn.SetWriteDeadline(time.Now().Add(time.Second))
			_, err := conn.Write([]byte("x"))
			synctest.Wait()
			return err == nil
		}
		first, second, third := enter(), enter(), enter()
		if late := enter(); inside(late) {
			t.Error("a fourth is let in while three are busy")
		}
		time.Sleep(6 * time.Second)
		if !inside(first) || !inside(third) {
			t.Error("somebody was sent away")
		}
		time.Sleep(6 * time.Second)
		fourth := enter() // the second was silent for 12 seconds, the others for 6
		if inside(second) || !inside(first) || !inside(third) || !inside(fourth) {
			t.Error("not the silent one made room")
		}
		third.Close()
		synctest.Wait()
		if fifth := enter(); !inside(fifth) || !inside(first) || !inside(fourth) {
			t.Error("whoever leaves makes no room")
		}
	})
}

// farConn is a connection from somewhere.
type farConn struct {
	net.Conn
	from string
}

// RemoteAddr implements net.Conn.
func (c farConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.from))
}

// TestCrowdPerAddress has one address open many connections: they make room for one another
// and for nobody else.
func TestCrowdPerAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		door := make(pipeListener)
		l := email.NewLimitListener(door, 5, 2, 10*time.Second)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				go func() { io.Copy(io.Discard, conn); conn.Close() }()
			}
		}()
		defer l.Close()
		open := map[string]net.Conn{}
		inside := func(from string) bool {
			open[from].SetWriteDeadline(time.Now().Add(time.Second))
			_, err := open[from].Write([]byte("x"))
			synctest.Wait()
			return err == nil
		}
		enter := func(from string, want bool) {
			t.Helper()
			ours, theirs := net.Pipe()
			t.Cleanup(func() { ours.Close() })
			open[from] = ours
			door <- farConn{theirs, from}
			synctest.Wait()
			if want != inside(from) {
				t.Errorf("%s: inside %t", from, !want)
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
		if !inside("[::ffff:192.0.2.1]:2") {
			t.Error("somebody was sent away")
		}
		enter("192.0.2.1:4", true)
		if inside("192.0.2.1:1") || !inside("[::ffff:192.0.2.1]:2") || !inside("192.0.2.9:1") {
			t.Error("not the silent one from the same address made room")
		}
	})
}
