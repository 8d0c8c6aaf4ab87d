package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/timeutil"
)

// requestTimeout is how long one request may take.
const requestTimeout = 20 * time.Second

// restError is an answer of Discord that is an error. Unlike discordgo's it holds
// nothing secret: requests carry tokens in their headers and paths.
type restError struct {
	status, code int
	fromDiscord  bool // it is Discord's own, and not a page of something on the way
	text         string
	after        time.Duration // with status 429: when to come again
}

// Error says what Discord answered.
func (e *restError) Error() string {
	if e.code != 0 {
		return fmt.Sprintf("discord answers %d, code %d: %s", e.status, e.code, e.text)
	}
	return fmt.Sprintf("discord answers %d: %s", e.status, e.text)
}

// RetryAfter implements the outbox's wish to know when to come again; 0 if unknown.
func (e *restError) RetryAfter() time.Duration { return e.after }

// statusOf returns the HTTP status of an answer that was an error, else 0.
func statusOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.status
	}
	return 0
}

// codeOf returns Discord's own number of an error, else 0.
func codeOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.code
	}
	return 0
}

// redact takes out of an error what nobody may read: addresses, which carry the
// tokens of interactions, and requests, which carry the bot's.
func redact(err error) error {
	var (
		rest    *discordgo.RESTError
		limited *discordgo.RateLimitError
		address *url.Error
	)
	switch {
	case errors.As(err, &rest) && rest.Response != nil:
		e := &restError{status: rest.Response.StatusCode, text: textutil.Truncate(textutil.Printable(string(rest.ResponseBody)), 300)}
		if rest.Message != nil {
			e.code, e.fromDiscord = rest.Message.Code, rest.Message.Message != ""
			if e.code != codeInvalidFormBody { // there the details count
				e.text = rest.Message.Message
			}
		}
		return e
	case errors.As(err, &limited):
		return &restError{status: http.StatusTooManyRequests, text: "too many requests", after: limited.RetryAfter}
	case errors.As(err, &address):
		return redact(address.Err)
	}
	return err
}

// send makes a request with a body that may have files, and waits as long as the
// rate limits demand, as far as the context is willing to. It may be called again with
// the same files: they are bytes, of which each request is made anew.
func (b *Bot) send(ctx context.Context, method, endpoint string, body any, files []chat.File) ([]byte, error) {
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
			if done, err = b.limits.acquire(ctx, r, time.Until(end)); err != nil {
				return nil, err
			}
		}
		answer, status, header, err := b.exchange(ctx, method, endpoint, contentType, data)
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

// encode makes the body of a request.
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

// exchange makes a request once. Status is 0 if there was no answer.
func (b *Bot) exchange(ctx context.Context, method, endpoint, contentType string, data []byte) (answer []byte, status int, header http.Header, err error) {
	// The bucket is for this request alone: discordgo's waiting cannot be ended, and it
	// keeps every bucket for ever.
	bucket := discordgo.NewRatelimiter().LockBucket("")
	var seen http.Response
	ctx = context.WithValue(ctx, responseKey{}, &seen)
	answer, err = b.rest.RequestWithLockedBucket(method, endpoint, contentType, data, bucket, 0, discordgo.WithContext(ctx))
	err = redact(err)
	e := (*restError)(nil)
	switch {
	case seen.StatusCode != http.StatusTooManyRequests:
	case !errors.As(err, &e): // not in Discord's words
		seconds, _ := strconv.Atoi(seen.Header.Get("Retry-After"))
		err = &restError{status: seen.StatusCode, text: "too many requests", after: time.Duration(max(seconds, 1)) * time.Second}
	default: // a limit that has a number is about something else than requests
		var why struct{ Code int }
		if json.Unmarshal(answer, &why) == nil {
			e.code = why.Code
		}
	}
	return answer, seen.StatusCode, seen.Header, err
}

// transport sends requests to another base if one is set, and tells who asks for it
// with which status and header they were answered.
type transport struct {
	base *url.URL // nil for Discord itself
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

// CloseIdleConnections lets http.Client's method reach the connections.
func (t *transport) CloseIdleConnections() {
	if next, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// get reads what an endpoint answers into v.
func (b *Bot) get(ctx context.Context, endpoint string, v any) error {
	answer, err := b.send(ctx, http.MethodGet, endpoint, nil, nil)
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, v)
}

// maybeApplied reports whether a request may have had its effect although it failed.
func maybeApplied(err error) bool {
	status := statusOf(err)
	return err != nil && (status == 0 || status >= 500)
}

// shortRetry is for how long something is repeated that is tried again later anyway.
const shortRetry = 700 * time.Millisecond

// retryUntil tries something until it is done, is refused for good, or that time comes; the
// pauses grow. It must be something that does no harm when it is done twice. Rate limits
// have been waited for.
func retryUntil(ctx context.Context, until time.Time, try func(attempt int) error) error {
	pause := 200 * time.Millisecond
	longest := max(pause, time.Until(until)/6)
	for attempt := 0; ; attempt++ {
		err := try(attempt)
		if !isTransient(err) || statusOf(err) == http.StatusTooManyRequests ||
			time.Now().Add(pause).After(until) || timeutil.Sleep(ctx, pause) != nil {
			return err
		}
		pause = min(2*pause, longest)
	}
}

// retryIfNotApplied is retryUntil for what would do harm when it is done twice: it goes on only
// while it is clear that it was not done.
func retryIfNotApplied(ctx context.Context, until time.Time, try func() error) error {
	var last error
	err := retryUntil(ctx, until, func(int) error {
		if last = try(); maybeApplied(last) {
			return nil
		}
		return last
	})
	return cmp.Or(err, last)
}
