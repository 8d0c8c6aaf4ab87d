package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// requestLimit is how long one request may take.
const requestLimit = 20 * time.Second

// restError is an answer of Discord that is an error. Unlike discordgo's it holds
// nothing secret: requests carry tokens in their headers and paths.
type restError struct {
	status, code int
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

// plain takes out of an error what nobody may read: addresses, which carry the
// tokens of interactions, and requests, which carry the bot's.
func plain(err error) error {
	var (
		rest    *discordgo.RESTError
		limited *discordgo.RateLimitError
		address *url.Error
	)
	switch {
	case errors.As(err, &rest) && rest.Response != nil:
		e := &restError{status: rest.Response.StatusCode, text: cut(strings.Join(strings.Fields(string(rest.ResponseBody)), " "), 300)}
		if rest.Message != nil {
			e.code = rest.Message.Code
			if e.code != codeInvalidForm { // there the details count
				e.text = rest.Message.Message
			}
		}
		return e
	case errors.As(err, &limited):
		return &restError{status: http.StatusTooManyRequests, text: "too many requests", after: limited.RetryAfter}
	case errors.As(err, &address):
		return plain(address.Err)
	}
	return err
}

// send makes a request with a body that may have files, and waits as long as the
// rate limits demand, as far as the context is willing to.
func (b *Bot) send(ctx context.Context, method, endpoint string, body any, files []*discordgo.File) ([]byte, error) {
	contentType, data := "application/json", []byte(nil)
	var err error
	switch {
	case len(files) > 0:
		contentType, data, err = discordgo.MultipartBodyWithJSON(body, files)
	case body != nil:
		data, err = discordgo.Marshal(body)
	}
	if err != nil {
		return nil, err
	}
	for attempt := 0; ; attempt++ {
		// The bucket is for this request alone: discordgo's waiting cannot be ended,
		// and it keeps every bucket for ever. The limits are held by the transport.
		bucket := discordgo.NewRatelimiter().LockBucket("")
		answer, err := b.rest.RequestWithLockedBucket(method, endpoint, contentType, data, bucket, 0, discordgo.WithContext(ctx))
		err = plain(err)
		limited := (*restError)(nil)
		if !errors.As(err, &limited) || limited.status != http.StatusTooManyRequests || limited.after > waitOf(ctx) || waitOf(ctx) == 0 || attempt == 3 {
			return answer, err
		}
		if err := sleep(ctx, max(limited.after, 10*time.Millisecond)); err != nil {
			return nil, limited
		}
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

// unclear reports whether a request may have had its effect although it failed.
func unclear(err error) bool {
	status := statusOf(err)
	return err != nil && (status == 0 || status >= 500)
}

// repeat tries something up to three times while it stays unclear whether it was
// done. It must be something that does no harm when it is done twice.
func repeat(ctx context.Context, try func(attempt int) error) error {
	for attempt := 0; ; attempt++ {
		err := try(attempt)
		if !unclear(err) || attempt == 2 || sleep(ctx, 200*time.Millisecond) != nil {
			return err
		}
	}
}
