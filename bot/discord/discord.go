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
	"stackmate/bot/lru"
	"stackmate/bot/outbox"
	"stackmate/bot/timeutil"
)

// Transport is the name of this front end in addresses.
const Transport = "discord"

// Facts that end Run and that only the owner of the bot can mend.
var (
	ErrToken   = errors.New("discord refuses the token: check discord.token, and make a new one in the developer portal if it is lost")
	ErrMissing = errors.New("discord refuses to register the commands")
	ErrGateway = errors.New("discord refuses the connection for good")
)

// shutdownGrace is how long what was begun may go on when the bot is to stop.
const shutdownGrace = 5 * time.Second

// Config is what the front end needs to know.
type Config struct {
	// Token is the bot's secret.
	Token string
	// Guild, if set, is the only guild in which the commands are registered.
	Guild string
	// Shards is how many connections the bot's guilds are spread over; 0 is one, and
	// AutoShards as many as the gateway recommends.
	Shards int
	// APIURL stands in place of https://discord.com; empty for Discord itself.
	APIURL string
}

// Desk is what the front end needs of the desk.
type Desk interface {
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	Delivered(ctx context.Context, a *bot.Answer, failure error) error
	Complete(ctx context.Context, m chat.Message, argument, typed string) ([]chat.Option, error)
	ThreadOpened(ctx context.Context, game int64, home chat.Address) error
	Missed(ctx context.Context, m *outbox.MissedError, said *chat.Reply) error
	UseRooms(transport string, r bot.Rooms)
}

// Bot is the front end. Deliver may be called from the beginning; letters wait in
// the outbox while there is no connection.
type Bot struct {
	config            Config
	desk              Desk
	log               *slog.Logger
	base              *url.URL // in place of Discord's; may be nil
	limits            *rateLimiter
	client            *http.Client
	rest              *discordgo.Session // for requests only; never opened
	openTimeout       time.Duration      // how long opening a connection may take
	shutdownGrace     time.Duration      // how long what was begun may go on at the end
	completionTimeout time.Duration

	self      *discordgo.User // this and the next are known once ready is closed
	app       string          // application id
	ready     chan struct{}   // closed when the commands are registered
	began     time.Time
	shards    shards
	states    shardStates
	inflight  inflight
	incoming  keyedQueue      // what was typed, by channel
	outgoing  keyedQueue      // what is to be posted, by channel
	handlers  context.Context // of what goes on in the background; known once ready is closed
	buttons   buttonTracker
	completed *lru.Cache[string, struct{}] // ids of what was completed last

	mu  sync.Mutex
	dms map[string]string // channel of direct messages by user
}

// New returns a front end that is not connected yet. It fails if the configuration
// cannot be right.
func New(c Config, desk Desk, log *slog.Logger) (*Bot, error) {
	c.Token = strings.TrimPrefix(c.Token, "Bot ")
	if strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("discord.token has a character in it that no token has")
	}
	b := &Bot{config: c, desk: desk, log: log, limits: newRateLimiter(), openTimeout: 20 * time.Second, shutdownGrace: shutdownGrace, completionTimeout: completionTimeout,
		ready: make(chan struct{}), began: time.Now(), dms: map[string]string{},
		buttons: buttonTracker{messages: lru.New[gameChannel, trackedMessages](maxTracked)}, completed: lru.New[string, struct{}](256)}
	b.shards.interval = identifyInterval
	if c.APIURL != "" {
		base, err := url.Parse(c.APIURL)
		if err != nil || base.Host == "" {
			return nil, fmt.Errorf("discord.api_url %q is not a URL", c.APIURL)
		}
		b.base = base
	}
	b.client = &http.Client{Timeout: requestTimeout,
		Transport: &transport{base: b.base, next: http.DefaultTransport.(*http.Transport).Clone()}}
	var err error
	b.rest, err = b.newREST()
	desk.UseRooms(Transport, b)
	return b, err
}

// newREST returns a session of discordgo for requests. The gateway's side is ours.
func (b *Bot) newREST() (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + b.config.Token)
	if err != nil {
		return nil, err
	}
	s.Client = b.client
	s.StateEnabled = false           // its cache never shrinks
	s.ShouldRetryOnRateLimit = false // its waiting cannot be ended either
	s.MaxRestRetries = 0             // it does not know what may be sent twice
	s.LogLevel = -1
	s.Identify.Intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	return s, nil
}

// Run registers the commands and listens until the context ends; then it finishes
// what it holds. An error that is not the context's needs the owner's help.
func (b *Bot) Run(ctx context.Context) error {
	defer b.client.CloseIdleConnections()
	if err := b.login(ctx); err != nil {
		return err
	}
	if err := b.registerCommands(ctx); err != nil {
		return err
	}
	// What has been accepted is finished, so its context outlives ours.
	held, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	b.handlers = held
	close(b.ready)
	b.log.Info("discord: ready", "bot", b.self.Username, "invite", b.Invite())
	err := b.runShards(ctx)
	patience := time.AfterFunc(b.shutdownGrace, cut)
	defer patience.Stop()
	b.inflight.drain()
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
	return b.retryUntilDone(ctx, "discord cannot be reached", func() error {
		var self discordgo.User
		if err := b.get(ctx, discordgo.EndpointUser("@me"), &self); err != nil {
			return err
		}
		var app struct{ ID string }
		if err := b.get(ctx, discordgo.EndpointApplications+"/@me", &app); err != nil {
			return err
		}
		b.self, b.app = &self, app.ID
		return nil
	})
}

// retryUntilDone tries something until it succeeds, fails for good, or the context ends.
func (b *Bot) retryUntilDone(ctx context.Context, what string, try func() error) error {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := try()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case tokenRefused(err):
			return ErrToken
		case ownerMustFix(err):
			return err
		}
		if limited := (*restError)(nil); errors.As(err, &limited) {
			pause = max(pause, limited.after)
		}
		b.log.Warn(what, "error", err, "again_in", pause)
		if err := timeutil.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}
