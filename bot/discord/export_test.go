package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Post makes the request of a message once, and returns what its failure means.
func Post(ctx context.Context, b *Bot) error {
	answer, _, _, err := b.exchange(ctx, http.MethodPost, discordgo.EndpointChannelMessages("1"), "application/json", []byte("{}"))
	return permanent(created(answer, err))
}

// SetOpenTime sets how long opening a connection may take.
func SetOpenTime(b *Bot, d time.Duration) { b.openTime = d }

// Buckets counts what the rate limits keep in memory.
func Buckets(b *Bot) int {
	b.limits.mu.Lock()
	defer b.limits.mu.Unlock()
	return len(b.limits.buckets)
}

// Ratelimiter is the one of discordgo, which keeps whatever passes through it.
func Ratelimiter(b *Bot) any { return b.rest.Ratelimiter }

// Held counts the events being handled.
func Held(b *Bot) int {
	b.work.mu.Lock()
	defer b.work.mu.Unlock()
	return len(b.work.held)
}

// SetIdentifyPause sets how far apart two sessions begin.
func SetIdentifyPause(b *Bot, d time.Duration) { b.shards.pause = d }

// SetGrace sets how long what was begun may go on when the bot is to stop.
func SetGrace(b *Bot, d time.Duration) { b.grace = d }

// SetCompletionTime sets how long the desk may think about completions.
func SetCompletionTime(b *Bot, d time.Duration) { b.completionTime = d }
