// Package discord is the front end for Discord: it brings the desk what people type
// and press there, and carries the desk's replies to channels and people.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// Transport is the name of this front end in addresses.
const Transport = "discord"

// Facts that end Run and that only the owner of the bot can mend.
var (
	ErrToken   = errors.New("discord refuses the token: check discord.token, and make a new one in the developer portal if it is lost")
	ErrMissing = errors.New("discord refuses to register the commands")
)

// Config is what the front end needs to know.
type Config struct {
	// Token is the bot's secret.
	Token string
	// Guild, if set, is the only guild in which the commands are registered.
	Guild string
	// APIURL stands in place of https://discord.com; empty for Discord itself.
	APIURL string
}

// Desk is what the front end needs of the desk.
type Desk interface {
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	Delivered(ctx context.Context, a *bot.Answer, failure error) error
}

// Bot is the front end. Deliver may be called from the beginning; letters wait in
// the outbox while there is no connection.
type Bot struct {
	config Config
	desk   Desk
	log    *slog.Logger
	client *http.Client
	rest   *discordgo.Session // for requests only; never opened
	work   sync.WaitGroup     // events being handled

	mu    sync.Mutex
	self  *discordgo.User
	app   string            // application id
	dms   map[string]string // channel of direct messages by user
	ready chan struct{}     // closed when the commands are registered
}

// New returns a front end that is not connected yet. It fails if the configuration
// cannot be right.
func New(c Config, desk Desk, log *slog.Logger) (*Bot, error) {
	b := &Bot{config: c, desk: desk, log: log, dms: map[string]string{}, ready: make(chan struct{})}
	transport := http.DefaultTransport
	if c.APIURL != "" {
		base, err := url.Parse(c.APIURL)
		if err != nil || base.Host == "" {
			return nil, fmt.Errorf("discord.api_url %q is not a URL", c.APIURL)
		}
		transport = &redirect{base: base, next: http.DefaultTransport}
	}
	b.client = &http.Client{Transport: transport, Timeout: 20 * time.Second}
	var err error
	b.rest, err = b.session()
	return b, err
}

// session returns a new session of discordgo, set up as we need it.
func (b *Bot) session() (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + b.config.Token)
	if err != nil {
		return nil, err
	}
	s.Client = b.client
	s.StateEnabled = false           // its cache never shrinks
	s.ShouldReconnectOnError = false // its reconnecting cannot be ended; the gateway is minded here
	s.ShouldRetryOnRateLimit = false // its waiting cannot be ended; the outbox tries again
	s.LogLevel = -1
	s.Identify.Intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	return s, nil
}

// redirect sends requests for Discord to another base.
type redirect struct {
	base *url.URL
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t *redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, ""
	r.URL.Path = strings.TrimSuffix(t.base.Path, "/") + r.URL.Path
	r.URL.RawPath = ""
	return t.next.RoundTrip(r)
}

// Run registers the commands and listens until the context ends; then it finishes
// what it holds. An error that is not the context's needs the owner's help.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.login(ctx); err != nil {
		return err
	}
	if err := b.register(ctx); err != nil {
		return err
	}
	close(b.ready)
	b.log.Info("discord: ready", "bot", b.self.Username, "invite", b.Invite())
	err := b.listen(ctx)
	b.work.Wait()
	b.client.CloseIdleConnections()
	return err
}

// Ready is closed when the bot is known to Discord.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

// permissions are what the bot needs in a channel.
const permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory |
	discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// Invite returns the link by which the bot is invited to a server.
func (b *Bot) Invite() string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
		b.app, int64(permissions))
}

// login finds out who the bot is. Without a network it tries again until the context ends.
func (b *Bot) login(ctx context.Context) error {
	return b.persist(ctx, "discord cannot be reached", func() error {
		self, err := b.rest.User("@me", discordgo.WithContext(ctx))
		if err != nil {
			return err
		}
		app, err := b.rest.Application("@me")
		if err != nil {
			return err
		}
		b.self, b.app = self, app.ID
		return nil
	})
}

// persist tries something until it succeeds, fails for good, or the context ends.
func (b *Bot) persist(ctx context.Context, what string, try func() error) error {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := try()
		status := statusOf(err)
		switch {
		case err == nil:
			return nil
		case status == http.StatusUnauthorized:
			return ErrToken
		case status >= 400 && status < 500 && status != http.StatusTooManyRequests:
			return err
		}
		if limit := (*discordgo.RateLimitError)(nil); errors.As(err, &limit) {
			pause = max(limit.RetryAfter, time.Second)
		}
		b.log.Warn(what, "error", err, "again_in", pause)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// statusOf returns the HTTP status of an answer that was an error, else 0.
func statusOf(err error) int {
	if e := (*discordgo.RESTError)(nil); errors.As(err, &e) && e.Response != nil {
		return e.Response.StatusCode
	}
	return 0
}

// codeOf returns Discord's own number of an error, else 0.
func codeOf(err error) int {
	if e := (*discordgo.RESTError)(nil); errors.As(err, &e) && e.Message != nil {
		return e.Message.Code
	}
	return 0
}
