package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"stackmate/bot/timeutil"
)

// The owner of a database in PostgreSQL holds an advisory lock, on a connection of its own. The lock ends with the connection.
// Bots share it, so that several may run; who copies or restores has it alone.
// The schema is in it, since a database may have several bots in schemas of their own.
const ownerLock = "1400138605, hashtext(current_schema()) & 2147483647" // the first number is applicationID

// The connection's name says who the owner is.
const ownerMark = "stackmate owner "

// How a lost connection is noticed: the owner asks every few seconds, and PostgreSQL gives the lock to others soon after the
// owner's machine is gone.
const (
	ownerPing      = 3 * time.Second
	ownerKeepAlive = "3"
)

// pgOwner holds the lock.
type pgOwner struct {
	config *pgx.ConnConfig
	mark   string // the connection's name
	shared bool   // others may have the lock too
	stop   context.CancelFunc
	ended  chan struct{}
	lost   chan struct{} // closed when another program has the lock

	mu     sync.Mutex
	conn   *pgx.Conn     // nil while the lock is not held
	held   chan struct{} // closed while it is
	failed error         // who has the lock now
}

// ownPostgres is Own for PostgreSQL, or OwnTogether if others may own it too.
func ownPostgres(ctx context.Context, name string, now time.Time, shared bool) (*Owner, error) {
	config, err := pgConfig(name, connectTimeout)
	if err != nil {
		return nil, fmt.Errorf("lock database %s: %w", Safe(name), err)
	}
	newest, err := newestSchema()
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // only shown to people
	o := &pgOwner{config: config, shared: shared, ended: make(chan struct{}), lost: make(chan struct{}), held: make(chan struct{}),
		mark: fmt.Sprintf("%s%d %d %d %.16s", ownerMark, os.Getpid(), now.UnixMilli(), newest, host)}
	config.RuntimeParams["application_name"] = o.mark
	for _, key := range []string{"tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count"} {
		config.RuntimeParams[key] = ownerKeepAlive
	}
	for began := time.Now(); ; {
		err := o.take(ctx)
		if err == nil {
			break
		}
		if causeOf(err) != ErrUnreachable || time.Since(began) > lockTimeout || ctx.Err() != nil { // it may be starting
			return nil, fmt.Errorf("lock database %s: %w", Safe(name), err)
		}
		_ = timeutil.Sleep(ctx, maxPause)
	}
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	o.stop = stop
	go o.watch(watching)
	return &Owner{pg: o}, nil
}

// take connects and takes the lock. It returns an *OwnedError if another program has it.
func (o *pgOwner) take(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, o.config)
	if err != nil {
		return err
	}
	var got bool
	try := "SELECT pg_try_advisory_lock(" + ownerLock + ")"
	if o.shared {
		try = "SELECT pg_try_advisory_lock_shared(" + ownerLock + ")"
	}
	for range 2 {
		if err = conn.QueryRow(ctx, try).Scan(&got); err != nil || got {
			break
		}
		var owner *OwnedError
		var mark string
		if owner, mark, err = ownerIn(ctx, conn); err != nil {
			break
		}
		if owner == nil {
			continue // it has just been given up
		}
		if owner.Path = Safe(o.config.ConnString()); mark != o.mark {
			err = owner
			break
		}
		// It is our own connection, which PostgreSQL does not know to be lost.
		_, err = conn.Exec(ctx, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()`, o.mark)
		if err != nil {
			break
		}
	}
	if err == nil && !got {
		err = &OwnedError{Path: Safe(o.config.ConnString())}
	}
	if err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.conn = conn
	close(o.held)
	return nil
}

// watch notices when the connection is lost, and then takes the lock again. Until then nothing is written.
func (o *pgOwner) watch(ctx context.Context) {
	defer close(o.ended)
	for ctx.Err() == nil {
		asking, cancel := context.WithTimeout(ctx, ownerPing)
		_, err := o.conn.WaitForNotification(asking) // nobody sends any: it returns at once when the connection ends
		cancel()
		if !o.conn.IsClosed() && ctx.Err() == nil {
			asking, cancel = context.WithTimeout(ctx, connectTimeout)
			_, err = o.conn.Exec(asking, "SELECT 1")
			cancel()
		}
		if err == nil {
			continue
		}
		o.mu.Lock()
		lost := o.conn
		o.conn, o.held = nil, make(chan struct{})
		o.mu.Unlock()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		_ = lost.Close(closing)
		cancel()
		if !o.takeAgain(ctx) {
			return
		}
	}
}

// takeAgain takes the lock once PostgreSQL answers. It returns false if another program has it, or at the end of the context.
func (o *pgOwner) takeAgain(ctx context.Context) bool {
	for {
		err := o.take(ctx)
		if err == nil {
			return true
		}
		if owned := (*OwnedError)(nil); errors.As(err, &owned) {
			o.mu.Lock()
			o.failed = owned
			o.mu.Unlock()
			close(o.lost)
			return false
		}
		if timeutil.Sleep(ctx, maxPause/4) != nil {
			return false
		}
	}
}

// wait waits until the lock is held, which it is but for moments.
func (o *pgOwner) wait(ctx context.Context, limit time.Duration) error {
	o.mu.Lock()
	held := o.held
	o.mu.Unlock()
	select {
	case <-held:
		return nil
	default:
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrUnreachable)
	defer cancel()
	select {
	case <-held:
		return nil
	case <-o.lost:
		return o.failed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// release gives the lock up.
func (o *pgOwner) release() error {
	o.stop()
	<-o.ended
	if o.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	_, _ = o.conn.Exec(ctx, "SELECT pg_advisory_unlock_all()") // the end of a connection takes a moment, and the next owner may be here
	return o.conn.Close(ctx)
}

// ownersBefore returns how many programs have the lock that know only a schema older than the newest.
func ownersBefore(ctx context.Context, db *sql.DB, newest int64) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint, l.objid::bigint) = (`+ownerLock+`)
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND coalesce(substring(a.application_name FROM '^`+ownerMark+`\d+ \d+ (\d+) ')::bigint, 0) < $1`, newest).Scan(&n)
	return n, err
}

// ownerIn returns who has the lock, and the name of the connection; nil if nobody has it.
func ownerIn(ctx context.Context, conn *pgx.Conn) (*OwnedError, string, error) {
	var mark string
	err := conn.QueryRow(ctx, `SELECT coalesce((SELECT a.application_name FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint, l.objid::bigint) = (`+ownerLock+`)
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1), '')`).Scan(&mark)
	if err != nil || mark == "" {
		return nil, "", err
	}
	owner := &OwnedError{}
	if fields := strings.SplitN(strings.TrimPrefix(mark, ownerMark), " ", 4); len(fields) == 4 && strings.HasPrefix(mark, ownerMark) {
		ms, err := strconv.ParseInt(fields[1], 10, 64)
		pid, err2 := strconv.Atoi(fields[0])
		if cmp.Or(err, err2) == nil {
			owner.PID, owner.Host, owner.Since = pid, fields[3], fromMillis(ms)
		}
	}
	return owner, mark, nil
}

// ownerOfPostgres is OwnerOf for PostgreSQL.
func ownerOfPostgres(ctx context.Context, name string) (*OwnedError, error) {
	config, err := pgConfig(name, connectTimeout)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	owner, _, err := ownerIn(ctx, conn)
	if owner != nil {
		owner.Path = Safe(name)
	}
	return owner, err
}
