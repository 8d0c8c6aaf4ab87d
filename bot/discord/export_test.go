package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Post makes the request of a message once, and returns what its failure means.
func Post(ctx context.Context, b *Bot) error {
	answer, _, _, err := b.rest.exchange(ctx, http.MethodPost, discordgo.EndpointChannelMessages("1"), "application/json", []byte("{}"))
	return undeliverable(checkCreated(answer, err))
}

// SetOpenTimeout sets how long opening a connection may take.
func SetOpenTimeout(b *Bot, d time.Duration) { b.gateway.openTimeout = d }

// Buckets counts what the rate limits keep in memory.
func Buckets(b *Bot) int {
	b.rest.limits.mu.Lock()
	defer b.rest.limits.mu.Unlock()
	return len(b.rest.limits.buckets)
}

// Ratelimiter is the one of discordgo, which keeps whatever passes through it.
func Ratelimiter(b *Bot) any { return b.rest.session.Ratelimiter }

// InFlight counts the events being handled.
func InFlight(b *Bot) int {
	b.tasks.mu.Lock()
	defer b.tasks.mu.Unlock()
	return len(b.tasks.active)
}

// SetIdentifyInterval sets how far apart two sessions begin.
func SetIdentifyInterval(b *Bot, d time.Duration) { b.gateway.shards.interval = d }

// SetShutdownGrace sets how long what was begun may go on when the bot is to stop.
func SetShutdownGrace(b *Bot, d time.Duration) { b.shutdownGrace = d }

// SetCompletionTimeout sets how long the desk may think about completions.
func SetCompletionTimeout(b *Bot, d time.Duration) { b.interactions.completionTimeout = d }
