package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/textutil"
)

// errNotReady says that the bot is not known to Discord yet.
var errNotReady = errors.New("not connected yet")

// Deliver implements bot.Front.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	select {
	case <-b.ready:
	default:
		return errNotReady
	}
	ctx = withMaxWait(ctx, outboxWait)
	if user, ok := strings.CutPrefix(to.ID, userPrefix); ok {
		r.Notify = nil // there is nobody else
		return b.deliverToPerson(ctx, user, r)
	}
	channel, ok := strings.CutPrefix(to.ID, channelPrefix)
	if !ok {
		return fmt.Errorf("%w: address %q", outbox.ErrUndeliverable, to.ID)
	}
	if r.Audience == chat.Secret {
		return fmt.Errorf("%w: a secret is told to nobody but its owner", outbox.ErrUndeliverable)
	}
	return b.deliverToChannel(ctx, channel, r)
}

// deliverToChannel posts a reply of the outbox, in the channel's line. What follows a message does
// not hold up the next.
func (b *Bot) deliverToChannel(ctx context.Context, channel string, r chat.Reply) error {
	done := make(chan error, 1)
	b.outgoing.add(channel, func() { done <- b.deliverNow(ctx, channel, r) })
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deliverNow is deliverToChannel at the head of the line. A panic becomes an error.
func (b *Bot) deliverNow(ctx context.Context, channel string, r chat.Reply) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = &panics.Error{Value: broken, Stack: debug.Stack()}
		}
	}()
	if err := ctx.Err(); err != nil {
		return err // whoever gave up waiting sends it again
	}
	var message postedMessage
	if r.Answers != "" {
		message.id = b.findAnswer(ctx, channel, r.Answers)
	}
	if message.id == "" {
		if message, err = b.sendMessage(ctx, channel, r, r.Answers); err != nil {
			return err
		}
	}
	if r.Audience == chat.Public {
		f := b.beginFollowUp(ctx, r, channel, message)
		b.inBackground("after "+message.id, f.finish)
	}
	return message.missedError(channel, r.Notify)
}

// sendMessage sends a message to a channel, as an answer to another if that is named, and
// returns it. What the bot may not do there it does without.
func (b *Bot) sendMessage(ctx context.Context, channel string, r chat.Reply, answerTo string) (message postedMessage, err error) {
	r.Audience = chat.Public // a channel has no ephemeral messages
	err = sendWithFallback(r, func(p payload, files []chat.File) error {
		message, err = b.createMessage(ctx, channel, r.Key, p, files, answerTo)
		if codeOf(err) == codeCannotReply {
			answerTo = ""
			message, err = b.createMessage(ctx, channel, r.Key, p, files, "")
		}
		return err
	})
	return message, undeliverable(err)
}

func (b *Bot) createMessage(ctx context.Context, channel, key string, p payload, files []chat.File, answerTo string) (message postedMessage, err error) {
	if key != "" && !p.bare {
		p.Nonce, p.EnforceNonce = nonce(key, p.Content), true
	}
	if answerTo != "" && !p.bare {
		p.Reference = &reference{MessageID: answerTo}
	}
	post := func(int) error {
		answer, err := b.send(ctx, http.MethodPost, discordgo.EndpointChannelMessages(channel), p, files)
		message = parsePosted(answer)
		return checkCreated(answer, err)
	}
	if p.EnforceNonce {
		err = retryUntil(ctx, time.Now().Add(shortRetry), post)
	} else {
		err = post(0)
	}
	return message, err
}

// checkCreated returns the error of a request that was to make something: an answer that
// describes nothing is one, as that of something between the bot and Discord.
func checkCreated(answer []byte, err error) error {
	if err == nil && postedID(answer) == "" {
		return errors.New("discord's answer is no message")
	}
	return err
}

// nonce is the same for the same reply sent again, and different for another one
// even if a new database counts from the beginning. It has at most 25 letters.
func nonce(key, content string) string {
	h := fnv.New32a()
	h.Write([]byte(content))
	return textutil.Truncate(fmt.Sprintf("%08x-%s", h.Sum32(), key), 25)
}

// deliverToPerson sends a message to a person alone.
func (b *Bot) deliverToPerson(ctx context.Context, user string, r chat.Reply) error {
	channel, err := b.dmChannel(ctx, user)
	if err != nil {
		return undeliverable(err)
	}
	return b.deliverToChannel(ctx, channel, r)
}

func (b *Bot) dmChannel(ctx context.Context, user string) (string, error) {
	b.mu.Lock()
	channel := b.dms[user]
	b.mu.Unlock()
	if channel != "" {
		return channel, nil
	}
	answer, err := b.send(ctx, http.MethodPost, discordgo.EndpointUserChannels("@me"),
		map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	var c struct{ ID string }
	if err := json.Unmarshal(answer, &c); err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.dms) > 10000 { // forgetting costs a request
		clear(b.dms)
	}
	b.dms[user] = c.ID
	return c.ID, nil
}
