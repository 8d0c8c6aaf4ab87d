package discord

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// link is one discordgo session with the means to end it: discordgo's own Close
// sleeps, and its Open may never return.
type link struct {
	*discordgo.Session
	lost    chan struct{} // the connection has ended
	ctx     context.Context
	stop    context.CancelFunc
	silence time.Duration // of the gateway, after which it counts as dead

	mu      sync.Mutex
	conns   map[net.Conn]bool
	dialled bool // the gateway was reached in this attempt
}

// newLink returns a session that is not open, with our handlers. What they do runs
// under held.
func (b *Bot) newLink(held context.Context) (*link, error) {
	s, err := b.session()
	if err != nil {
		return nil, err
	}
	l := &link{Session: s, lost: make(chan struct{}, 1), conns: map[net.Conn]bool{}, silence: b.silence}
	l.ctx, l.stop = context.WithCancel(context.Background())
	s.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: b.openTime, NetDialContext: l.dialGateway}
	rest := http.DefaultTransport.(*http.Transport).Clone()
	rest.DialContext, rest.DisableKeepAlives = l.dial, true
	s.Client = &http.Client{Timeout: requestLimit, Transport: &transport{base: b.base, limits: b.limits, next: rest}}
	s.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) {
		select {
		case l.lost <- struct{}{}:
		default:
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) {
		b.guard(e.ID, func() { b.interaction(held, e.Interaction) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) {
		b.guard(e.ID, func() { b.message(held, e.Message) })
	})
	return l, nil
}

// dial makes a connection that ends with the link.
func (l *link) dial(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(l.ctx, cancel)()
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ctx.Err() != nil {
		conn.Close()
		return nil, net.ErrClosed
	}
	c := &linkConn{Conn: conn, link: l}
	l.conns[c] = true
	return c, nil
}

// dialGateway is dial for the gateway, which is never silent for long while it lives:
// it acknowledges every heartbeat.
func (l *link) dialGateway(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := l.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	conn.(*linkConn).silence = l.silence
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dialled = true
	return conn, nil
}

// linkConn is a connection that its link forgets when it is closed.
type linkConn struct {
	net.Conn
	link    *link
	silence time.Duration // after which it counts as dead; 0 for never
}

// Read implements net.Conn. It closes a connection that is dead: if discordgo did so,
// it would take leave, and the session could not be resumed.
func (c *linkConn) Read(p []byte) (int, error) {
	if c.silence > 0 {
		if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
			return 0, err
		}
	}
	n, err := c.Conn.Read(p)
	if c.silence > 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		c.Close()
	}
	return n, err
}

// Close implements net.Conn.
func (c *linkConn) Close() error {
	c.link.mu.Lock()
	delete(c.link.conns, c)
	c.link.mu.Unlock()
	return c.Conn.Close()
}

// end cuts every connection for good. What discordgo does afterwards fails at once.
func (l *link) end() {
	l.stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.(*linkConn).Conn.Close()
	}
}

// open opens or resumes the session within a time limit. A link that did not make it
// in time is of no more use.
func (l *link) open(ctx context.Context, limit time.Duration) error {
	select {
	case <-l.lost: // about a connection before this one
	default:
	}
	l.mu.Lock()
	l.dialled = false
	l.mu.Unlock()
	done := make(chan error, 1)
	go func() { done <- l.Open() }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case err := <-done:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			return nil
		}
		return plain(err)
	case <-ctx.Done():
		l.end()
		return context.Cause(ctx)
	}
}

// usable reports whether the session may still be resumed after an attempt to open
// it failed: it may if the gateway was not even reached.
func (l *link) usable(err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ctx.Err() == nil && (!l.dialled || errors.Is(err, websocket.ErrBadHandshake))
}
