package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Post sends a message once, and returns the error that the outbox gets.
func Post(ctx context.Context, b *Bot) error {
	answer, _, _, err := b.rest.exchange(ctx, http.MethodPost, discordgo.EndpointChannelMessages("1"), "application/json", []byte("{}"))
	return undeliverable(checkCreated(answer, err))
}

// SetOpenTimeout sets how long opening a connection may take.
func SetOpenTimeout(b *Bot, d time.Duration) { b.gateway.openTimeout = d }

// Buckets returns the number of rate limit buckets in memory.
func Buckets(b *Bot) int {
	b.rest.limits.mu.Lock()
	defer b.rest.limits.mu.Unlock()
	return len(b.rest.limits.buckets)
}

// Ratelimiter returns discordgo's, which keeps every bucket that it has seen.
func Ratelimiter(b *Bot) any { return b.rest.session.Ratelimiter }

// InFlight returns the number of events being handled.
func InFlight(b *Bot) int {
	b.tasks.mu.Lock()
	defer b.tasks.mu.Unlock()
	return len(b.tasks.active)
}

// SetIdentifyInterval sets the time between the beginnings of two sessions.
func SetIdentifyInterval(b *Bot, d time.Duration) { b.gateway.shards.interval = d }

// SetShutdownGrace sets how long handlers may go on when the bot stops.
func SetShutdownGrace(b *Bot, d time.Duration) { b.shutdownGrace = d }

// SetCompletionTimeout sets how long the desk may take for completions.
func SetCompletionTimeout(b *Bot, d time.Duration) { b.interactions.completionTimeout = d }

// SetAlive sets what says whether no other process can have taken the bot for dead.
func SetAlive(b *Bot, alive func() bool) { b.interactions.alive, b.texts.alive = alive, alive }

// NewEndpoint returns an endpoint for interactions that are signed with a key.
func NewEndpoint(key string) http.Handler {
	public, err := hex.DecodeString(key)
	if err != nil {
		panic(err)
	}
	e := newEndpoint(func([]byte) string { return endpointAccepted }, nil)
	e.key.Store((*ed25519.PublicKey)(&public))
	return e
}

// MaxReceiving is how many interactions may be read at the same time.
const MaxReceiving = maxReceiving
