package email

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// dialTimeout bounds how long opening a connection may take, TLS included.
const dialTimeout = 20 * time.Second

// dialer opens connections to mail servers.
type dialer struct {
	dial func(ctx context.Context, network, addr string) (net.Conn, error)
	tls  *tls.Config // nil for the default
}

// connect opens a connection. With implicit TLS it is encrypted, for a protocol's name in
// ALPN.
func (d dialer) connect(ctx context.Context, s Server, protocol string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := d.dial(ctx, "tcp", s.Addr)
	if err != nil || s.TLS == StartTLS || s.TLS == NoTLS {
		return conn, err
	}
	c := d.tlsConfig(s)
	c.NextProtos = []string{protocol}
	secure := tls.Client(conn, c)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}

func (d dialer) tlsConfig(s Server) *tls.Config {
	c := &tls.Config{}
	if d.tls != nil {
		c = d.tls.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(s.Addr)
	}
	return c
}
