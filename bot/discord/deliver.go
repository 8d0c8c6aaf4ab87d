package discord

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// Deliver implements bot.Front.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	select {
	case <-b.ready:
	default:
		return fmt.Errorf("not connected yet")
	}
	r.Private = false // a letter has nobody else to hide from, or says nothing secret
	if user, ok := strings.CutPrefix(to.ID, userPrefix); ok {
		r.Notify = nil
		return b.direct(ctx, user, r)
	}
	channel, ok := strings.CutPrefix(to.ID, channelPrefix)
	if !ok {
		return fmt.Errorf("%w: address %q", bot.ErrUndeliverable, to.ID)
	}
	return b.post(ctx, channel, r, "")
}

// post sends a message to a channel, as an answer to another if that is named.
func (b *Bot) post(ctx context.Context, channel string, r chat.Reply, answerTo string) error {
	r.Private = false
	p, files := compose(r)
	if r.Key != "" {
		p.Nonce, p.EnforceNonce = "letter-"+r.Key, true
	}
	if answerTo != "" {
		p.Reference = &reference{MessageID: answerTo}
	}
	endpoint := discordgo.EndpointChannelMessages(channel)
	_, err := b.send(ctx, "POST", endpoint, endpoint, p, files)
	return permanent(err)
}

// direct sends a message to a person alone.
func (b *Bot) direct(ctx context.Context, user string, r chat.Reply) error {
	b.mu.Lock()
	channel := b.dms[user]
	b.mu.Unlock()
	if channel == "" {
		c, err := b.rest.UserChannelCreate(user, discordgo.WithContext(ctx))
		if err != nil {
			return permanent(err)
		}
		channel = c.ID
		b.mu.Lock()
		if len(b.dms) > 10000 { // forgetting costs a request
			clear(b.dms)
		}
		b.dms[user] = channel
		b.mu.Unlock()
	}
	return b.post(ctx, channel, r, "")
}

// permanent marks the errors that no repetition mends: what is gone, forbidden, or
// refused by its recipient.
func permanent(err error) error {
	switch statusOf(err) {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
		return fmt.Errorf("%w: discord error %d: %w", bot.ErrUndeliverable, codeOf(err), err)
	}
	return err
}
