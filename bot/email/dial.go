package email

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// dialTimeout bounds how long opening a connection may take.
const dialTimeout = 20 * time.Second

// dial connects to a server, with TLS if that is there from the beginning.
func (b *Bot) dial(ctx context.Context, s Server, protocol string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := b.Dial(ctx, "tcp", s.Addr)
	if err != nil || s.TLS == StartTLS || s.TLS == NoTLS {
		return conn, err
	}
	c := b.tlsConfig(s)
	c.NextProtos = []string{protocol}
	secure := tls.Client(conn, c)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}

func (b *Bot) tlsConfig(s Server) *tls.Config {
	c := &tls.Config{}
	if b.TLS != nil {
		c = b.TLS.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(s.Addr)
	}
	return c
}
