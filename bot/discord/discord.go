// Package discord is the front end for Discord: it hands what people type and press there to
// the desk, and sends the desk's replies to channels and people. Requests go over Discord's REST API,
// events come over its gateway, a WebSocket for each shard.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/cluster"
	"stackmate/bot/lru"
)

// Transport is the name of this front end in addresses.
const Transport = "discord"

// Errors that end Run. Only the owner of the bot can fix what causes them.
var (
	ErrToken   = errors.New("discord refuses the token: check discord.token, and make a new one in the developer portal if it is lost")
	ErrMissing = errors.New("discord refuses to register the commands")
	ErrGateway = errors.New("discord refuses the connection for good")
	ErrKey     = errors.New("discord.interactions.public_key is not that of the bot's application: copy it from General Information in the developer portal, or remove it")
)

// shutdownGrace is how long handlers may go on when the bot stops.
const shutdownGrace = 5 * time.Second

// Config configures the front end.
type Config struct {
	// Token is the bot's token, with or without "Bot " in front.
	Token string
	// Guild is the id of the only guild in which the commands are registered; empty to register
	// them everywhere.
	Guild string
	// Shards is the number of connections over which the bot's guilds are spread; 0 means one,
	// and AutoShards as many as the gateway recommends.
	Shards int
	// APIURL replaces https://discord.com, for tests and proxies; empty for Discord itself.
	APIURL string
	// HTTP is whether Discord sends interactions to Bot.Endpoint, and PublicKey the key with which it signs them, in
	// hexadecimal; empty for the one that Discord tells when the bot logs in.
	HTTP      bool
	PublicKey string
	// NoGateway is whether there is no connection to the gateway. Then people can neither mention the bot nor write direct
	// messages to it.
	NoGateway bool
	// Endpoint, unless nil, is told what became of each request to Bot.Endpoint: one of EndpointResults.
	Endpoint func(result string)
	// Cluster are the processes that share the connections; nil if this is the only one.
	Cluster *cluster.Member
	// Answered, unless nil, is told of the first answer to each interaction.
	Answered func(Answered)
	// Connected, unless nil, is told of each connection of a shard to the gateway that got ready.
	Connected func(shard int, resumed bool)
}

// Check returns an error if the token or the URL cannot be right.
func (c Config) Check() error {
	rest, err := c.client(slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	rest.close()
	return nil
}

// client returns a client for Discord's REST API. It returns an error if the token or the
// URL cannot be right.
func (c Config) client(log *slog.Logger) (*restClient, error) {
	token := strings.TrimPrefix(c.Token, "Bot ")
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("discord.token has a character in it that no token has")
	}
	var base *url.URL
	if c.APIURL != "" {
		var err error
		if base, err = url.Parse(c.APIURL); err != nil || base.Host == "" {
			return nil, fmt.Errorf("discord.api_url %q is not a URL", c.APIURL)
		}
	}
	return newRESTClient(token, base, log)
}

// Bot is the front end. Deliver may be called before Run; messages wait in the outbox
// while there is no connection.
type Bot struct {
	config        Config
	log           *slog.Logger
	shutdownGrace time.Duration
	account       *account
	rest          *restClient
	gateway       *gateway
	commands      *commandIDs
	poster        *poster
	interactions  *interactionHandler
	texts         *textHandler
	endpoint      *endpoint
	tasks         *inflight
}

// account is who the bot is on Discord. user and app are set before ready is closed.
type account struct {
	user  *discordgo.User
	app   string        // application id
	key   string        // with which Discord signs interactions that it sends over HTTP, in hexadecimal
	url   string        // where it sends them; empty for the gateway
	ready chan struct{} // closed when the commands are registered
}

// New returns a front end that is not connected yet. It returns an error if the token or
// the URL of the configuration cannot be right.
func New(c Config, desk Desk, log *slog.Logger) (*Bot, error) {
	c.Token = strings.TrimPrefix(c.Token, "Bot ")
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	log = log.With("transport", Transport)
	rest, err := c.client(log)
	if err != nil {
		return nil, err
	}
	b := &Bot{config: c, log: log, shutdownGrace: shutdownGrace, rest: rest,
		account: &account{ready: make(chan struct{})}, tasks: &inflight{log: log}}
	safe := safeDesk{desk, log}
	threads := &threadKeeper{rest: rest, desk: safe, log: log,
		buttons: buttonTracker{messages: lru.New[gameChannel, trackedMessages](maxTracked)}}
	b.commands = &commandIDs{}
	b.poster = &poster{account: b.account, rest: rest, threads: threads, commands: b.commands, tasks: b.tasks, log: log, dms: map[string]string{}}
	b.interactions = &interactionHandler{account: b.account, rest: rest, desk: safe, threads: threads, commands: b.commands, tasks: b.tasks, log: log,
		alive: c.Cluster.Alive, answered: c.Answered, completed: lru.New[string, struct{}](maxCompleted), completionTimeout: completionTimeout}
	b.texts = &textHandler{alive: c.Cluster.Alive, account: b.account, desk: safe, poster: b.poster, threads: threads, tasks: b.tasks, log: log}
	b.gateway = &gateway{cluster: c.Cluster, rest: rest, token: c.Token, wanted: c.Shards, handle: b.handleEvent, log: log,
		connected: c.Connected, openTimeout: openTimeout, began: time.Now(), shards: shards{interval: identifyInterval}}
	b.endpoint = newEndpoint(b.acceptInteraction, c.Endpoint)
	if c.Cluster != nil { // the clock of this machine may be the wrong one
		b.endpoint.now = c.Cluster.Now
	}
	desk.UseRooms(Transport, b)
	desk.UseAccounts(Transport, b)
	return b, nil
}

// Run logs in, registers the commands and handles events until the context ends; then it finishes what it has begun.
// Errors that wrap ErrToken, ErrKey, ErrMissing or ErrGateway must be fixed by the owner.
func (b *Bot) Run(ctx context.Context) error {
	defer b.rest.close()
	if err := b.login(ctx); err != nil {
		return err
	}
	if err := b.openEndpoint(ctx); err != nil {
		return err
	}
	if err := b.registerCommands(ctx); err != nil {
		return err
	}
	// What has been accepted is finished, so its context outlives ours.
	handlers, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	b.tasks.ctx = handlers
	close(b.account.ready)
	b.log.InfoContext(ctx, "discord: ready", "bot", b.account.user.Username, "invite", b.Invite())
	err := b.receiveEvents(ctx)
	grace := time.AfterFunc(b.shutdownGrace, cut)
	defer grace.Stop()
	b.tasks.drain()
	return err
}

// Ready returns a channel that is closed when the bot has logged in and its commands are registered.
func (b *Bot) Ready() <-chan struct{} { return b.account.ready }

// Invite returns the link that adds the bot to a server. It is complete once Ready is closed.
func (b *Bot) Invite() string { return b.account.invite() }

// login finds out who the bot is. It retries until the context ends, except after errors that only
// the owner can fix.
func (b *Bot) login(ctx context.Context) error {
	return b.rest.retryUntilDone(ctx, "discord cannot be reached", func() error { return b.account.find(ctx, b.rest) })
}
