package discord

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How long a request waits for a rate limit; one that would have to wait longer fails
// at once.
const (
	longestWait = 5 * time.Second
	// outboxWait is short: the outbox sends what can be sent meanwhile, and comes again.
	outboxWait = 200 * time.Millisecond
)

type waitKey struct{}

// waiting returns a context whose requests wait no longer than that for a rate limit.
func waiting(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, waitKey{}, most)
}

// waitOf is how long the requests of a context wait.
func waitOf(ctx context.Context) time.Duration {
	if most, ok := ctx.Value(waitKey{}).(time.Duration); ok {
		return most
	}
	return longestWait
}

// transport sends requests to another base if one is set, and holds them to the rate
// limits that Discord states. Interactions have limits of their own, which a single
// bot does not reach; nothing is kept of them.
type transport struct {
	base   *url.URL // nil for Discord itself
	limits *limits
	next   http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	route := routeOf(r)
	if err := t.limits.wait(r.Context(), route); err != nil {
		return nil, err
	}
	if t.base != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, ""
		r.URL.Path = strings.TrimSuffix(t.base.Path, "/") + r.URL.Path
		r.URL.RawPath = ""
	}
	response, err := t.next.RoundTrip(r)
	if err == nil {
		t.limits.note(route, response)
	}
	return response, err
}

// CloseIdleConnections lets http.Client's method reach the connections.
func (t *transport) CloseIdleConnections() {
	if next, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// routeOf names the requests that share a limit, "" for those that have none.
func routeOf(r *http.Request) string {
	if strings.Contains(r.URL.Path, "/interactions/") || strings.Contains(r.URL.Path, "/webhooks/") {
		return ""
	}
	path := r.URL.Path
	if r.Method != http.MethodPost { // messages of a channel share theirs; threads below them are opened by POST
		if before, _, ok := strings.Cut(path, "/messages/"); ok {
			path = before
		}
	}
	return r.Method + " " + path
}

// limits knows until when routes are closed. Only closed ones are kept.
type limits struct {
	mu     sync.Mutex
	until  map[string]time.Time
	global time.Time
}

func newLimits() *limits { return &limits{until: map[string]time.Time{}} }

// wait waits until a route is open, as long as the context is willing to.
func (l *limits) wait(ctx context.Context, route string) error {
	if route == "" {
		return nil
	}
	for {
		l.mu.Lock()
		until := l.until[route]
		if l.global.After(until) {
			until = l.global
		}
		l.mu.Unlock()
		pause := time.Until(until)
		switch {
		case pause <= 0:
			return nil
		case pause > waitOf(ctx):
			return &restError{status: http.StatusTooManyRequests, text: "rate limit not over yet", after: pause}
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// note remembers what an answer says about the limit of its route.
func (l *limits) note(route string, r *http.Response) {
	seconds, err := strconv.ParseFloat(r.Header.Get("X-RateLimit-Reset-After"), 64)
	if err != nil {
		if seconds, err = strconv.ParseFloat(r.Header.Get("Retry-After"), 64); err != nil {
			return
		}
	}
	limited := r.StatusCode == http.StatusTooManyRequests
	if route == "" || !limited && r.Header.Get("X-RateLimit-Remaining") != "0" {
		return
	}
	now := time.Now()
	until := now.Add(time.Duration(seconds * float64(time.Second)))
	l.mu.Lock()
	defer l.mu.Unlock()
	for other, end := range l.until {
		if end.Before(now) {
			delete(l.until, other)
		}
	}
	if r.Header.Get("X-RateLimit-Global") != "" {
		l.global = until
		return
	}
	l.until[route] = until
}
