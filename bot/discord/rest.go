package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/timeutil"
)

// restClient makes requests of Discord's REST API.
type restClient struct {
	session *discordgo.Session // for requests only; it is never opened
	limits  *rateLimiter
	log     *slog.Logger
}

// newRESTClient returns a client that sends its requests to base, or to Discord if base is nil.
// discordgo makes the requests; the gateway's side is ours.
func newRESTClient(token string, base *url.URL, log *slog.Logger) (*restClient, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = &http.Client{Timeout: requestTimeout,
		Transport: &transport{base: base, next: http.DefaultTransport.(*http.Transport).Clone()}}
	s.StateEnabled = false           // its cache never shrinks
	s.ShouldRetryOnRateLimit = false // its waiting cannot be ended either
	s.MaxRestRetries = 0             // it does not know what may be sent twice
	s.LogLevel = -1
	s.Identify.Intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	return &restClient{session: s, limits: newRateLimiter(), log: log}, nil
}

// close closes the connections that nobody uses.
func (c *restClient) close() { c.session.Client.CloseIdleConnections() }

// requestTimeout is how long one HTTP request may take.
const requestTimeout = 20 * time.Second

// send makes a request and returns the body of the answer. It waits for rate limits, at most for maxWait(ctx) in
// all. body is sent as JSON, together with files if there are any. Errors are of type *restError if Discord, or a
// proxy on the way, answered, and contain no secrets.
func (c *restClient) send(ctx context.Context, method, endpoint string, body any, files []chat.File) ([]byte, error) {
	contentType, data, err := encode(body, files)
	if err != nil {
		return nil, err
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(endpoint, discordgo.EndpointAPI), "?")
	r, limited := routeOf(method, path)
	end := time.Now().Add(maxWait(ctx))
	for least := 10 * time.Millisecond; ; least *= 2 {
		done := func(int, http.Header) {}
		if limited {
			if done, err = c.limits.acquire(ctx, r, time.Until(end)); err != nil {
				return nil, err
			}
		}
		answer, status, header, err := c.exchange(ctx, method, endpoint, contentType, data)
		done(status, header)
		early := (*restError)(nil)
		if status != http.StatusTooManyRequests || !errors.As(err, &early) || early.code != 0 {
			return answer, err
		}
		pause := max(early.after, least)
		if time.Now().Add(pause).After(end) {
			return answer, err
		}
		if err := timeutil.Sleep(ctx, pause); err != nil {
			return nil, early
		}
	}
}

// encode makes the body of a request: JSON, or multipart if there are files.
func encode(body any, files []chat.File) (contentType string, data []byte, err error) {
	if len(files) > 0 {
		var list []*discordgo.File
		for _, f := range files {
			list = append(list, &discordgo.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Data)})
		}
		return discordgo.MultipartBodyWithJSON(body, list)
	}
	if body != nil {
		data, err = discordgo.Marshal(body)
	}
	return "application/json", data, err
}

// exchange makes a request once. status is 0 and header nil if there was no answer.
func (c *restClient) exchange(ctx context.Context, method, endpoint, contentType string, data []byte) (answer []byte, status int, header http.Header, err error) {
	// The bucket is for this request only: discordgo's waiting can't be cancelled, and it
	// keeps every bucket forever.
	bucket := discordgo.NewRatelimiter().LockBucket("")
	var seen http.Response
	ctx = context.WithValue(ctx, responseKey{}, &seen)
	answer, err = c.session.RequestWithLockedBucket(method, endpoint, contentType, data, bucket, 0, discordgo.WithContext(ctx))
	err = redact(err)
	e := (*restError)(nil)
	switch {
	case seen.StatusCode != http.StatusTooManyRequests:
	case !errors.As(err, &e): // an answer that isn't Discord's
		seconds, _ := strconv.Atoi(seen.Header.Get("Retry-After"))
		err = &restError{status: seen.StatusCode, text: "too many requests", after: time.Duration(max(seconds, 1)) * time.Second}
	default: // with an error code, the limit is not one of requests
		var why struct{ Code int }
		if json.Unmarshal(answer, &why) == nil {
			e.code = why.Code
		}
	}
	return answer, seen.StatusCode, seen.Header, err
}

// transport sends requests to base instead of Discord, if base is set. It copies the status and the header of
// the answer to the http.Response under responseKey in the request's context.
type transport struct {
	base *url.URL // nil for Discord
	next http.RoundTripper
}

type responseKey struct{}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.base != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, ""
		r.URL.Path = strings.TrimSuffix(t.base.Path, "/") + r.URL.Path
		r.URL.RawPath = ""
	}
	response, err := t.next.RoundTrip(r)
	if seen, ok := r.Context().Value(responseKey{}).(*http.Response); ok && err == nil {
		seen.StatusCode, seen.Header = response.StatusCode, response.Header
	}
	return response, err
}

// CloseIdleConnections is what http.Client.CloseIdleConnections calls.
func (t *transport) CloseIdleConnections() {
	if next, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// get makes a GET request and decodes the JSON of the answer into v.
func (c *restClient) get(ctx context.Context, endpoint string, v any) error {
	answer, err := c.send(ctx, http.MethodGet, endpoint, nil, nil)
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, v)
}
