package discord

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// openLimit is how long opening a connection may take; discordgo itself would wait
// for ever for a gateway that stays silent.
const openLimit = 20 * time.Second

// closeBadToken is the gateway's code for a token that it does not know.
const closeBadToken = 4004

// link is one discordgo session with the means to end it: discordgo's own Close
// may sleep, and its Open may never return.
type link struct {
	*discordgo.Session
	lost  chan struct{} // the connection has ended
	mu    sync.Mutex
	conns []net.Conn
	ended bool
}

// newLink returns a session that is not open, with our handlers.
func (b *Bot) newLink(ctx context.Context) (*link, error) {
	s, err := b.session()
	if err != nil {
		return nil, err
	}
	l := &link{Session: s, lost: make(chan struct{}, 1)}
	s.Dialer = &websocket.Dialer{HandshakeTimeout: openLimit, NetDialContext: l.dial}
	s.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) {
		select {
		case l.lost <- struct{}{}:
		default:
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) {
		b.guard(func() { b.interaction(ctx, e.Interaction) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) {
		b.guard(func() { b.message(ctx, e.Message) })
	})
	return l, nil
}

// dial remembers the connection, so that it can be cut.
func (l *link) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		conn.Close()
		return nil, net.ErrClosed
	}
	l.conns = append(l.conns[:0], conn)
	return conn, nil
}

// end cuts the connection for good. What discordgo does afterwards fails at once.
func (l *link) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	for _, c := range l.conns {
		c.Close()
	}
}

// open opens or resumes the session within openLimit.
func (l *link) open(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- l.Open() }()
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		l.end()
		return ctx.Err()
	}
}

// listen keeps a connection to the gateway until the context ends. A session that
// was lost is resumed; if that fails, a new one is begun.
func (b *Bot) listen(ctx context.Context) error {
	const longest = 2 * time.Minute
	pause := time.Second
	for ctx.Err() == nil {
		l, err := b.newLink(ctx)
		if err != nil {
			return err
		}
		began := time.Now()
		err = b.hold(ctx, l)
		l.end()
		if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) && closed.Code == closeBadToken {
			return ErrToken
		}
		if ctx.Err() != nil {
			break
		}
		if time.Since(began) > time.Minute {
			pause = time.Second
		}
		b.log.Warn("discord: connection lost", "error", err, "again_in", pause)
		if sleep(ctx, pause) != nil {
			break
		}
		pause = min(2*pause, longest)
	}
	return nil
}

// hold opens a session and resumes it as often as that succeeds.
func (b *Bot) hold(ctx context.Context, l *link) error {
	for {
		if err := l.open(ctx); err != nil {
			return err
		}
		b.log.Info("discord: connected")
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.lost:
			b.log.Info("discord: resuming")
		}
	}
}

// guard runs the handling of an event. A panic in it ends that event only.
func (b *Bot) guard(f func()) {
	b.work.Add(1)
	defer b.work.Done()
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("discord: event failed", "panic", r)
		}
	}()
	f()
}
