package store

import (
	"context"
	"net"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
)

// tripCounter counts the round trips of a connection: how often something was sent, and then waited for.
type tripCounter struct {
	trips atomic.Int64
	sent  atomic.Bool // something was sent, and nothing was waited for since
}

// since returns how many there were after the first few.
func (c *tripCounter) since(first int) int { return int(c.trips.Load()) - first }

// dial returns a function that connects as another does, and counts.
func (c *tripCounter) dial(connect pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := connect(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &countedConn{conn, c}, nil
	}
}

// countedConn is a connection whose round trips are counted.
type countedConn struct {
	net.Conn
	counter *tripCounter
}

// Write implements net.Conn.
func (c *countedConn) Write(b []byte) (int, error) {
	c.counter.sent.Store(true)
	return c.Conn.Write(b)
}

// Read implements net.Conn.
func (c *countedConn) Read(b []byte) (int, error) {
	if c.counter.sent.Swap(false) {
		c.counter.trips.Add(1)
	}
	return c.Conn.Read(b)
}
