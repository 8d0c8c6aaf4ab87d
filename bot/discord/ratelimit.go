package discord

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"stackmate/bot/timeutil"
)

// How long a request waits for a rate limit. One that would have to wait longer fails at once.
const (
	defaultMaxWait = 10 * time.Second
	// outboxWait is short: the outbox sends other messages and tries again later.
	outboxWait = 200 * time.Millisecond
	// backgroundWait is for requests that nobody waits for, such as removing old buttons.
	backgroundWait = 2 * time.Minute
)

type maxWaitKey struct{}

// withMaxWait returns a context whose requests wait for rate limits no longer than most.
func withMaxWait(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, maxWaitKey{}, most)
}

// maxWait returns how long the requests of a context wait for rate limits.
func maxWait(ctx context.Context) time.Duration {
	if most, ok := ctx.Value(maxWaitKey{}).(time.Duration); ok {
		return most
	}
	return defaultMaxWait
}

// rateLimiter keeps requests within the rate limits that Discord states in its answers. Requests that share a
// bucket wait in a queue and are made in order. Endpoints of interactions and webhooks are not limited here: a
// single bot doesn't reach their limits.
type rateLimiter struct {
	mu      sync.Mutex
	names   map[string]string  // X-RateLimit-Bucket, by route
	buckets map[string]*bucket // by name and resource, by route until the name is known
	global  time.Time          // no request before then
	recent  [globalPerSecond]time.Time
	next    int // in recent
}

// globalPerSecond is how many requests of all kinds the bot makes in a second; Discord allows 50.
const globalPerSecond = 45

// bucket is a limit that some requests share. rateLimiter.mu guards all of it but turn.
type bucket struct {
	turn      chan struct{} // contains a value while nobody is at the head of the queue
	users     int           // requests that wait or have no answer yet
	inFlight  int           // requests that have no answer yet
	limit     int           // requests until reset; 0 while unknown
	remaining int           // of limit
	reset     time.Time
}

func newRateLimiter() *rateLimiter {
	return &rateLimiter{names: map[string]string{}, buckets: map[string]*bucket{}}
}

// route names the requests that may share a limit, and the channel or guild for which it counts.
type route struct{ name, resource string }

// pathID matches the ids in a path.
var pathID = regexp.MustCompile(`/\d+`)

// routeOf returns the route of a path below the API's base; ok is false for endpoints that are not limited
// here.
func routeOf(method, path string) (r route, ok bool) {
	if strings.HasPrefix(path, "interactions/") || strings.HasPrefix(path, "webhooks/") {
		return r, false
	}
	parts := strings.SplitN(path, "/", 3)
	if len(parts) > 1 && (parts[0] == "channels" || parts[0] == "guilds") {
		r.resource = parts[1]
	}
	return route{method + " " + pathID.ReplaceAllString("/"+path, "/*"), r.resource}, true
}

// bucket returns the bucket of a route, and makes it if there is none. The caller holds mu.
func (l *rateLimiter) bucket(r route) *bucket {
	key := l.key(r)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{turn: make(chan struct{}, 1)}
		b.turn <- struct{}{}
		l.buckets[key] = b
	}
	return b
}

func (l *rateLimiter) key(r route) string {
	if name, ok := l.names[r.name]; ok {
		return name + " " + r.resource
	}
	return r.name + " " + r.resource
}

// acquire waits until a request may be made, but no longer than most. The caller must call done with the status
// and header of the answer, 0 and nil if there is none.
func (l *rateLimiter) acquire(ctx context.Context, r route, most time.Duration) (done func(status int, h http.Header), err error) {
	end := time.Now().Add(most)
	l.mu.Lock()
	b := l.bucket(r)
	b.users++
	l.mu.Unlock()
	if err := l.wait(ctx, b, end); err != nil {
		l.mu.Lock()
		b.users--
		l.mu.Unlock()
		return nil, err
	}
	l.mu.Lock()
	exclusive := b.limit == 0 // no other request until the limit is known
	l.mu.Unlock()
	if !exclusive {
		b.turn <- struct{}{}
	}
	return func(status int, h http.Header) {
		l.update(r, b, status, h)
		if exclusive {
			b.turn <- struct{}{}
		}
	}, nil
}

// wait waits for the head of a bucket's queue, and there until the bucket allows a request. If it returns nil,
// the caller has the turn and must give it back.
func (l *rateLimiter) wait(ctx context.Context, b *bucket, end time.Time) error {
	timer := time.NewTimer(time.Until(end))
	defer timer.Stop()
	select {
	case <-b.turn:
	default:
		select {
		case <-b.turn:
		case <-timer.C:
			return errTooEarly(max(l.delay(b, false), 100*time.Millisecond))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for {
		pause := l.delay(b, true)
		if pause <= 0 {
			return nil
		}
		err := error(nil)
		if time.Now().Add(pause).After(end) {
			err = errTooEarly(pause)
		} else {
			err = timeutil.Sleep(ctx, pause)
		}
		if err != nil {
			b.turn <- struct{}{}
			return err
		}
	}
}

func errTooEarly(after time.Duration) error {
	return &restError{status: http.StatusTooManyRequests, text: "rate limit not over yet", after: after}
}

// delay returns how long the next request of a bucket has to wait. If that is 0 or less and reserve is set, it
// counts the request.
func (l *rateLimiter) delay(b *bucket, reserve bool) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if !now.Before(b.reset) {
		b.remaining = max(1, b.limit-b.inFlight)
	}
	var until time.Time
	if b.remaining <= 0 {
		until = b.reset
	}
	for _, t := range []time.Time{l.global, l.recent[l.next].Add(time.Second)} {
		if t.After(until) {
			until = t
		}
	}
	pause := until.Sub(now)
	if pause <= 0 && reserve {
		b.remaining--
		b.inFlight++
		l.recent[l.next] = now
		l.next = (l.next + 1) % globalPerSecond
	}
	return pause
}

// update notes what an answer says about its bucket, and removes buckets that are unused and not exhausted.
func (l *rateLimiter) update(r route, b *bucket, status int, h http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	b.users--
	b.inFlight--
	if name := h.Get("X-RateLimit-Bucket"); name != "" && l.names[r.name] != name {
		before := l.key(r)
		l.names[r.name] = name
		if l.buckets[before] == b {
			delete(l.buckets, before)
		}
		if after := l.key(r); l.buckets[after] == nil {
			l.buckets[after] = b
		}
	}
	seconds := func(name string) (time.Duration, bool) {
		n, err := strconv.ParseFloat(h.Get(name), 64)
		return time.Duration(n * float64(time.Second)), err == nil
	}
	limited := status == http.StatusTooManyRequests
	reset, known := seconds("X-RateLimit-Reset-After")
	if limited && (!known || h.Get("X-RateLimit-Scope") == "shared") {
		reset, known = seconds("Retry-After")
	}
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, _ := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	switch {
	case limited && h.Get("X-RateLimit-Global") != "":
		l.global = now.Add(reset)
	case limited && known:
		b.remaining, b.reset = 0, now.Add(reset)
	case known && err == nil:
		if b.limit = limit; now.Before(b.reset) {
			left = min(left, b.remaining)
		}
		b.remaining, b.reset = left, now.Add(reset)
	case h != nil && !limited && b.limit == 0:
		b.limit = globalPerSecond // Discord states no limit
	}
	for key, other := range l.buckets {
		if other.users == 0 && !now.Before(other.reset) {
			delete(l.buckets, key)
		}
	}
}
