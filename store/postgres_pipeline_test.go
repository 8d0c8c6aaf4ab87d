package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"stackmate/bot/data"
	"stackmate/store/pgtest"
)

// TestRoundTrips counts the round trips of small transactions: writes whose results nobody needs go with what follows them.
func TestRoundTrips(t *testing.T) {
	s, _ := inPostgres(t)
	var last Transaction
	WithMeter(func(r Transaction) { last = r })(s)
	beats := func(n int) func(data.Tx) error {
		return func(tx data.Tx) error {
			for range n {
				if err := tx.SetHeartbeat(noon); err != nil {
					return err
				}
			}
			return nil
		}
	}
	reads := func(tx data.Tx) error {
		_, err := tx.Heartbeat()
		return err
	}
	for _, c := range []struct {
		what  string
		do    func(data.Tx) error
		trips int
	}{
		{"nothing", beats(0), 0},
		{"a write", beats(1), 2}, // its number must be known before it is stored
		{"ten writes", beats(10), 2},
		{"a read", reads, 2},
		{"a read and writes", func(tx data.Tx) error { return errors.Join(reads(tx), beats(3)(tx)) }, 2},
		{"writes and a read", func(tx data.Tx) error { return errors.Join(beats(3)(tx), reads(tx)) }, 2},
		{"a write whose result is needed", func(tx data.Tx) error {
			_, err := tx.MarkReceived("test", "again", noon)
			return err
		}, 2},
		{"three reads", func(tx data.Tx) error { return errors.Join(reads(tx), reads(tx), reads(tx)) }, 4},
	} {
		for range 2 { // the first time statements are prepared
			update(t, s, c.do)
		}
		if last.RoundTrips != c.trips {
			t.Errorf("%s: %d round trips, not %d", c.what, last.RoundTrips, c.trips)
		}
	}
	refusal := errors.New("no")
	if err := s.Update(t.Context(), func(tx data.Tx) error { return errors.Join(beats(3)(tx), refusal) }); !errors.Is(err, refusal) || last.RoundTrips != 0 {
		t.Errorf("a write that is undone: %d round trips, %v", last.RoundTrips, err)
	}
}

// TestLateFailures has a write fail whose result nobody asks for. The transaction fails with it, at the next statement or when it is
// stored, and the next one has a connection that works.
func TestLateFailures(t *testing.T) {
	s, _ := inPostgres(t)
	orphan := func(tx data.Tx) error { return tx.SetNote(1, 999, "no such player") }
	for name, do := range map[string]func(data.Tx) error{
		"when it is stored": func(tx data.Tx) error {
			_, err := tx.Heartbeat()
			return errors.Join(err, orphan(tx))
		},
		"with nothing else": orphan,
		"at the next statement": func(tx data.Tx) error {
			if err := orphan(tx); err != nil {
				return err
			}
			_, err := tx.Heartbeat()
			if stateOf(err) != foreignKey {
				t.Errorf("the next statement: %v", err)
			}
			return err
		},
		"and the error is dropped": func(tx data.Tx) error {
			err := orphan(tx)
			_, _ = tx.Heartbeat()
			return err
		},
	} {
		if err := s.Update(t.Context(), do); stateOf(err) != foreignKey {
			t.Errorf("%s: %v", name, err)
		}
		update(t, s, func(tx data.Tx) error { return tx.SetHeartbeat(noon) })
	}
	if err := s.View(t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(noon) }); !errors.Is(err, data.ErrReadOnly) {
		t.Errorf("a write in a view: %v", err)
	}
}

// foreignKey is PostgreSQL's code for a row that belongs to one that is not there.
const foreignKey = "23503"

// TestAskedAhead reads a game in a transaction that writes, in which PostgreSQL is asked for more at the same time, and changes what
// was asked. Every change is seen.
func TestAskedAhead(t *testing.T) {
	s, _ := inPostgres(t)
	var id int64
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	update(t, s, func(t1 data.Tx) error {
		g, err := t1.Game(id)
		if err != nil {
			return err
		}
		before := t1.(*tx).statements
		player := g.Seats[0]
		for _, want := range []string{"", "Annie"} {
			if list, err := t1.Watchers(id); err != nil || (len(list) > 0) != (want != "") {
				t.Errorf("watchers %v, %v", list, err)
			}
			if name, _ := t1.Nickname(g.Server, player); name != want {
				t.Errorf("the name is %q, not %q", name, want)
			}
			if want == "" {
				if n := t1.(*tx).statements; n != before {
					t.Errorf("%d statements for what was asked", n-before)
				}
				if _, err := t1.SetWatching(id, player, true); err != nil {
					return err
				}
				if err := t1.SetNickname(g.Server, player, "Annie"); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// cutConn is a connection that is cut when it is told to.
type cutConn struct {
	net.Conn
	before, after *atomic.Bool // it is cut before or after the next thing that is sent
}

// Write implements net.Conn.
func (c cutConn) Write(b []byte) (int, error) {
	if c.before.Swap(false) {
		c.Close()
		return len(b), nil
	}
	return c.Conn.Write(b)
}

// Read implements net.Conn.
func (c cutConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err == nil && c.after.Swap(false) {
		c.Close()
		return 0, io.EOF
	}
	return n, err
}

// TestLostCommit loses the connection while a transaction is stored: what is sent, or the answer to it. The changes are stored once.
func TestLostCommit(t *testing.T) {
	s, address := inPostgres(t)
	config, err := pgConfig(address, writeTimeout)
	if err != nil {
		t.Fatal(err)
	}
	var before, after atomic.Bool
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return cutConn{conn, &before, &after}, err
	}
	s.write.Close()
	s.write = sql.OpenDB(pgConnector{config: config, limit: writeTimeout})
	s.write.SetMaxOpenConns(1)
	var id int64
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	moves := 0
	move := func(cut *atomic.Bool) (runs int) {
		t.Helper()
		update(t, s, func(tx data.Tx) error {
			g, err := tx.Game(id)
			if err != nil {
				return err
			}
			if err := play(g, noon); err != nil {
				return err
			}
			if err := tx.SaveGame(g); err != nil {
				return err
			}
			if runs++; runs == 1 && cut != nil {
				cut.Store(true)
			}
			return nil
		})
		moves++
		view(t, s, func(tx data.Tx) error {
			g, err := tx.Game(id)
			if err == nil && len(g.Log) != moves {
				t.Errorf("%d of %d moves", len(g.Log), moves)
			}
			return err
		})
		return runs
	}
	for _, c := range []struct {
		name string
		cut  *atomic.Bool
		runs int
	}{{"what is sent", &before, 2}, {"the answer", &after, 1}} {
		if runs := move(nil); runs != 1 { // has the statements prepared
			t.Errorf("%d runs", runs)
		}
		if runs := move(c.cut); runs != c.runs {
			t.Errorf("%s is lost: %d runs", c.name, runs)
		}
	}
}

// TestStaleConnections cuts the connections between two transactions. The next ones take others, at once and without a word.
func TestStaleConnections(t *testing.T) {
	s, address := inPostgres(t)
	var log strings.Builder
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	look := func(tx data.Tx) error {
		_, err := tx.Heartbeat()
		return err
	}
	for range 3 {
		view(t, s, look)
		update(t, s, look)
		if err := pgtest.Exec(address, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
			t.Fatal(err)
		}
		view(t, s, look)
		update(t, s, look)
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", &log)
	}
}
