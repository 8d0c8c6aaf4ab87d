package store

import (
	"errors"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"
)

// TestOpenWhileItStarts opens a database while PostgreSQL does not answer. An owner, whom it answered a moment ago, waits for it.
func TestOpenWhileItStarts(t *testing.T) {
	_, address := inPostgres(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	server := u.Host
	var refused atomic.Int64
	go func() { // the first connections are lost, the others lead to PostgreSQL
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			if refused.Add(-1) >= 0 {
				in.Close()
				continue
			}
			out, err := net.Dial("tcp", server)
			if err != nil {
				in.Close()
				continue
			}
			go func() { defer out.Close(); _, _ = io.Copy(out, in) }()
			go func() { defer in.Close(); _, _ = io.Copy(in, out) }()
		}
	}()
	u.Host = listener.Addr().String()
	refused.Store(3)
	if _, err := Open(t.Context(), u.String()); causeOf(err) != ErrUnreachable {
		t.Errorf("somebody else: %v", err)
	}
	owner, err := OwnTogether(t.Context(), address, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	refused.Store(3)
	s, err := Open(t.Context(), u.String(), OwnedBy(owner))
	if err != nil {
		t.Fatalf("the owner: %v", err)
	}
	if err := errors.Join(s.Close(), owner.Release()); err != nil {
		t.Error(err)
	}
}
